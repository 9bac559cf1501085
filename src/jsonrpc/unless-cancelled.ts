import { asMcpError } from '../errors.js';

/**
 * What the promise gives, unless the caller cancels first. What was waited for goes on.
 * @throws McpError `cancelled`, at once when the signal aborts; the reason itself where that is an McpError
 */
export function unlessCancelled<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(asMcpError(signal.reason, 'cancelled'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
