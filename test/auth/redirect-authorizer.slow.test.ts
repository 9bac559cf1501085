import { expect } from '@open-wc/testing';
import { PENDING, PENDING_SIGN_IN_MS } from '../../src/auth/redirect-authorizer.js';
import { RedirectAuthorizer, type AuthorizationRequest } from '../../src/auth/index.js';
import { failureOf } from '../fixtures/failure.js';

interface Return {
  readonly returned: { attempt: object; callback: string };
  readonly other?: object;
  readonly again?: object;
  readonly kept: Readonly<Record<string, string>>;
  readonly here: string;
}

describe('signing in in the page itself', () => {
  let frame: HTMLIFrameElement | undefined;
  afterEach(() => {
    frame?.remove();
    sessionStorage.clear();
  });

  function comesBack(state: string): Promise<Return> {
    const page = `${location.origin}/test/auth/redirect-page.html?state=${state}#place`;
    frame = document.createElement('iframe');
    frame.src = page;
    const back = new Promise<Return>((resolve) => {
      addEventListener('message', ({ data }) => resolve(data as Return), { once: true });
    });
    document.body.append(frame);
    return back;
  }

  it('comes back to the same page, with what it needs to go on', async () => {
    const { returned, other, here, kept } = await comesBack('state-1');
    expect(here).to.match(/\/test\/auth\/redirect-page\.html\?state=state-1#place$/);
    expect(new URL(returned.callback).searchParams.get('code')).to.equal('a-code');
    expect(returned.attempt).to.deep.equal({
      server: 'https://mcp.test/mcp',
      state: 'state-1',
      verifier: 'a-verifier',
      count: 1,
    });
    expect(other).to.equal(undefined);
    expect(kept['draft']).to.equal('kept');
  });

  it('leaves nothing secret behind, and gives it once', async () => {
    const { again, kept, here } = await comesBack('state-2');
    expect(again).to.equal(undefined);
    expect(JSON.stringify(kept) + here).not.to.match(/a-code|a-verifier/);
    expect(JSON.stringify({ ...sessionStorage })).not.to.match(/a-code|a-verifier/);
  });

  it('forgets an attempt that nobody came back from', () => {
    const record = { attempt: { server: 'https://mcp.test/mcp' }, returnTo: location.href, callback: 'x' };
    const put = (at: number): void => sessionStorage.setItem(`${PENDING}old`, JSON.stringify({ ...record, at }));
    put(Date.now() - PENDING_SIGN_IN_MS - 1);
    expect(new RedirectAuthorizer().returned('https://mcp.test/mcp')).to.equal(undefined);
    expect(sessionStorage.length).to.equal(0);
    put(Date.now());
    expect(new RedirectAuthorizer().returned('https://mcp.test/mcp')?.callback).to.equal('x');
  });

  it('is not kept from beginning by what another script left in its place', () => {
    const written = ['null', '7', '{}', '{"attempt":null,"callback":"x"}', '{"callback":"x"}', '{{{'];
    for (const [index, value] of written.entries()) sessionStorage.setItem(`${PENDING}${index}`, value);
    const authorizer = new RedirectAuthorizer();
    expect(authorizer.isBack('https://mcp.test/mcp')).to.equal(false);
    expect(authorizer.returned('https://mcp.test/mcp')).to.equal(undefined);
  });

  it('goes nowhere but to https, or to this machine', async () => {
    for (const url of ['javascript:alert(1)', 'http://as.test/authorize']) {
      const { signal } = new AbortController();
      const request = { state: 's', signal, begin: async () => ({ url }) } as AuthorizationRequest;
      expect((await failureOf(new RedirectAuthorizer().open(request))).message).to.match(/not an https address/);
    }
    expect(sessionStorage.length).to.equal(0);
  });
});
