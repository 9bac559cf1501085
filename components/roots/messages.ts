import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'roots.everythingOnThatDisk': 'Everything on that disk, not one folder.',
  'roots.askMeAgain': 'Ask me again',
  'roots.addressOfTheFolder': 'Address of the folder',
  'roots.youMayLeaveIt': '(you may leave it empty)',
  'roots.addFolder': 'Add folder',
  'roots.removed': 'Removed {nameOfRoot}.',
  'roots.youWillBeAsked': 'You will be asked again.',
  'roots.foldersForThisServer': 'Folders for this server',
  'roots.foldersCount': 'Folders ({count, number})',
  'roots.edit': 'Edit {name}',
  'roots.remove': 'Remove {name}',
  'roots.removeButton': 'Remove',
  'roots.theseAddressesTellThe':
    'These addresses tell the server which folders to work in, on the computer where it runs. The protocol calls them roots. This page cannot open them: it only passes the addresses on.',
  'roots.noFolderIsAdded':
    'No folder is added. Nothing is shared with the server until you add one and allow it when the server asks.',
  'roots.thatIs': 'that is {readable}',
  'roots.name': 'Name',
  'roots.writeInstead': 'Write {guess} instead',
  'roots.added': 'Added {name}. The server is told of it when you allow it.',
  'roots.saved': 'Saved {name}. The server is told of it when you allow it.',
  'roots.notAllowedByPage':
    'This page does not let you share folders with a server. Whoever makes it can: with {attribute}.',
  'roots.count': { one: '{count, number} folder', other: '{count, number} folders' },
  'roots.refusedForPage': 'This server is refused without a question, until this page is closed or reloaded.',
  'roots.refusedAlways': 'This server is refused without a question, until revoked.',
  'roots.toldForPage':
    'This server is told {shared} of {all} without a question, until this page is closed or reloaded.',
  'roots.toldAlways':
    'This server is told {shared} of {all} without a question, until revoked, at most {days, number} days.',
  'roots.toldForPageOnce':
    'This server is told {shared} of {all} without a question once you have allowed or left out the new {fresh}, until this page is closed or reloaded.',
  'roots.toldAlwaysOnce':
    'This server is told {shared} of {all} without a question once you have allowed or left out the new {fresh}, until revoked, at most {days, number} days.',
  'roots.full': 'There are {folders}, the most that fit into one question. Remove one to add another.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
