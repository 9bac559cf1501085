import { expect } from '@open-wc/testing';
import { MAX_LONG_STREAMS, StreamSlot } from '../../src/transport/stream-slots.js';
import { LOCK_ANSWER_MS } from '../../src/util/tab-coordination.js';
import { BrokenLocks, FAULTS, MOST_CALLS, replaced } from '../fixtures/broken-apis.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';

/** Whether somebody looks at the page. */
function look(visibility: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

describe('places for long streams', () => {
  let url: string;
  let life: AbortController;
  beforeEach(() => {
    // An origin of its own for each test: nobody connects to it.
    url = `http://place-${crypto.randomUUID()}.example/mcp`;
    life = new AbortController();
  });
  afterEach(() => {
    life.abort();
    delete (document as { visibilityState?: string }).visibilityState;
  });
  /** As another tab: its own place, the same locks. */
  const take = (): { place: StreamSlot; held: AbortSignal | undefined } => {
    const place = new StreamSlot(url);
    const tab: { place: StreamSlot; held: AbortSignal | undefined } = { place, held: undefined };
    place.take(life.signal).then(
      (held) => (tab.held = held),
      () => {},
    );
    return tab;
  };
  const fill = async (): Promise<ReturnType<typeof take>[]> => {
    const tabs = Array.from({ length: MAX_LONG_STREAMS }, take);
    await eventually(() => tabs.every(({ held }) => held));
    return tabs;
  };

  it(`are ${MAX_LONG_STREAMS}; one more waits until one is released`, async () => {
    const tabs = await fill();
    const late = take();
    await pause(60);
    expect(late.held).to.equal(undefined);
    tabs[1]!.place.release();
    await eventually(() => late.held !== undefined);
    expect(tabs[0]!.held!.aborted).to.equal(false);
  });

  it('are of one origin, whatever the path', async () => {
    await fill();
    const elsewhere = new StreamSlot(`http://other-${crypto.randomUUID()}.example/mcp`);
    expect((await elsewhere.take(life.signal)).aborted).to.equal(false);
    const there = new StreamSlot(`${url}/another`);
    let isTaken = false;
    void there.take(life.signal).then(
      () => (isTaken = true),
      () => {},
    );
    await pause(60);
    expect(isTaken).to.equal(false);
  });

  it('one that is held serves again', async () => {
    const place = new StreamSlot(url);
    const held = await place.take(life.signal);
    expect(await place.take(life.signal)).to.equal(held);
  });

  it('two that ask at once after one was lost get the same one', async () => {
    const place = new StreamSlot(url);
    await place.take(life.signal);
    place.release();
    const [one, other] = await Promise.all([place.take(life.signal), place.take(life.signal)]);
    expect(one).to.equal(other);
    place.release();
    await eventually(async () => {
      const { held = [] } = await navigator.locks.query();
      return !held.some(({ name }) => name?.includes(new URL(url).origin));
    });
  });

  it('a hidden tab gives its place up when somebody asks who is seen, and takes one when it is seen again', async () => {
    const tabs = await fill();
    // All tabs of a test share one document: they are hidden when the other one asks, which is seen when it began.
    const late = take();
    await pause(20);
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    const channel = new BroadcastChannel(`mcp-embed stream ${new URL(url).origin}`);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    channel.postMessage('wanted');
    channel.close();
    await eventually(() => late.held !== undefined);
    expect(tabs.some(({ held }) => held!.aborted)).to.equal(true);
    const again = tabs.find(({ held }) => held!.aborted)!;
    look('visible');
    expect((await again.place.take(life.signal)).aborted).to.equal(false);
  });

  it('a tab that is seen gives nothing up', async () => {
    const tabs = await fill();
    take();
    await pause(100);
    expect(tabs.every(({ held }) => !held!.aborted)).to.equal(true);
  });

  it('go with the life of who needs them', async () => {
    const own = new AbortController();
    const held = await new StreamSlot(url).take(own.signal);
    own.abort();
    expect(held.aborted).to.equal(true);
    await fill();
  });

  it('are given up when the page goes, and taken again when Back brings it back', async () => {
    const place = new StreamSlot(url);
    const held = await place.take(life.signal);
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(held.aborted).to.equal(true);
    let again: AbortSignal | undefined;
    void place.take(life.signal).then((signal) => (again = signal));
    await pause(60);
    expect(again).to.equal(undefined);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await eventually(() => again !== undefined);
  });

  it('are not needed for what is no HTTP', async () => {
    const place = new StreamSlot('port:');
    expect(await place.take(life.signal)).to.equal(life.signal);
  });

  describe('are everybody’s where locks are out of order:', () => {
    const clock = new ManualClock();

    for (const fault of [...FAULTS, 'refuses whoever waits'] as const)
      it(fault, async () => {
        const locks = new BrokenLocks(fault);
        try {
          const place = new StreamSlot(url);
          const taking = place.take(life.signal);
          const held = await (fault === 'slow' ? clock.skipWaits(taking, LOCK_ANSWER_MS) : taking);
          expect(held, `a place, after ${locks.calls} requests`).to.be.instanceOf(AbortSignal);
          expect(held.aborted).to.equal(false);
          await pause(100);
          expect(locks.calls).to.be.lessThan(MOST_CALLS / 10);
        } finally {
          locks.restore();
        }
      });
  });

  it('are there where tabs cannot speak to each other', async () => {
    const restore = replaced(globalThis, 'BroadcastChannel', {
      value: function Refused() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    try {
      const tabs = await fill();
      const late = take();
      await pause(60);
      expect(late.held).to.equal(undefined);
      tabs[0]!.place.release();
      await eventually(() => late.held !== undefined);
    } finally {
      restore();
    }
  });
});
