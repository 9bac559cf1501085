import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'elicitationApproval.fieldsNeed': { one: '{count, number} field needs', other: '{count, number} fields need' },
  'elicitationApproval.warnings.not-encrypted': 'Not encrypted: anyone on the way can read and change this page.',
  'elicitationApproval.warnings.punycode': 'The host is written with letters that can look like others.',
  'elicitationApproval.warnings.false-letters': 'The host mixes alphabets, or uses letters that pass for others.',
  'elicitationApproval.warnings.user-info': 'The text before “@” is not the site. The site is what follows it.',
  'elicitationApproval.warnings.ip-address': 'The host is a bare number, not a name.',
  'elicitationApproval.lookAtTheAddress': 'Look at the address closely.',
  'elicitationApproval.open': 'Open {shortHost}',
  'elicitationApproval.ifTellsThatYou': 'If {name} reports that you are done, this goes on by itself.',
  'elicitationApproval.openAgain': 'Open again',
  'elicitationApproval.declineTellsThatYou': '“Decline” tells {name} that you refuse. “Cancel” leaves it open.',
  'elicitationApproval.itIsNotA': 'It is not a page of {host}.',
  'elicitationApproval.says': '{name} says',
  'elicitationApproval.thisCannotBeOpened': 'This cannot be opened.',
  'elicitationApproval.onlyPagesOnHttp': 'Only pages on http and https are opened for a server.',
  'elicitationApproval.attention': '{fieldsNeed} attention.',
  'elicitationApproval.decline': 'Decline',
  'elicitationApproval.doNotTypePasswords': 'Do not type passwords, keys or card numbers here.',
  'elicitationApproval.sendTo': 'Send to {name}',
  'elicitationApproval.openedInNewTab': 'The page was opened in a new tab. When you are done there, continue here.',
  'elicitationApproval.continue': 'Continue',
  'elicitationApproval.continueWith': 'Continue with {call}',
  'elicitationApproval.opensInNewTab': 'It opens in a new tab. Nothing typed there reaches this page.',
  'elicitationApproval.goesOnWhenDone': 'When you are done there, {call} goes on.',
  'elicitationApproval.whatYouStarted': 'what you started',
  'elicitationApproval.looksLikeOne': {
    one: '{fields} looks like one. What you send goes to {name} as it is, and servers must not ask for secrets this way.',
    other:
      '{fields} look like one. What you send goes to {name} as it is, and servers must not ask for secrets this way.',
  },
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
