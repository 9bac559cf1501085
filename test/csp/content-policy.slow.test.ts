import { expect } from '@open-wc/testing';
import { KINDS } from './content-kinds.js';

interface Report {
  readonly csp?: true;
  readonly violations: readonly string[];
  readonly shown: readonly string[];
  readonly enforced: boolean;
  readonly failure?: string;
}

describe("content under default-src 'none' with Trusted Types", () => {
  it('is shown, one of each kind, without one violation', async function () {
    this.timeout(90_000);
    const frame = document.createElement('iframe');
    frame.src = new URL('./content.html', import.meta.url).href;
    frame.title = 'Strict policy';
    frame.width = '900';
    frame.height = '700';
    const report = await new Promise<Report>((resolve) => {
      addEventListener('message', ({ data }: MessageEvent<Report>) => {
        if (data.csp) resolve(data);
      });
      document.body.append(frame);
    });
    frame.remove();
    expect(report.failure).to.equal(undefined);
    // Not every engine knows Trusted Types; the policy itself holds in each.
    expect(report.enforced).to.equal('trustedTypes' in globalThis);
    expect(report.violations).to.deep.equal([]);
    expect(report.shown).to.have.members([...Object.keys(KINDS), 'a whole result', 'a log']);
  });
});
