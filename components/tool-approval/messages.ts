import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'toolApproval.lookAtThisBefore': 'Look at this before it leaves.',
  'toolApproval.looksLikeAPassword': '{secret} looks like a password or a key. The server gets it as it is.',
  'toolApproval.holdsCharactersThatCannot':
    '{hidden} holds characters that cannot be seen. They can carry hidden instructions.',
  'toolApproval.neverRunThisTool': 'Never run this tool',
  'toolApproval.youAreAskedEach': 'You are asked each time until the server says what this tool is.',
  'toolApproval.withExactlyTheseArguments': '{name} with exactly these arguments',
  'toolApproval.withAnyArguments': '{name} with any arguments',
  'toolApproval.whatItHoldsFor': 'What this covers',
  'toolApproval.ofTheToolsOf': '{count, number} of the {of, number} tools of this server that it says read only',
  'toolApproval.whichToolsReadOnly': 'Which tools read only ({count, number})',
  'toolApproval.moreAreNotCovered': '{left, number} more are not covered: they are asked about.',
  'toolApproval.argumentsNeed': { one: '{count, number} argument needs', other: '{count, number} arguments need' },
  'toolApproval.acts.destroys': 'I understand this may delete or overwrite data.',
  'toolApproval.acts.may destroy':
    'I understand this may delete or overwrite data: the server does not say whether it does.',
  'toolApproval.acts.reaches out': 'I understand this connects to other systems than this server.',
  'toolApproval.acts.may reach out':
    'I understand this may connect to other systems: the server does not say whether it does.',
  'toolApproval.sentTo': 'Sent to',
  'toolApproval.title': 'Title',
  'toolApproval.name': 'Name',
  'toolApproval.serverSays': 'Server says',
  'toolApproval.serverSaid': 'Server said',
  'toolApproval.nothingAboutWhatIt': 'nothing about what it does',
  'toolApproval.tickTheBoxFirst': 'Tick the box first.',
  'toolApproval.attention': '{argumentsNeed} attention.',
  'toolApproval.dontRun': 'Don’t run',
  'toolApproval.whatIsSent': 'What is sent',
  'toolApproval.editAsFields': 'Edit as fields',
  'toolApproval.editAsJson': 'Edit as JSON',
  'toolApproval.none': 'None.',
  'toolApproval.whatIsDifferent': 'What is different',
  'toolApproval.differentSinceYouAllowed': 'Different since you allowed it',
  'toolApproval.moreIsDifferentThan': 'More is different than fits here.',
  'toolApproval.allOfItAs': 'All of it, as you allowed it',
  'toolApproval.allOfItAsIt': 'All of it, as it is now',
  'toolApproval.before': 'Before',
  'toolApproval.now': 'Now',
  'toolApproval.nothing': 'nothing',
  'toolApproval.onHost': 'On {host}.',
  'toolApproval.ends.session':
    '“Run” and “Don’t run” both hold until this page is closed or reloaded. You can revoke them earlier under “Decisions”.',
  'toolApproval.ends.always':
    '“Run” holds for {days, number} days, or until the server describes the tool differently. “Don’t run” holds until you revoke it. You can revoke both under “Decisions”.',
  'toolApproval.allToolsThatReadOnly': 'all tools of this server that it says read only: these {of, number}',
  'toolApproval.sentTo.in-page': '{name} inside this page',
  'toolApproval.sentTo.loopback': '{name} at {host}, on this computer',
  'toolApproval.sentTo.encrypted': '{name} at {host}',
  'toolApproval.sentTo.plain': '{name} at {host}, not encrypted: anybody on the way can read it',
  'toolApproval.part.name': 'Name',
  'toolApproval.part.title': 'Title',
  'toolApproval.part.description': 'Description',
  'toolApproval.part.inputSchema': 'Arguments it takes',
  'toolApproval.part.outputSchema': 'Result it promises',
  'toolApproval.part.annotations': 'What the server claims',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
