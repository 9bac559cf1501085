import { defineMessages, type Translate } from '../words/messages.js';

const MESSAGES = {
  'session.noConnectionTo': 'No connection to {host}.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
