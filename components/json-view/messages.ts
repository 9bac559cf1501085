import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'jsonView.items': { one: '{count, number} item', other: '{count, number} items' },
  'jsonView.fields': { one: '{count, number} field', other: '{count, number} fields' },
  'jsonView.expandAll': 'Expand all',
  'jsonView.collapseAll': 'Collapse all',
  'jsonView.searchNamesAndValues': 'Search names and values',
  'jsonView.search': 'Search',
  'jsonView.previous': 'Previous',
  'jsonView.next': 'Next',
  'jsonView.thisPathLeadsTo': 'This path leads to more than one value.',
  'jsonView.showLess': 'Show less',
  'jsonView.showAll': 'Show all',
  'jsonView.searching': 'Searching…',
  'jsonView.notFound': 'Not found',
  'jsonView.emptyText': 'Empty text.',
  'jsonView.readingTheJson': 'Reading the JSON…',
  'jsonView.allOfTheText': 'All of the text',
  'jsonView.json': 'JSON',
  'jsonView.emptyObject': 'empty object',
  'jsonView.emptyList': 'empty list',
  'jsonView.repeatedName': 'name given more than once',
  'jsonView.tooDeep': 'more than {levels, number} levels deep, see the raw text',
  'jsonView.notAllInTree': 'not all of it is in this tree',
  'jsonView.matchOf': '{at, number} of {all, number}',
  'jsonView.copyPath': 'Copy path',
  'jsonView.copyValue': 'Copy value',
  'jsonView.valuesInTree': {
    one: '{shown, number} of {count, number} value are in this tree. The raw text has all of them.',
    other: '{shown, number} of {count, number} values are in this tree. The raw text has all of them.',
  },
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
