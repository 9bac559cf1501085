import { eventually } from '../fixtures/eventually.js';
import type { TabAct, TabNews } from './page-tab.js';

/** Real tabs of this browser; where it opens none without a click, frames of this page. */
export class Tabs {
  readonly #name = `tabs ${crypto.randomUUID()}`;
  readonly #channel = new BroadcastChannel(this.#name);
  readonly #news: TabNews[] = [];
  readonly #frames: HTMLIFrameElement[] = [];
  readonly #all: number[] = [];
  /** Whether they are windows of their own. */
  areWindows = true;

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => void this.#news.push(data));
  }

  async open(
    count: number,
    settings: Readonly<Record<'namespace' | 'client' | 'home', string>> & { readonly typed?: string },
  ): Promise<void> {
    const first = this.#all.length;
    for (let tab = first; tab < first + count; tab++) {
      const query = new URLSearchParams({ ...settings, channel: this.#name, tab: String(tab) });
      this.#show(`${new URL('/test/auth/tab-page.html', location.origin).href}?${query}`);
      this.#all.push(tab);
    }
    await this.#heard('ready', this.#all.slice(first), this.#news);
  }

  /** All of them at once, unless it is said which. @returns what came of it, in their order */
  async do(act: TabAct, tabs: readonly number[] = this.#all): Promise<readonly TabNews[]> {
    const since = this.#news.length;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    this.#channel.postMessage({ act, tabs });
    return this.#heard(act, tabs, this.#news, since);
  }

  async close(): Promise<void> {
    await this.do('close');
    for (const frame of this.#frames.splice(0)) frame.remove();
    this.#channel.close();
  }

  #show(page: string): void {
    // Without an opener they are in processes of their own, and `open` says nothing: the first of them tells.
    const probe = this.#all.length === 0 ? open('', '_blank', 'popup') : null;
    if (this.#all.length === 0) this.areWindows = probe !== null;
    probe?.close();
    if (this.areWindows) {
      open(page, '_blank', 'popup,noopener');
      return;
    }
    const frame = document.createElement('iframe');
    frame.src = page;
    document.body.append(frame);
    this.#frames.push(frame);
  }

  async #heard(act: TabNews['act'], tabs: readonly number[], all: readonly TabNews[], since = 0): Promise<TabNews[]> {
    const from = (): TabNews[] => all.slice(since).filter((one) => one.act === act && tabs.includes(one.tab));
    const found = await eventually(from, (heard) => heard.length === tabs.length, 25_000);
    return found.toSorted((a, b) => a.tab - b.tab);
  }
}
