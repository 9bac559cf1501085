import type { Messages } from '../internal/messages.js';

/** Words that come with this library, in a file of their own. */
interface Language {
  /**
   * True once a native reader has reviewed them. Others are used where the page asks for them: by `lang` on an element of
   * this library, or by registering messages in that language. `<html lang>` alone is no wish to have them.
   */
  readonly isReviewed: boolean;
  /** @throws McpError `load` */
  load(): Promise<{ readonly messages: Messages }>;
}

export const LANGUAGES: Readonly<Record<string, Language>> = {};
