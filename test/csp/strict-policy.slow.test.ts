import { expect } from '@open-wc/testing';
import { modernUrl } from '/__servers__.js';

interface Report {
  readonly csp?: true;
  readonly loaded?: true;
  readonly violations?: readonly string[];
  readonly enforced?: boolean;
  readonly failure?: string;
}

/** Chromium reports handlers in hostile HTML that the sanitizer drops, while it parses them where nothing can run. */
const NOISE = /^script-src-attr inline/;

describe("a page under default-src 'none' with Trusted Types", () => {
  it('goes through the whole flow without one violation', async function () {
    this.timeout(30_000);
    const frame = document.createElement('iframe');
    frame.src = new URL('./page.html', import.meta.url).href;
    frame.title = 'Strict policy';
    frame.width = '900';
    frame.height = '700';
    const report = await new Promise<Report>((resolve) => {
      addEventListener('message', ({ data }: MessageEvent<Report>) => {
        if (!data.csp) return;
        if (data.loaded) frame.contentWindow!.postMessage({ start: modernUrl }, '*');
        else resolve(data);
      });
      document.body.append(frame);
    });
    expect(report.failure).to.equal(undefined);
    expect(report.enforced).to.equal(true);
    expect(report.violations!.filter((violation) => !NOISE.test(violation))).to.deep.equal([]);
    frame.remove();
  });
});
