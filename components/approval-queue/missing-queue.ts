import { ContextEvent } from '@lit/context';
import type { ApprovalQueue, McpError } from '../../src/index.js';
import { approvalsContext } from '../context.js';

/**
 * Refuses the questions for an `<mcp-approval-queue>` whose code did not load: nobody can decide about a hidden question. For
 * each later question, the code is loaded again first.
 * @param load resolves to the error if the code does not load again, otherwise to undefined
 * @returns a function to call once the element has its code
 */
export function refuseUnshown(
  element: Element & { readonly approvals?: ApprovalQueue },
  error: McpError,
  load: () => Promise<McpError | undefined>,
): () => void {
  let followed: ApprovalQueue | undefined;
  let unfollow: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;
  const follow = (queue: ApprovalQueue | undefined): void => {
    if (queue === followed) return;
    unfollow?.();
    followed = queue;
    if (!queue) return;
    refuseAll(queue, error);
    unfollow = queue.pending.subscribe((pending) => {
      if (pending.length > 0) void load().then((reason) => reason && refuseAll(queue, reason));
    });
  };
  // Set by the page, or given by the session around it, as for an element that has its code.
  if (element.approvals) follow(element.approvals);
  else
    element.dispatchEvent(
      new ContextEvent(
        approvalsContext,
        element,
        (queue, end) => {
          unsubscribe = end;
          follow(queue);
        },
        true,
      ),
    );
  return () => {
    unsubscribe?.();
    unfollow?.();
  };
}

function refuseAll(queue: ApprovalQueue, reason: McpError): void {
  for (const { id } of queue.pending.get()) queue.cannotShow(id, reason);
}
