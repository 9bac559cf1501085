import { createContext } from '@lit/context';
import type { ApprovalQueue } from '../../src/index.js';

/** What waits for the person. */
export const approvalsContext: ReturnType<typeof createContext<ApprovalQueue | undefined, symbol>> = createContext<
  ApprovalQueue | undefined,
  symbol
>(Symbol.for('mcp-embed.approvals'));
