import { expect } from '@esm-bundle/chai';
import { Authorization, MemoryTokenStore, type PendingAuthorization } from '../../src/auth/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { ScriptedSite, type SiteScript } from './scripted-site.js';
import { REDIRECT_URI, visits, type Visit } from './signed-in.js';

const ROUTER = 'https://192.168.1.1';
/** Hosts that stand where no public server has any business, in the spellings that there are for them. */
const PRIVATE = [
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '127.0.0.1:8443',
  '0x7f.1',
  '2130706433',
  'localhost',
  'app.localhost',
  'router',
  'printer.local',
  'wiki.internal',
  '[::1]',
  '[fd12::1]',
  '[fe80::1]',
  '[::ffff:192.168.0.1]',
];

describe('a server of the internet', () => {
  const visit = visits();
  const { create } = sessions();
  /** Everything that was asked of other hosts than those of the server and its authorization server. */
  const strayed = ({ site }: Visit): string[] =>
    site.log.filter(({ url }) => !['mcp.test', 'as.test'].includes(url.host)).map(({ url }) => url.href);

  const steers: readonly [what: string, script: (at: string) => SiteScript][] = [
    ['metadata', (at) => ({ tells: at })],
    ['an authorization server', (at) => ({ resource: { authorization_servers: [new URL('/cgi-bin', at).href] } })],
    ['an address to sign in at', (at) => ({ issuer: { metadata: { authorization_endpoint: at } } })],
    ['a registration', (at) => ({ issuer: { metadata: { registration_endpoint: at } } })],
    ['tokens', (at) => ({ issuer: { metadata: { token_endpoint: at } } })],
    ['a revocation', (at) => ({ issuer: { metadata: { revocation_endpoint: at } } })],
  ];
  for (const [what, script] of steers)
    it(`has nothing asked of a private network for ${what}`, async () => {
      const asked: string[] = [];
      for (const host of PRIVATE) {
        const visited = visit(script(`https://${host}/cgi-bin/set?dns=6.6.6.6`));
        await visited.connect().catch(() => {});
        await visited.auth.signOut();
        const sentTo = visited.site.visits.map(({ url }) => url).filter((url) => !url.startsWith('https://as.test/'));
        asked.push(...strayed(visited), ...sentTo);
      }
      expect(asked).to.deep.equal([]);
    });

  it('that names one says what is wrong, and whose it is', async () => {
    const named = await failureOf(visit({ resource: { authorization_servers: [ROUTER] } }).connect());
    expect(named.message).to.equal(
      'The authorization server is at 192.168.1.1, in a private network; mcp.test is not. Refused.',
    );
    expect(named.remedy).to.include('Whoever runs that server');
    const metadata = { token_endpoint: `${ROUTER}/apply.cgi?reboot=1` };
    const token = await failureOf(visit({ issuer: { metadata } }).connect());
    expect(token.message).to.equal(
      'The address for tokens is at 192.168.1.1, in a private network; mcp.test is not. Refused.',
    );
  });

  it('reads where people sign in from its own origin only', async () => {
    for (const tells of ['https://elsewhere.test/about.json?x=1', 'https://mcp.test:8443/about.json', 'about.json']) {
      const visited = visit({ tells });
      await visited.connect();
      expect(strayed(visited)).to.deep.equal([]);
      expect(visited.site.at('/about.json')).to.deep.equal([]);
    }
    const error = await failureOf(
      visit({
        tells: 'https://elsewhere.test/about.json',
        instead: ({ pathname }) => (pathname.includes('well-known') ? new Response('', { status: 404 }) : undefined),
      }).connect(),
    );
    expect(error.message).to.equal('mcp.test says where to sign in only at another site, elsewhere.test; not asked.');
    expect(error.remedy).to.include('https://mcp.test/.well-known/oauth-protected-resource/mcp');
  });

  it('has no tokens of an earlier version renewed, or taken back, in a private network', async () => {
    const { issuer, url } = new ScriptedSite();
    for (const at of [{ tokenEndpoint: `${ROUTER}/token` }, { revocationEndpoint: `${ROUTER}/revoke` }]) {
      const store = new MemoryTokenStore();
      await store.storeSignIn(url, {
        ...{ issuer: issuer.name, tokenEndpoint: `${issuer.name}/token`, ...at },
        ...{ resource: url, client: { clientId: 'kept', method: 'none' }, asked: [], granted: [] },
        ...{ accessToken: 'an-old-token', refreshToken: 'an-old-refresh-token', expiresAt: 1 },
      });
      const visited = visit({}, { store });
      await visited.connect();
      expect(strayed(visited)).to.deep.equal([]);
      expect(visited.site.visits, 'the person signs in anew').to.have.length(1);
      await visited.auth.signOut();
      expect(strayed(visited)).to.deep.equal([]);
    }
  });

  it('gets no code of an attempt that an earlier version began, in a private network', async () => {
    const visited = visit({}, { authorizer: { open: () => new Promise(() => {}) } });
    const begun: PendingAuthorization[] = [];
    const asking = visit(
      {},
      { authorizer: { open: async (request) => (begun.push((await request.begin()).attempt), '') } },
    );
    await failureOf(asking.connect());
    const [attempt] = begun;
    const authorizationServer = { ...attempt!.authorizationServer, tokenEndpoint: `${ROUTER}/apply.cgi` };
    const callback = `${attempt!.redirectUri}&state=${attempt!.state}&code=a-code`;
    let isBack = true;
    const auth = new Authorization({
      redirectUri: REDIRECT_URI,
      authorizer: {
        open: () => new Promise(() => {}),
        returned: () =>
          isBack ? ((isBack = false), { attempt: { ...attempt!, authorizationServer }, callback }) : undefined,
      },
    });
    const session = create(visited.site.url, { auth, fetch: visited.site.fetch });
    expect((await failureOf(session.connect())).message).to.match(/192\.168\.1\.1, in a private network/);
    expect(strayed(visited)).to.deep.equal([]);
  });

  it('names authorization servers without a query or a fragment', async () => {
    for (const issuer of ['https://as.test/?x=1', 'https://as.test/#x']) {
      const visited = visit({ resource: { authorization_servers: [issuer] } });
      expect((await failureOf(visited.connect())).message).to.match(/must have no/);
      expect(visited.site.log.every(({ url }) => url.host === 'mcp.test')).to.equal(true);
    }
  });
});

describe('a server of a private network', () => {
  const visit = visits();

  it('may have its authorization server there, too', async () => {
    for (const [origin, name] of [
      ['https://mcp.internal', 'https://as.internal'],
      ['http://localhost:3000', 'http://localhost:9000'],
      ['https://192.168.1.7', 'https://as.test'],
    ] as const) {
      const { connect, auth } = visit({ origin, issuer: { name } });
      await connect();
      expect(auth.state.get()).to.include({ phase: 'signed-in', issuer: name });
    }
  });
});
