import { expect } from '@esm-bundle/chai';
import { Store } from '../../src/util/store.js';

describe('Store', () => {
  it('holds a value, tells of each change, and not of the value that is there already', () => {
    const store = new Store(1);
    const seen: number[] = [];
    store.subscribe((value) => seen.push(value));
    store.set(2);
    store.set(2);
    store.set(NaN);
    store.set(NaN);
    expect(store.get()).to.be.NaN;
    expect(seen).to.deep.equal([2, NaN]);
  });

  it('ends a subscription by its function, and by its signal', () => {
    const store = new Store(0);
    const seen: string[] = [];
    const abort = new AbortController();
    const end = store.subscribe(() => seen.push('function'));
    store.subscribe(() => seen.push('signal'), { signal: abort.signal });
    store.subscribe(() => seen.push('never'), { signal: AbortSignal.abort() });
    store.set(1);
    end();
    end();
    abort.abort();
    store.set(2);
    expect(seen).to.deep.equal(['function', 'signal']);
  });

  it('the same function subscribed twice counts twice', () => {
    const store = new Store(0);
    let calls = 0;
    const listener = (): void => void calls++;
    const end = store.subscribe(listener);
    store.subscribe(listener);
    store.set(1);
    end();
    store.set(2);
    expect(calls).to.equal(3);
  });

  it('a listener that sets another value: nobody hears the old one after the new one', () => {
    const store = new Store('idle');
    const seen: string[] = [];
    store.subscribe((value) => {
      if (value === 'ready') store.set('closed');
    });
    store.subscribe((value) => seen.push(value));
    store.set('ready');
    expect(seen).to.deep.equal(['closed']);
  });

  it('a listener that is ended while others are told hears nothing any more', () => {
    const store = new Store(0);
    let heard = false;
    store.subscribe(() => end());
    const end = store.subscribe(() => (heard = true));
    store.set(1);
    expect(heard).to.equal(false);
  });

  it('a listener that subscribes another while it is told: that one waits for the next change', () => {
    const store = new Store(0);
    const seen: number[] = [];
    const first = store.subscribe(() => {
      first();
      store.subscribe((value) => seen.push(value));
    });
    store.set(1);
    store.set(2);
    expect(seen).to.deep.equal([2]);
  });

  it('a broken listener does not keep the news from the others', () => {
    const errors: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error: unknown) => errors.push(error);
    try {
      const store = new Store(0);
      const seen: number[] = [];
      const mistake = new Error('a mistake of the page');
      store.subscribe(() => {
        throw mistake;
      });
      store.subscribe((value) => seen.push(value));
      store.set(1);
      expect(seen).to.deep.equal([1]);
      expect(errors).to.deep.equal([mistake]);
    } finally {
      globalThis.reportError = reportError;
    }
  });
});
