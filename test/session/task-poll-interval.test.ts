import { expect } from '@esm-bundle/chai';
import { HttpError, McpError, ProtocolError, verbatim } from '../../src/errors.js';
import { DEFAULT_POLL_MS, isPassing, MAX_POLL_MS, MIN_POLL_MS, pollPause } from '../../src/session/task-polling.js';
import { MAX_STREAM_RETRY_MS } from '../../src/transport/retry.js';
import { verifies } from '../requirements/verifies.js';

describe('the pace of looks at a task', () => {
  const never = (): number => 0;
  const always = (): number => 1;

  for (const [interval, pause] of [
    [undefined, DEFAULT_POLL_MS],
    [0, MIN_POLL_MS],
    [1, MIN_POLL_MS],
    [5000, 5000],
    [1e12, MAX_POLL_MS],
  ] as const)
    it(`${interval} ms wanted: ${pause} ms`, () => expect(pollPause(interval, 0, never)).to.equal(pause));

  it('is never faster than wanted, and a little slower by chance', () => {
    verifies('task-polling-paced');
    expect(pollPause(5000, 0, always))
      .to.be.within(5000, 5500)
      .and.not.to.equal(5000);
  });

  it('slows down with each look that fails, up to a limit, and is not faster than wanted then', () => {
    const pauses = [1, 2, 3, 4, 5].map((failures) => pollPause(MIN_POLL_MS, failures, always));
    expect(pauses).to.deep.equal([500, 1000, 2000, 4000, 8000]);
    expect(pollPause(MIN_POLL_MS, 50, always)).to.equal(MAX_STREAM_RETRY_MS);
    expect(pollPause(60_000, 1, never)).to.equal(60_000);
  });
});

describe('what may go better next time', () => {
  for (const [error, passes] of [
    [new McpError('network', verbatim('')), true],
    [new McpError('stream-ended', verbatim('')), true],
    [new McpError('timeout', verbatim('')), true],
    [new HttpError('http', verbatim(''), { status: 503 }), true],
    [new ProtocolError(-32603, verbatim('Internal error')), true],
    [new ProtocolError(-32602, verbatim('No such task')), false],
    [new ProtocolError(-32021, verbatim('Not declared')), false],
    [new HttpError('unauthorized', verbatim(''), { status: 401 }), false],
    [new McpError('closed', verbatim('')), false],
  ] as const)
    it(`${error.name} ${error.code} ${error.message}: ${passes}`, () => expect(isPassing(error)).to.equal(passes));
});
