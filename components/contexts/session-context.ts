import { createContext } from '@lit/context';
import type { Session } from '../../src/index.js';

/** The session that an element works with. Keyed globally, so that two copies of this library in one page meet. */
export const sessionContext: ReturnType<typeof createContext<Session | undefined, symbol>> = createContext<
  Session | undefined,
  symbol
>(Symbol.for('mcp-embed.session'));
