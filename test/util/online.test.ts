import { expect } from '@open-wc/testing';
import { untilOnline } from '../../src/util/async.js';
import { pause } from '../fixtures/eventually.js';

/** What the browser says of the network. */
function says(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
}

describe('untilOnline', () => {
  afterEach(() => delete (navigator as { onLine?: boolean }).onLine);

  it('does not wait where there is a network', async () => {
    says(true);
    expect(await untilOnline(new AbortController().signal)).to.equal(false);
  });

  it('waits until there is one again', async () => {
    says(false);
    let waited: boolean | undefined;
    const waiting = untilOnline(new AbortController().signal).then((was) => (waited = was));
    await pause(30);
    expect(waited).to.equal(undefined);
    window.dispatchEvent(new Event('online'));
    await waiting;
    expect(waited).to.equal(true);
  });

  it('ends with its signal', async () => {
    says(false);
    const end = new AbortController();
    const waiting = untilOnline(end.signal);
    end.abort();
    expect(await waiting).to.equal(true);
  });
});
