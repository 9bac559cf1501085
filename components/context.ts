import { ContextConsumer, createContext } from '@lit/context';
import type { LitElement } from 'lit';
import type { ContentPolicy } from '../src/content/index.js';
import type { ApprovalQueue, Session } from '../src/index.js';

/** The queue of approvals that wait for the person. */
export const approvalsContext: ReturnType<typeof createContext<ApprovalQueue | undefined, symbol>> = createContext<
  ApprovalQueue | undefined,
  symbol
>(Symbol.for('mcp-embed.approvals'));

/** The policy for content from servers. */
export const contentContext: ReturnType<typeof createContext<ContentPolicy | undefined, symbol>> = createContext<
  ContentPolicy | undefined,
  symbol
>(Symbol.for('mcp-embed.content'));

/** The session of an element. The key is global, so that two copies of this library in one page share it. */
export const sessionContext: ReturnType<typeof createContext<Session | undefined, symbol>> = createContext<
  Session | undefined,
  symbol
>(Symbol.for('mcp-embed.session'));

/**
 * Gives an element the content policy of the surrounding element, now and after each change. A policy that the page set
 * on the element itself takes precedence.
 */
export function usePolicyAround(host: LitElement & { policy: ContentPolicy | undefined }): void {
  let given: ContentPolicy | undefined;
  const take = (policy: ContentPolicy | undefined): void => {
    if (host.policy === given) host.policy = given = policy;
  };
  new ContextConsumer(host, { context: contentContext, subscribe: true, callback: take });
}
