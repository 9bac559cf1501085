import { ContextConsumer } from '@lit/context';
import type { LitElement } from 'lit';
import type { ContentPolicy } from '../../src/content/index.js';
import { contentContext } from '../contexts/content-context.js';

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
