import { counted, formatCount, type Noun } from '../internal/text.js';

/** Everything that the lists say, apart from the words of a kind of list. */
export const WORDS = {
  updated: (time: string) => `Updated ${time}`,
  changes: { added: 'New', changed: 'Changed' },
  manyChanges: (count: number, noun: Noun) => `${counted(count, noun)} new or changed since you last looked.`,
  readAt: 'Read at',
  isChecking: ', checking for changes.',
  refresh: 'Refresh',
  refreshing: 'Reading…',
  reading: (noun: Noun) => `Reading the ${noun.other} again.`,
  wasRead: (count: number, noun: Noun) => `The list was read again: ${counted(count, noun)}.`,
  tryAgain: 'Try again',
  notLoaded: (noun: Noun) => `The ${noun.other} could not be loaded.`,
  notRefreshed: (noun: Noun) => `The ${noun.other} could not be refreshed.`,
  loading: (noun: Noun) => `Loading ${noun.other}.`,
  soFar: (count: number, noun: Noun) => `${counted(count, noun)} so far, loading more.`,
  notShown: (missing: number, all: number, noun: Noun) =>
    `${formatCount(missing)} of ${counted(all, noun)} could not be shown`,
  more: (count: number) => `And ${formatCount(count)} more.`,
  noServer: (noun: Noun) =>
    `No server yet. The ${noun.other} of a server show here when this element stands inside <mcp-session>, or has its session property set.`,
  notOffered: (noun: Noun) => `This server offers no ${noun.other}.`,
  none: (noun: Noun) => `This server has no ${noun.other} at the moment.`,
  notConnected: (noun: Noun) => `Not connected. The ${noun.other} of the server show here once it is.`,
  search: (count: number, noun: Noun) => `Search ${counted(count, noun)}`,
  found: (count: number, all: number, noun: Noun, hint: string | undefined) =>
    `${formatCount(count)} of ${counted(all, noun)}${hint === undefined ? '' : ` · ${hint}`}`,
  noMatch: (noun: Noun, query: string, hint: string | undefined) =>
    `No ${noun.one} matches “${query}”${hint === undefined ? '' : ` among “${hint}”`}.`,
  clearSearch: 'Clear the search',
  showAll: 'Show all',
  view: 'View',
  viewOf: (noun: Noun) => `View of the ${noun.other}`,
  all: 'All',
  sort: 'Sort',
  sorts: { server: 'Server’s order', name: 'By name' },
  group: 'Group',
  groups: { none: 'No groups', name: 'By first word', hint: 'By server hints' },
  foldAll: 'Close all groups',
  unfoldAll: 'Open all groups',
  otherGroup: 'Other',
} as const;
