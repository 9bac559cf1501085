import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl, scriptedUrl } from '/__servers__.js';

/** Has a module worker connect, list, call and fail, and tells what came of it. */
function inWorker(urls: object): Promise<unknown> {
  const worker = new Worker(new URL('../fixtures/core-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.postMessage(urls);
  }).finally(() => worker.terminate());
}

describe('the core in a worker', () => {
  it('connects, lists, calls, asks, remembers and explains failures, without a document', async () => {
    expect(await inWorker({ legacy: everythingUrl, modern: modernUrl, broken: scriptedUrl('html') })).to.deep.equal({
      legacy: 'Echo: from a worker',
      modern: 'The model (worker) says: Hello from a worker',
      broken: 'not-mcp',
      remembered: 'stale',
      hasDocument: false,
    });
  });
});
