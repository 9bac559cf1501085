import type { Storage, StorageChange } from '../../src/storage/types.js';
import type { TabAsks } from './page-tab.js';

type Act = TabAsks['act'];

/** A page of the same origin with a copy of the library of its own: a tab where the browser lets us open one, or a frame. */
export class Tab {
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  readonly #where: Window;
  readonly #frame: HTMLIFrameElement | undefined;
  #asked = 0;

  private constructor(where: Window, frame?: HTMLIFrameElement) {
    this.#where = where;
    this.#frame = frame;
    addEventListener('message', this.#hear);
  }

  static async open(kind: 'tab' | 'frame', storage: 'local' | 'session', name: string): Promise<Tab> {
    const url = new URL('/test/storage/page-tab.html', location.origin).href;
    const own = kind === 'tab' ? window.open(url, '_blank') : null;
    let frame: HTMLIFrameElement | undefined;
    if (!own) {
      frame = document.createElement('iframe');
      frame.title = 'Another tab';
      frame.src = url;
      document.body.append(frame);
    }
    const tab = new Tab(own ?? frame!.contentWindow!, frame);
    await tab.#ready;
    await tab.#does('open', storage, name);
    return tab;
  }

  /** Whether it is a tab of its own. */
  get isReal(): boolean {
    return !this.#frame;
  }

  get: Storage['get'] = (...args) => this.#does('get', ...args) as never;
  list: Storage['list'] = (...args) => this.#does('list', ...args) as never;
  put: Storage['put'] = (...args) => this.#does('put', ...args) as never;
  remove: Storage['remove'] = (...args) => this.#does('remove', ...args) as never;
  forget: Storage['forget'] = (...args) => this.#does('forget', ...args) as never;
  usage: Storage['usage'] = () => this.#does('usage') as never;
  /** What it was told since it was asked last. */
  heard = (): Promise<readonly StorageChange[]> => this.#does('heard') as never;

  /** In the middle of whatever it does. What it was asked and has not answered is never answered. */
  close(): void {
    removeEventListener('message', this.#hear);
    if (this.#frame) this.#frame.remove();
    else this.#where.close();
  }

  readonly #hear = ({ data, source }: MessageEvent): void => {
    if (source !== this.#where) return;
    const { ask, answer, error, ready } = data as { ask: number; answer?: unknown; error?: string; ready?: boolean };
    if (ready) this.#isReady();
    if (error !== undefined) this.#waiting.get(ask)?.reject(new Error(error));
    else this.#waiting.get(ask)?.resolve(answer);
    this.#waiting.delete(ask);
  };
  #isReady!: () => void;
  readonly #ready = new Promise<void>((resolve) => (this.#isReady = resolve));

  #does(act: Act, ...args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(++this.#asked, { resolve, reject });
      const asks: TabAsks = { ask: this.#asked, act, args };
      this.#where.postMessage(asks, '*');
    });
  }
}

/** Tabs for a suite, all closed at the end of each test. */
export function tabs(): (kind: 'tab' | 'frame', storage: 'local' | 'session', name: string) => Promise<Tab> {
  const open: Tab[] = [];
  afterEach(() => open.splice(0).forEach((tab) => tab.close()));
  return async (...of) => {
    const tab = await Tab.open(...of);
    open.push(tab);
    return tab;
  };
}
