import { defineMessages, type Translate } from '../internal/messages.js';

const MESSAGES = {
  'session.noConnectionTo': 'No connection to {host}.',
} as const;

/** The words of this folder. */
export const t: Translate<typeof MESSAGES> = defineMessages(MESSAGES);
