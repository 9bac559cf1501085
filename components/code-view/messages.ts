import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'codeView.words.added': 'Added:',
  'codeView.words.removed': 'Removed:',
  'codeView.wrapLines': 'Wrap lines',
  'codeView.emptyText': 'Empty text.',
  'codeView.lines': { one: '{count, number} line', other: '{count, number} lines' },
  'codeView.linesSoFar': { one: '{count, number} line so far', other: '{count, number} lines so far' },
  'codeView.changes': {
    one: 'Changes: {count, number} line added, {removed, number} removed',
    other: 'Changes: {count, number} lines added, {removed, number} removed',
  },
  'codeView.malformed': {
    one: '{count, number} part of these changes has more or fewer lines than the header says, so the lines have no numbers.',
    other:
      '{count, number} parts of these changes have more or fewer lines than the header says, so the lines have no numbers.',
  },
  'codeView.firstRows': {
    one: 'The first {rows, number} rows are shown. {count, number} character more can be copied.',
    other: 'The first {rows, number} rows are shown. {count, number} characters more can be copied.',
  },
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
