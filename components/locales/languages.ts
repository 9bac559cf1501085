import { loadOnce } from '../../src/util/load-once.js';
import type { Messages } from '../words/messages.js';

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

/** The languages that come with this library. To add one, add its JSON file, a line here and a row of `LATE_PARTS`. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  ar: { isReviewed: false, load: () => loadOnce('words-ar', () => import('./ar.js')) },
  de: { isReviewed: false, load: () => loadOnce('words-de', () => import('./de.js')) },
  es: { isReviewed: false, load: () => loadOnce('words-es', () => import('./es.js')) },
  fr: { isReviewed: false, load: () => loadOnce('words-fr', () => import('./fr.js')) },
  ja: { isReviewed: false, load: () => loadOnce('words-ja', () => import('./ja.js')) },
  'zh-Hans': { isReviewed: false, load: () => loadOnce('words-zh-hans', () => import('./zh-hans.js')) },
};
