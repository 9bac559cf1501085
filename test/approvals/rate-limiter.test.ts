import { expect } from '@esm-bundle/chai';
import { RATE_WINDOW_MS, RateLimiter, DEFAULT_RATE_LIMITS } from '../../src/approvals/rate-limit.js';
import type { ProtocolError } from '../../src/errors.js';

const refusalOf = (pace: RateLimiter, now = 0): ProtocolError | undefined => {
  try {
    pace.enter(now);
    return undefined;
  } catch (error) {
    return error as ProtocolError;
  }
};

describe('how much a server may ask', () => {
  it('is as many questions as anybody reads, and no more than that at a time', () => {
    const pace = new RateLimiter();
    const leave = Array.from({ length: DEFAULT_RATE_LIMITS.waiting }, () => pace.enter(0));
    expect(refusalOf(pace)).to.include({ code: 'limit', rpcCode: -32000 });
    expect(refusalOf(pace)!.message).to.equal('20 questions of this server wait already. Ask again later.');
    leave[0]!();
    expect(refusalOf(pace)).to.equal(undefined);
  });

  it('is not more because an answer is told of twice', () => {
    const pace = new RateLimiter({ waiting: 1 });
    const leave = pace.enter(0);
    leave();
    leave();
    pace.enter(0);
    expect(refusalOf(pace)).to.include({ code: 'limit' });
  });

  it('is so many within a minute, also where each is answered at once', () => {
    const pace = new RateLimiter({ perMinute: 3 });
    for (const at of [0, 10, 20]) pace.enter(at)();
    expect(refusalOf(pace, 30)!.message).to.equal('This server may ask 3 questions within a minute. Ask again later.');
    expect(refusalOf(pace, RATE_WINDOW_MS), 'the oldest no longer counts').to.equal(undefined);
    expect(refusalOf(pace, RATE_WINDOW_MS)).to.include({ code: 'limit' });
  });

  it('is not for ever nothing when the clock is set back', () => {
    const pace = new RateLimiter({ perMinute: 1 });
    pace.enter(1_000_000)();
    expect(refusalOf(pace, 0)).to.equal(undefined);
  });

  it('is without end where the page says so', () => {
    const pace = new RateLimiter({ waiting: Infinity, perMinute: Infinity });
    for (let count = 0; count < 1000; count++) pace.enter(0);
  });
});
