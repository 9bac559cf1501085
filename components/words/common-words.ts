import { defineMessages, type Translate } from './messages.js';

const MESSAGES = {
  'common.serverSays': 'Server says: “{words}”',
  'common.serverSaysLabel': 'Server says:',
  'common.nothingMore': 'nothing more.',
  'common.details': 'Details',
  'common.dataFromTheServer': 'Data from the server',
  'common.copy': 'Copy',
  'common.copied': 'Copied',
  'common.notCopied': 'Not copied',
  'common.copiedSentence': 'Copied.',
  'common.theBrowserRefusedToCopy': 'The browser refused to copy.',
  'common.whatToDo': 'What to do',
  'common.meaning': 'Meaning',
  'common.forDevelopers': 'For developers',
  'common.errorNumber': 'Error {code}',
  'common.code': 'Code',
  'common.rpcCode': 'JSON-RPC code',
  'common.httpStatus': 'HTTP status',
  'common.contentType': 'Content type',
  'common.theAnswerBegan': 'The answer began',
  'common.cause': 'Cause',
  'common.tryAgain': 'Try again',
  'common.findOutWhy': 'Find out why',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.save': 'Save',
  'common.edit': 'Edit',
  'common.erase': 'Erase',
  'common.keep': 'Keep',
  'common.hiddenCharacters': 'Holds characters that do not show:',
  'common.spacesInARow': { one: '{count, number} space in a row', other: '{count, number} spaces in a row' },
  'common.andOthers': 'and others',
  'common.firstCharacters': 'The first {shown, number} of {characters} are shown. Copy gives all.',
  'common.characters': { one: '{count, number} character', other: '{count, number} characters' },
  'common.shownAsItCame': '{message} It is shown as it came.',
  'common.text': 'Text',
  'common.thisPage': 'this page',
  'common.more': 'More',
  'common.less': 'Less',
  'common.hostInside': 'The host contains “{inside}” and is not part of it: the end of a host says whose it is.',
  'common.hostNamedElse': 'The message speaks of “{named}”; the page is somewhere else.',
  'common.item.tool': 'tool',
  'common.item.prompt': 'prompt',
  'common.item.resource': 'resource',
  'common.item.template': 'template',
  'common.items.tool': 'tools',
  'common.items.prompt': 'prompts',
  'common.items.resource': 'resources',
  'common.items.template': 'templates',
  'common.itemsTitle.tool': 'Tools',
  'common.itemsTitle.prompt': 'Prompts',
  'common.itemsTitle.resource': 'Resources',
  'common.itemsTitle.template': 'Templates',
  'common.countedItems.tool': { one: '{count, number} tool', other: '{count, number} tools' },
  'common.countedItems.prompt': { one: '{count, number} prompt', other: '{count, number} prompts' },
  'common.countedItems.resource': { one: '{count, number} resource', other: '{count, number} resources' },
  'common.countedItems.template': { one: '{count, number} template', other: '{count, number} templates' },
} as const;

/** The words that elements of several folders say. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);

/** A kind of listed item. */
export type Noun = 'tool' | 'prompt' | 'resource' | 'template';

/** `tool`. */
export const itemIn = (noun: Noun): string => t(`common.item.${noun}`);
/** `tools`. */
export const itemsIn = (noun: Noun): string => t(`common.items.${noun}`);
/** `1 tool`, `5,000 tools`. */
export const countedItems = (count: number, noun: Noun): string => t(`common.countedItems.${noun}`, { count });
