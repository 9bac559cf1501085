import { defineErrorTexts, type ErrorTexts } from '../errors.js';

const TEMPLATES = {
  'storage.notRemoved': 'The data was not erased: the storage of this page did not remove it.',
  'storage.removeMustRemove': 'Its `remove` must remove the records of the ids that it is given, or reject.',
  'storage.unavailable.absent': 'Nothing can be stored: the browser does not give this page a database.',
  'storage.unavailable.absentRemedy':
    'Everything works, but nothing is left after a reload. This is usual in private windows.',
  'storage.unavailable.blocked': 'Nothing can be stored for now: another tab of this site blocks the database.',
  'storage.unavailable.blockedRemedy': 'Close or reload the other tabs of this site. Then what you do here is stored.',
  'storage.unavailable.newer': 'Nothing can be stored: a newer version of this page has changed the database.',
  'storage.unavailable.newerRemedy': 'Reload this page. What was saved stays.',
  'storage.unavailable.full': 'This could not be stored: the browser gives this site no more space.',
  'storage.unavailable.fullRemedy':
    'Forget servers that you no longer use, or free some space on the disk. What was saved before stays.',
  'storage.unavailable.failing':
    'The database of this page does not answer, so this is stored only until the page closes.',
  'storage.unavailable.failingRemedy':
    'What was saved stays. Storing is tried again automatically; if this comes back, restart the browser.',
  'storage.unavailable.damaged': 'A stored record was damaged, and was removed.',
  'storage.unavailable.damagedRemedy': 'The other records are there.',
} as const;

/** The error texts of this folder. */
export const errorText: ErrorTexts<typeof TEMPLATES> = defineErrorTexts(TEMPLATES);
