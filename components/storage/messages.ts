import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'storage.servers': { one: '{count, number} server', other: '{count, number} servers' },
  'storage.serversOfSomebodyElse': {
    one: '{count, number} server of somebody else',
    other: '{count, number} servers of somebody else',
  },
  'storage.notStoredReasons.recording': 'Nothing of a recording is kept when it is played back.',
  'storage.notStoredReasons.in-page':
    'Nothing is kept once this page is closed. This server is inside the page and has no name.',
  'storage.notStoredReasons.secret-address':
    'Nothing is kept once this page is closed: the address of this server carries a secret.',
  'storage.nothingIsKeptOnce':
    'Nothing is kept once this page is closed. The page uses a key for this server and does not say whose. The next person here may be somebody else.',
  'storage.nothingIsKeptOnceThis': 'Nothing is kept once this page is closed or reloaded: the page wants it so.',
  'storage.keptInThisTab': 'Kept in this browser until this tab is closed.',
  'storage.keptWhereThisPage': 'Kept where this page chose.',
  'storage.keptInBrowser':
    'Kept in this browser, for this site only. Passwords, keys and files that you typed or chose are not.',
  'storage.keptAbout': 'Kept about {host}',
  'storage.eraseAll': 'Erase all',
  'storage.eraseLabel': 'Erase {words}?',
  'storage.eraseForGood': 'Erase {words} for good?',
  'storage.erasedWhatStandsOn': 'Erased: {words}. The screen still shows it until you leave the page.',
  'storage.thisCouldNotBe': '{words}: this could not be erased. Close other tabs of this site, and try again.',
  'storage.label': 'Stored in this browser',
  'storage.keptHere': 'Stored in this browser ({bytes})',
  'storage.nothingIsKept': 'Nothing is kept.',
  'storage.eraseEverything': 'Erase everything',
  'storage.andListedWhereThey': 'And {serversOfSomebodyElse}, listed where they are signed in.',
  'storage.showMoreOfServers': 'Show more of {count, number} servers',
  'storage.thisSiteWithAll': 'This whole site uses {usage} of {quota} in this browser.',
  'storage.kind.draft': { one: '{count, number} draft', other: '{count, number} drafts' },
  'storage.kind.arguments': {
    one: '{count, number} set of arguments that you used',
    other: '{count, number} sets of arguments that you used',
  },
  'storage.kind.savedArguments': {
    one: '{count, number} set of arguments with a name',
    other: '{count, number} sets of arguments with a name',
  },
  'storage.kind.message': {
    one: '{count, number} entry of a transcript',
    other: '{count, number} entries of transcripts',
  },
  'storage.kind.blob': {
    one: '{count, number} large part of a transcript',
    other: '{count, number} large parts of transcripts',
  },
  'storage.kind.grant': { one: '{count, number} decision about tools', other: '{count, number} decisions about tools' },
  'storage.kind.audit': {
    one: '{count, number} entry of the audit log of questions and calls',
    other: '{count, number} entries of the audit log of questions and calls',
  },
  'storage.kind.roots': {
    one: '{count, number} list of folders that you named',
    other: '{count, number} lists of folders that you named',
  },
  'storage.kind.hosts': {
    one: '{count, number} list of sites that you let pictures come from',
    other: '{count, number} lists of sites that you let pictures come from',
  },
  'storage.kind.task': {
    one: '{count, number} task that may still run',
    other: '{count, number} tasks that may still run',
  },
  'storage.kind.subscription': {
    one: '{count, number} resource that you follow',
    other: '{count, number} resources that you follow',
  },
  'storage.kind.view': {
    one: '{count, number} last view',
    other: '{count, number} last views',
  },
  'storage.kind.list': {
    one: '{count, number} list of what the server offers',
    other: '{count, number} lists of what the server offers',
  },
  'storage.kind.resource': {
    one: '{count, number} resource that was read',
    other: '{count, number} resources that were read',
  },
  'storage.kind.server': {
    one: '{count, number} record of connection details',
    other: '{count, number} records of connection details',
  },
  'storage.otherKind': {
    one: '{count, number} entry of the kind “{kind}”',
    other: '{count, number} entries of the kind “{kind}”',
  },
  'storage.asIdentity': 'as {identity}',
  'storage.everythingAbout': 'everything about {host}',
  'storage.everythingAboutAll': 'everything that is kept about all servers',
  'storage.otherServers': 'Other servers: {servers}, {bytes}',
  'storage.serversAndBytes': '{servers}, {bytes}',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
