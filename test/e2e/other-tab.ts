import type { OtherTabAct } from './page-other-tab.js';

/** A page beside this one, of the same origin: to the browser the same as another tab, and as this page after a reload. */
class OtherTab {
  readonly #frame = document.createElement('iframe');

  async open(): Promise<void> {
    this.#frame.src = new URL('/test/e2e/page-other-tab.html', location.origin).href;
    this.#frame.title = 'Another tab';
    const ready = this.#hears('ready');
    document.body.append(this.#frame);
    await ready;
  }

  /** @returns what was found, where it looked for something */
  async does(namespace: string, act: OtherTabAct): Promise<string | undefined> {
    const done = this.#hears('done');
    this.#frame.contentWindow!.postMessage({ namespace, ...act }, '*');
    return done;
  }

  close(): void {
    this.#frame.remove();
  }

  #hears(words: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      const hear = ({ data, source }: MessageEvent<{ said?: string; found?: string }>): void => {
        if (source !== this.#frame.contentWindow || data.said !== words) return;
        removeEventListener('message', hear);
        resolve(data.found);
      };
      addEventListener('message', hear);
    });
  }
}

/** Another tab for all tests of a suite. */
export function otherTab(): OtherTab {
  const tab = new OtherTab();
  before(async function () {
    this.timeout(30_000);
    await tab.open();
  });
  after(() => tab.close());
  return tab;
}
