import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'toolList.title': 'The server says',
  'toolList.reads': 'Reads only',
  'toolList.destroys': 'Can delete or overwrite',
  'toolList.writes': 'Writes data',
  'toolList.none': 'No hints',
  'toolList.saysDestroys': 'Server says: can delete or overwrite',
  'toolList.saysWrites': 'Server says: writes data',
  'toolList.tagDestroys': 'Can delete',
  'toolList.tagWrites': 'Writes',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
