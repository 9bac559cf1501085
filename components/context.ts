import { ContextConsumer, createContext } from '@lit/context';
import type { LitElement } from 'lit';
import type { ContentPolicy } from '../src/content/index.js';
import type { ApprovalQueue, Session } from '../src/index.js';

/** What waits for the person. */
export const approvalsContext: ReturnType<typeof createContext<ApprovalQueue | undefined, symbol>> = createContext<
  ApprovalQueue | undefined,
  symbol
>(Symbol.for('mcp-embed.approvals'));

/** How content from servers may be shown. */
export const contentContext: ReturnType<typeof createContext<ContentPolicy | undefined, symbol>> = createContext<
  ContentPolicy | undefined,
  symbol
>(Symbol.for('mcp-embed.content'));

/** The session that an element works with. Keyed globally, so that two copies of this library in one page meet. */
export const sessionContext: ReturnType<typeof createContext<Session | undefined, symbol>> = createContext<
  Session | undefined,
  symbol
>(Symbol.for('mcp-embed.session'));

/**
 * Gives an element the policy for content that holds around it, now and whenever it changes, unless the element was given one of
 * its own: that one is the page's word, wherever the element stands.
 */
export function usePolicyAround(host: LitElement & { policy: ContentPolicy | undefined }): void {
  let given: ContentPolicy | undefined;
  const take = (policy: ContentPolicy | undefined): void => {
    if (host.policy === given) host.policy = given = policy;
  };
  new ContextConsumer(host, { context: contentContext, subscribe: true, callback: take });
}
