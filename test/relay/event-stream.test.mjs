// A stream that its reader does not read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventStream } from './relay.mjs';

const STALLED_MS = 30_000;

function stream() {
  const told = [];
  const events = new EventStream({
    onFull: () => told.push('full'),
    onRead: () => told.push('read'),
    onGone: () => told.push('gone'),
  });
  return { events, told };
}

describe('an event stream', () => {
  it('says when more than 1 MB waits, and when it was read', async () => {
    const { events, told } = stream();
    const reader = events.body.getReader();
    events.send('x'.repeat(500_000));
    assert.deepEqual(told, []);
    events.send('x'.repeat(600_000));
    assert.deepEqual(told, ['full']);
    await reader.read();
    await reader.read();
    assert.deepEqual(told, ['full', 'read']);
    events.close();
  });

  it('ends after 30 s with a reader that stands still, and lets the server go on', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { events, told } = stream();
    events.send('x'.repeat(2_000_000));
    t.mock.timers.tick(STALLED_MS - 1);
    assert.deepEqual(told, ['full']);
    t.mock.timers.tick(1);
    assert.deepEqual(told, ['full', 'read', 'gone']);
    await assert.rejects(events.body.getReader().read(), /stood still/);
    events.send('more');
  });

  it('writes a comment every 15 s, by which a lost connection is noticed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const { events } = stream();
    t.mock.timers.tick(15_000);
    const { value } = await events.body.getReader().read();
    assert.equal(new TextDecoder().decode(value), ': \n\n');
    events.close();
  });

  it('writes a text with line breaks as one event', async () => {
    const { events } = stream();
    events.send('{\r\n"a":1\n}', 'one-1');
    const { value } = await events.body.getReader().read();
    assert.equal(new TextDecoder().decode(value), 'id: one-1\ndata: {\ndata: "a":1\ndata: }\n\n');
    events.close();
  });
});
