import { createContext } from '@lit/context';
import type { ContentPolicy } from '../../src/content/index.js';

/** How content from servers may be shown. */
export const contentContext: ReturnType<typeof createContext<ContentPolicy | undefined, symbol>> = createContext<
  ContentPolicy | undefined,
  symbol
>(Symbol.for('mcp-embed.content'));
