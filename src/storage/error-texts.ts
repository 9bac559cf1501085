import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'storage.signInUnreadable': 'A sign-in that was kept here cannot be read any more, and was forgotten.',
  'storage.signInAgain': 'Sign in again.',
  'storage.signInSecretInAddress': 'This sign-in is not kept: the address of its server carries a secret.',
  'storage.giveSecretInHeaders': 'It lasts until this page goes. Give the secret in `headers` instead.',
  'storage.signInsNotKept': 'Sign-ins cannot be kept here: the browser keeps nothing for this page.',
  'storage.privateWindow': 'They last until this page goes. Private windows are often like this.',
  'storage.notRemoved': 'What was to be erased is still there: the storage of this page did not remove it.',
  'storage.removeMustRemove': 'Its `remove` must remove the records of the ids that it is given, or reject.',
  'storage.unavailable.absent': 'Nothing can be remembered here: the browser does not give this page a database.',
  'storage.unavailable.absentRemedy':
    'Everything works; after a reload it starts anew. Private windows are often like this.',
  'storage.unavailable.blocked': 'Nothing can be remembered for now: another tab of this site holds the database.',
  'storage.unavailable.blockedRemedy':
    'Close or reload the other tabs of this site. What you do here is kept once they let go.',
  'storage.unavailable.newer': 'Nothing can be remembered here: a newer version of this page has changed the database.',
  'storage.unavailable.newerRemedy': 'Reload this page. What was saved stays.',
  'storage.unavailable.full': 'There was no room to remember this: the browser gives this site no more.',
  'storage.unavailable.fullRemedy':
    'Forget servers that you no longer use, or free some space on the disk. What was saved before stays.',
  'storage.unavailable.failing':
    'The database of this page does not answer, so this is remembered until the page goes.',
  'storage.unavailable.failingRemedy':
    'What was saved stays. It is tried again by itself; if this comes back, restart the browser.',
  'storage.unavailable.damaged': 'Something that was remembered is damaged and was left out.',
  'storage.unavailable.damagedRemedy': 'The rest is there. Forget the server it was of to be rid of it.',
} as const;

/** What the errors of this folder say. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
