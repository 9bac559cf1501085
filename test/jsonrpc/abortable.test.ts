import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { abortable } from '../../src/util/async.js';
import { pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';

describe('abortable', () => {
  it('gives what the promise gives', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), undefined)).to.equal(1);
    expect(await abortable(Promise.resolve(2), signal)).to.equal(2);
    const error = new Error('no');
    expect(await failureOf(abortable(Promise.reject(error), signal))).to.equal(error);
  });
  it('ends at once when its signal aborts', async () => {
    const abort = new AbortController();
    const waiting = failureOf(abortable(new Promise(() => {}), abort.signal));
    abort.abort('enough');
    expect(await waiting).to.include({ code: 'cancelled', cause: 'enough' });
    expect((await failureOf(abortable(Promise.resolve(), abort.signal))).code).to.equal('cancelled');
  });
  it('a promise that fails after that is nobody’s fault', async () => {
    const abort = new AbortController();
    let fail!: (error: Error) => void;
    const waiting = failureOf(abortable(new Promise((_, reject) => (fail = reject)), abort.signal));
    abort.abort('enough');
    await waiting;
    // What nobody handles fails a test run.
    fail(new Error('late'));
    await pause(10);
  });
  it('a reason of ours stays what it is', async () => {
    const closed = new McpError('closed', verbatim('The session was closed.'));
    expect(await failureOf(abortable(new Promise(() => {}), AbortSignal.abort(closed)))).to.equal(closed);
  });
});
