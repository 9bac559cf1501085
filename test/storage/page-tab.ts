// What tabs.ts opens beside a test: another page of the same origin, with a copy of the library of its own.
import { createStorage } from '../../src/storage/storage.js';
import type { Storage, StorageChange } from '../../src/storage/types.js';

export interface TabAsks {
  readonly ask: number;
  readonly act: 'get' | 'list' | 'put' | 'remove' | 'forget' | 'usage' | 'open' | 'heard';
  readonly args: readonly unknown[];
}

const tests = (window.opener ?? parent) as Window;
const heard: StorageChange[] = [];
let storage: Storage;

addEventListener('message', ({ data }: MessageEvent<TabAsks>) => {
  if (typeof data?.ask !== 'number') return;
  void perform(data).then(
    (answer) => tests.postMessage({ ask: data.ask, answer }, '*'),
    (error: unknown) => tests.postMessage({ ask: data.ask, error: String(error) }, '*'),
  );
});
tests.postMessage({ ready: true }, '*');

async function perform({ act, args }: TabAsks): Promise<unknown> {
  if (act === 'heard') return heard.splice(0);
  if (act === 'open') {
    storage = createStorage(args[0] as 'local', String(args[1]), (problem) => console.warn(problem.message));
    storage.follow?.((change) => heard.push(change));
    return undefined;
  }
  return (storage[act] as (...of: readonly unknown[]) => Promise<unknown>)(...args);
}
