import { expect } from '@esm-bundle/chai';
import { OwnSignIn, type OwnRefusal } from '../../src/auth/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { textOfThrown } from '../fixtures/visible.js';
import { ScriptedSite } from './scripted-site.js';
import { visits } from './signed-in.js';

describe('a site with a sign-in of its own', () => {
  const visit = visits();
  const { create } = sessions();

  /** A token that works, as the site’s own sign-in would have it. */
  async function tokenOf(site: ScriptedSite): Promise<string> {
    const code = site.issuer.authorize(
      new URL('https://as.test/authorize?redirect_uri=https://page.test/&resource=r&scope=read'),
    );
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: code.searchParams.get('code')!,
      redirect_uri: 'https://page.test/',
      resource: 'r',
      code_verifier: 'v',
    });
    const answer = await site.fetch('https://as.test/token', { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  it('gives its token, and no other authorization takes place', async () => {
    const site = new ScriptedSite();
    const token = await tokenOf(site);
    const session = create(site.url, { fetch: site.fetch, auth: new OwnSignIn({ getToken: () => token }) });
    expect(textOf(await session.connect().then(() => session.tools.call('echo')))).to.equal('done');
    expect(site.log.filter(({ url }) => url.pathname.includes('well-known'))).to.deep.equal([]);
  });

  it('hears of a refusal, and the request goes out again with what it has then, once', async () => {
    const site = new ScriptedSite({ scope: 'read' });
    const heard: OwnRefusal[] = [];
    let token: string | undefined;
    const auth = new OwnSignIn({
      getToken: () => token,
      onUnauthorized: async (refusal) => {
        heard.push(refusal);
        token = await tokenOf(site);
        return true;
      },
    });
    const session = create(site.url, { fetch: site.fetch, auth });
    await session.connect();
    expect(heard).to.deep.equal([{ status: 401, scope: 'read' }]);
    site.change({ takesNothing: true });
    expect((await failureOf(session.tools.call('echo'))).code).to.equal('unauthorized');
    expect(heard).to.have.length(2);
  });

  it('that does not help fails as without one', async () => {
    const site = new ScriptedSite();
    const auth = new OwnSignIn({ getToken: () => undefined, onUnauthorized: () => false });
    const session = create(site.url, { fetch: site.fetch, auth });
    expect((await failureOf(session.connect())).code).to.equal('unauthorized');
    expect(site.log.some(({ headers }) => headers.has('authorization'))).to.equal(false);
  });

  it('that no header can carry is a mistake of the page, and stands in no error', async () => {
    // Some engines quote the value.
    const { set } = Headers.prototype;
    Headers.prototype.set = function (name, value) {
      if (value.includes('\n')) throw new TypeError(`${value} is an invalid header value.`);
      return set.call(this, name, value);
    };
    try {
      const site = new ScriptedSite();
      const auth = new OwnSignIn({ getToken: () => 's3cret\n' });
      const error = await failureOf(create(site.url, { auth, fetch: site.fetch }).connect());
      expect(error.code).to.equal('invalid-input');
      expect(textOfThrown(error)).not.to.include('s3cret');
    } finally {
      Headers.prototype.set = set;
    }
  });

  it('wins over a header of the page', async () => {
    const { site } = visit();
    const token = await tokenOf(site);
    const headers = { Authorization: 'Bearer old' };
    const session = create(site.url, { fetch: site.fetch, headers, auth: new OwnSignIn({ getToken: () => token }) });
    await session.connect();
    expect(site.log.at(-1)!.headers.get('authorization')).to.equal(`Bearer ${token}`);
  });
});
