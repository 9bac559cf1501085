import { expect } from '@open-wc/testing';
import { scriptedUrl } from '/__servers__.js';
import { diagnose } from '../../src/diagnosis/index.js';

describe('the content security policy of the page itself', () => {
  it('is named when it is what blocks', async function () {
    const url = scriptedUrl('rev-2025-11-25');
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `connect-src 'self' ws: ${new URL(url).origin}/faults`;
    document.head.append(policy);
    // WebKit takes a policy from a page's source only, not from a script.
    const enforced = await fetch(url).then(
      () => false,
      () => true,
    );
    if (!enforced) this.skip();
    const { verdict, findings, requests } = await diagnose(url);
    expect(verdict).to.equal('page-policy');
    expect(findings[0]!.remedy).to.contain(`Add ${new URL(url).origin} to connect-src`);
    expect(requests).to.equal(3);
  });
});
