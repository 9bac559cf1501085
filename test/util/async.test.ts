import { expect } from '@esm-bundle/chai';
import { sleep } from '../../src/util/async.js';
import { ManualClock } from '../fixtures/clock.js';
import { failureOf } from '../fixtures/failure.js';

describe('sleep', () => {
  const clock = new ManualClock();

  it('waits', async () => {
    let isOver = false;
    const sleeping = sleep(30).then(() => (isOver = true));
    await clock.advance(29);
    expect(isOver).to.equal(false);
    await clock.advance(1);
    await sleeping;
  });
  it('ends at once, with the reason, when its signal aborts', async () => {
    const abort = new AbortController();
    const sleeping = failureOf(sleep(60_000, abort.signal));
    abort.abort('enough');
    expect(await sleeping).to.equal('enough');
    expect(await failureOf(sleep(60_000, abort.signal))).to.equal('enough');
  });
});
