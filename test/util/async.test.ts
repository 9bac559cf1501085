import { expect } from '@esm-bundle/chai';
import { sleep } from '../../src/util/async.js';
import { failureOf } from '../fixtures/failure.js';

describe('sleep', () => {
  it('waits', async () => {
    const start = performance.now();
    await sleep(30);
    expect(performance.now() - start).to.be.at.least(28);
  });
  it('ends at once, with the reason, when its signal aborts', async () => {
    const abort = new AbortController();
    const sleeping = failureOf(sleep(60_000, abort.signal));
    abort.abort('enough');
    expect(await sleeping).to.equal('enough');
    expect(await failureOf(sleep(60_000, abort.signal))).to.equal('enough');
  });
});
