import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'permissions.tools': { one: '{count, number} tool', other: '{count, number} tools' },
  'permissions.saidToReadOnly': '{tools} said to read only',
  'permissions.noLongerAllowed': 'No longer allowed',
  'permissions.allowed': 'Allowed',
  'permissions.refused': 'Refused',
  'permissions.remove': 'Remove',
  'permissions.revoke': 'Revoke',
  'permissions.whichTools': 'Which tools',
  'permissions.andMore': 'and {more} more',
  'permissions.whatTheServerSaid': 'What the server said then',
  'permissions.everythingElseThatIt': 'Everything else it said',
  'permissions.itGaveNoDescription': 'It gave no description.',
  'permissions.noDecisionIsRemembered':
    'No decisions yet. When a question asks about a tool, you can have your choice remembered. Then you can revoke it here.',
  'permissions.revokedYouWillBe': 'Revoked: {subject}. You will be asked again.',
  'permissions.everythingAboutIsRevoked': 'Everything about {name} is revoked. You will be asked again.',
  'permissions.decisions': 'Decisions',
  'permissions.decisionsCount': 'Decisions ({count, number})',
  'permissions.showMoreOfDecisions': 'Show more of {count, number} decisions',
  'permissions.decisionsAboutOn': 'Decisions about {name} on {host}',
  'permissions.revokeAllOfThis': 'Revoke all of this server: {name} on {host}',
  'permissions.revokeAllOfThisServer': 'Revoke all of this server',
  'permissions.aTool': 'a tool',
  'permissions.scope.arguments': 'with exactly the arguments you saw',
  'permissions.scope.tool': 'with any arguments',
  'permissions.scope.read-only': 'those of that moment, with any arguments',
  'permissions.sinceTheFuture':
    'Since {day}, a time in the future, so the clock of this device was wrong. You are asked again.',
  'permissions.sinceTooLong': 'Since {day}, which is more than {days, number} days ago. You are asked again.',
  'permissions.pageRefused': 'Since {day}, until this page is closed or reloaded.',
  'permissions.pageAllowed':
    'Since {day}, until this page is closed or reloaded, or the server describes it differently.',
  'permissions.alwaysRefused': 'Since {day}, until revoked.',
  'permissions.alwaysAllowed':
    'Since {day}, until revoked, at most {days, number} days, or the server describes it differently.',
  'permissions.asIdentity': 'as {identity}',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
