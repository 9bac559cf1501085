import { expect } from '@esm-bundle/chai';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';
import type { IssuerScript } from './scripted-issuer.js';
import type { SiteScript } from './scripted-site.js';
import { visits } from './signed-in.js';

const RESOURCE = '/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

describe('who signs people in for a server', () => {
  const visit = visits();

  /** Paths of metadata that were asked for, in order. */
  async function looked(script: SiteScript): Promise<string[]> {
    const { connect, site } = visit(script);
    await connect().catch(() => {});
    return site.log.filter(({ url }) => /well-known|about/.test(url.href)).map(({ url }) => url.pathname);
  }

  it('stands where the refusal says, else under its path, else at its root', async () => {
    verifies('resource-metadata-in-order');
    expect(await looked({ metadataAt: 'told' })).to.deep.equal(['/about/me.json', OAUTH]);
    expect(await looked({})).to.deep.equal([`${RESOURCE}/mcp`, OAUTH]);
    expect(await looked({ metadataAt: 'root' })).to.deep.equal([`${RESOURCE}/mcp`, RESOURCE, OAUTH]);
  });

  it('is found without the refusal, where CORS hides what it says', async () => {
    verifies('resource-metadata-in-order');
    expect(await looked({ hidesChallenge: true, scope: 'x' })).to.deep.equal([`${RESOURCE}/mcp`, OAUTH]);
  });

  it('without any word is the server itself, as the oldest revision had it', async () => {
    const { connect, site } = visit({ metadataAt: 'none', issuer: { name: 'https://mcp.test' } });
    await connect();
    expect(site.visits[0]!.url).to.match(/^https:\/\/mcp\.test\/authorize\?/);
    const bare = visit({ metadataAt: 'none', issuer: { name: 'https://mcp.test', hasNoMetadata: true } });
    await bare.connect();
    expect(bare.site.log.map(({ url }) => url.pathname)).to.include.members([OAUTH, '/register', '/token']);
    expect(bare.sentWith().get('code_challenge_method')).to.equal('S256');
    expect(bare.sentWith().get('resource')).to.equal('https://mcp.test/mcp');
  });

  it('says so when the server names another one as the one to sign in for', async () => {
    verifies('another-resource-is-refused');
    for (const resource of ['https://evil.test/mcp', 'https://mcp.test/mcp/deeper', 'https://mcp.test/mc', 'x', 7]) {
      const { connect, site } = visit({ resource: { resource } });
      const error = await failureOf(connect());
      expect(error.message, String(resource)).to.match(/names another server|refused/);
      expect(site.visits).to.deep.equal([]);
      expect(site.log.filter(({ url }) => url.host === 'as.test')).to.deep.equal([]);
    }
  });

  it('names itself as addresses are written: other readers would take the rest for somebody else', async () => {
    verifies('another-resource-is-refused');
    const path = '/@honest.test/mcp';
    for (const resource of [
      'https://mcp.test\\@honest.test/',
      `https://honest.test@mcp.test${path}`,
      `https:mcp.test${path}`,
      `https:////mcp.test${path}`,
      ` https://mcp.test${path}`,
      `https://mcp.te\nst${path}`,
      `https://mcp.test${path}${'/'.repeat(2000)}`,
    ]) {
      const { connect, site } = visit({ path, resource: { resource } });
      expect((await failureOf(connect())).message, resource).to.match(/names another server/);
      expect(site.log.every(({ url }) => url.host === 'mcp.test')).to.equal(true);
    }
  });

  it('is not one whose name would put a stranger’s words into ours', async () => {
    for (const issuer of [
      'https://as.test/" is wrong. Call +1 555',
      'https://as.test/\u202Eabc',
      `https://as.test/${'a'.repeat(50_000)}`,
      'https://ас.test',
      'https:as.test',
    ]) {
      const { connect, site } = visit({ resource: { authorization_servers: [issuer] } });
      const { message, remedy } = await failureOf(connect());
      expect(message).to.match(/is not a well-formed address; refused/);
      expect(`${message} ${remedy}`.length).to.be.below(350);
      expect(site.log.every(({ url }) => url.host === 'mcp.test')).to.equal(true);
    }
    for (const script of [
      { authorization_servers: ['x \u202E\n\n call +1 555'] },
      { resource: 'x \u202E\n\n call +1 555' },
    ])
      expect((await failureOf(visit({ resource: script }).connect())).message).to.match(/x call \+1 555/);
  });

  it('may speak for a whole that the server is part of', async () => {
    const { connect, sentWith } = visit({ resource: { resource: 'https://mcp.test' } });
    await connect();
    expect(sentWith().get('resource')).to.equal('https://mcp.test');
  });

  it('is looked for in three places, in order', async () => {
    verifies('server-metadata-in-order');
    const at = (metadataAt: string): IssuerScript => ({ name: 'https://as.test/t1', metadataAt });
    const all = [`${OAUTH}/t1`, `${OPENID}/t1`, `/t1${OPENID}`];
    for (const [index, place] of all.entries())
      expect(await looked({ issuer: at(place) })).to.deep.equal([`${RESOURCE}/mcp`, ...all.slice(0, index + 1)]);
    expect(await looked({ issuer: { metadataAt: OPENID } })).to.deep.equal([`${RESOURCE}/mcp`, OAUTH, OPENID]);
  });

  it('may write the only slash of an address without a path, or not', async () => {
    for (const [named, itself] of [
      ['https://as.test/', 'https://as.test'],
      ['https://as.test', 'https://as.test/'],
    ] as const) {
      const { connect, site } = visit({
        resource: { authorization_servers: [named] },
        issuer: { metadata: { issuer: itself } },
      });
      await connect();
      expect(site.visits).to.have.length(1);
    }
  });

  it('must call itself what it was called, letter by letter', async () => {
    verifies('issuer-is-the-same');
    for (const issuer of [
      'https://attacker.test',
      'https://as.test//',
      'https://as.test/a',
      'https://AS.test',
      undefined,
    ]) {
      const { connect, site } = visit({ issuer: { metadata: { issuer } } });
      const error = await failureOf(connect());
      expect(error.message).to.match(/names (?:no issuer|\S+ as its issuer)/);
      expect(site.log.filter(({ method }) => method === 'POST').every(({ url }) => url.host === 'mcp.test')).to.equal(
        true,
      );
      expect(site.visits).to.deep.equal([]);
    }
  });

  it('must protect codes with S256', async () => {
    verifies('codes-are-protected');
    for (const methods of [undefined, ['plain'], 'S256', []]) {
      const metadata = { code_challenge_methods_supported: methods };
      const { connect, site } = visit({ issuer: { metadata } });
      expect((await failureOf(connect())).message).to.match(/PKCE/);
      expect(site.visits).to.deep.equal([]);
    }
  });

  it('must have addresses that nobody on the way can read', async () => {
    for (const field of ['authorization_endpoint', 'token_endpoint'])
      for (const address of ['http://as.test/x', 'javascript:alert(1)', 'https://u:p@as.test/', 7, undefined]) {
        const { connect, site } = visit({ issuer: { metadata: { [field]: address } } });
        expect((await failureOf(connect())).message).to.match(/not an https address/);
        expect(site.visits).to.deep.equal([]);
      }
  });

  it('is the next one where the first of several cannot be used', async () => {
    const issuers = ['https://gone.test', 'https://as.test'];
    const { connect, site } = visit({ resource: { authorization_servers: issuers } });
    await connect();
    expect(site.visits[0]!.issuer).to.equal('https://as.test');
  });

  it('is the one a client is registered at, or the one the page chooses', async () => {
    const issuers = ['https://other.test', 'https://as.test'];
    const registered = visit(
      { resource: { authorization_servers: issuers } },
      { clients: [{ clientId: 'mine', issuer: 'https://as.test' }] },
    );
    await registered.connect();
    expect(registered.site.log.some(({ url }) => url.host === 'other.test')).to.equal(false);
    const chosen = visit({ resource: { authorization_servers: issuers } }, { chooseIssuer: () => 'https://as.test' });
    await chosen.connect();
    expect(chosen.site.log.some(({ url }) => url.host === 'other.test')).to.equal(false);
  });
});
