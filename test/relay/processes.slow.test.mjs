// What is left of processes when a relay closes, or ends in any other way: nothing.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fixture, initialize, processesWith, RELAY, relayOf, until } from './relay.mjs';

let words = 0;
const newWord = () => `word-${process.pid}-${++words}-of-process-test`;
/** Processes of one server: it is one, or it forks a second one. */
const SIZE = { '': 1, ignores: 1, forks: 2, 'forks-and-ignores': 2 };
const skip = process.platform === 'linux' ? false : 'Looks at processes through /proc.';

describe('closing the relay', { skip }, () => {
  for (const [fault, size] of Object.entries(SIZE))
    it(`ends a server that ${fault || 'does as it is told'}`, { timeout: 120_000 }, async (t) => {
      const word = newWord();
      const { url, relay } = await relayOf(t, 'server.mjs', { args: [fault, word] });
      await initialize(url);
      await until(() => processesWith(word).length === size);
      await relay.close();
      assert.deepEqual(processesWith(word), []);
    });
});

describe('a server that ends by itself', { skip }, () => {
  it('leaves nothing of what it started', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['forks', word] });
    await initialize(url);
    await until(() => processesWith(word).length === 2);
    const leader = processesWith(word).find((pid) => pid < Math.max(...processesWith(word)));
    process.kill(Number(leader), 'SIGKILL');
    await until(() => processesWith(word).length === 0);
  });
});

describe('a program with a relay in it', { skip }, () => {
  const start = async (t, fault, word) => {
    const host = spawn(process.execPath, [fixture('host.mjs'), RELAY, fixture('server.mjs'), fault, word], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => host.kill('SIGKILL'));
    const [url] = await once(host.stdout.setEncoding('utf8'), 'data');
    await initialize(url.trim());
    // One more than those of the server: this program has the word too.
    await until(() => processesWith(word).length === SIZE[fault] + 1);
    return host;
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'])
    for (const fault of ['forks', 'forks-and-ignores'])
      it(`${signal}: nothing is left of a server that ${fault}`, async (t) => {
        const word = newWord();
        const host = await start(t, fault, word);
        host.kill(signal);
        await once(host, 'exit');
        await until(() => processesWith(word).length === 0);
      });
});
