import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'toolList.title': 'The server says',
  'toolList.reads': 'Reads only',
  'toolList.destroys': 'Can delete or overwrite',
  'toolList.writes': 'Writes data',
  'toolList.none': 'No hints',
  'toolList.saysReads': 'Server says: reads only',
  'toolList.saysDestroys': 'Server says: can delete or overwrite',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
