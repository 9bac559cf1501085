import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'tableView.cells': { one: '{count, number} cell', other: '{count, number} cells' },
  'tableView.rows': { one: '{count, number} row', other: '{count, number} rows' },
  'tableView.characters': { one: '{count, number} character', other: '{count, number} characters' },
  'tableView.row': 'Row',
  'tableView.noCell': 'no cell',
  'tableView.mostRowsHave': '{cells}, most rows have {usual, number}',
  'tableView.working': 'Working…',
  'tableView.of': '{count, number} of {all}',
  'tableView.filterRows': 'Filter rows',
  'tableView.firstRowHasThe': 'First row has the names',
  'tableView.theFirstAreIn':
    'The first {rows} are in this table; {characters} after them are not. The raw text has all of them.',
  'tableView.theFirstOfColumns': 'The first {columns, number} of {widest, number} columns are in this table.',
  'tableView.names': 'Names',
  'tableView.showLess': 'Show less',
  'tableView.showAll': 'Show all',
  'tableView.emptyTable': 'Empty table.',
  'tableView.readingTheTable': 'Reading the table…',
  'tableView.allOfTheCell': 'All of the cell',
  'tableView.table': 'Table',
  'tableView.column': 'Column {number, number}',
  'tableView.textAfterQuote': 'text after a closing quote',
  'tableView.unclosedQuote': 'a quote that is never closed',
  'tableView.raggedRows': {
    one: '{count, number} row has more or fewer cells than most, which have {usual, number}. The row number is marked.',
    other:
      '{count, number} rows have more or fewer cells than most, which have {usual, number}. The row number is marked.',
  },
  'tableView.unclosedInFirstRow':
    'A quote in the first row is never closed. From there on, quotes are read as ordinary characters.',
  'tableView.unclosedInRow':
    'A quote in row {row, number} is never closed. From there on, quotes are read as ordinary characters.',
  'tableView.rowNumber': 'Row {row, number}',
  'tableView.copyCell': 'Copy cell',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
