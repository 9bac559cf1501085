import { expect } from '@esm-bundle/chai';
import { readTask, readTaskError } from '../../src/protocol/decode/server.js';

const dates = { createdAt: '2025-11-25T10:30:00Z', lastUpdatedAt: '2025-11-25T10:40:00Z' };

describe('a task', () => {
  it('reads the same in both of its forms', () => {
    const read = {
      taskId: 't',
      status: 'working',
      statusMessage: 'on it',
      ...dates,
      ttlMs: 60_000,
      pollIntervalMs: 5000,
    };
    const { ttlMs, pollIntervalMs, ...rest } = read;
    expect(readTask({ resultType: 'complete', ...read })).to.deep.equal(read);
    expect(readTask({ ...rest, ttl: ttlMs, pollInterval: pollIntervalMs })).to.deep.equal(read);
  });

  it('that is kept for ever says so, and one that does not say differs from it', () => {
    const task = { taskId: 't', status: 'completed' };
    expect(readTask({ ...task, ttlMs: null })).to.have.property('ttlMs', null);
    expect(readTask({ ...task, ttl: null })).to.have.property('ttlMs', null);
    expect(readTask(task)).to.deep.equal(task);
  });

  it('has no times that are none', () => {
    const task = { taskId: 't', status: 'failed' };
    expect(readTask({ ...task, ttlMs: -1, pollIntervalMs: 'often', createdAt: 5 })).to.deep.equal(task);
  });

  for (const [what, raw] of [
    ['nothing', undefined],
    ['a list', []],
    ['one without an id', { status: 'working' }],
    ['one with an id that is none', { taskId: 7, status: 'working' }],
    ['one with a status nobody knows', { taskId: 't', status: 'asleep' }],
  ] as const)
    it(`is not ${what}`, () => expect(readTask(raw)).to.have.property('fault'));

  it('that failed has the error of its call', () => {
    expect(readTaskError({ error: { code: -5, message: 'No', data: [1] } })).to.include({ rpcCode: -5, message: 'No' });
    expect(readTaskError({ error: {}, statusMessage: 'Sorry' })).to.include({ rpcCode: -32603, message: 'Sorry' });
    expect(readTaskError({})).to.equal(undefined);
  });
});
