import { expect } from '@esm-bundle/chai';
import { AuthorizationError, MemoryTokenStore, type AuthorizationOptions } from '../../src/auth/index.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';
import { ScriptedIssuer, type IssuerScript } from './scripted-issuer.js';
import { REDIRECT_URI, visits, type Visit } from './signed-in.js';

/** What this page is at the honest authorization server, which everybody may know. */
const CLIENT = 'page-at-honest';
const HONEST = 'https://honest.test';
const EVIL = 'https://evil.test';
const DOCUMENT = 'https://page.test/client.json';

describe('an authorization server that sends people on to another one, to get its codes', () => {
  const visit = visits();

  /**
   * The person is sent to the evil authorization server, which sends them on to the honest one, as this page: with its
   * client there, and everything else as it was asked. The honest one knows them, and sends them back with its code.
   */
  function attack(
    options: Partial<AuthorizationOptions>,
    evil: IssuerScript = {},
    backTo?: (own: string) => string,
  ): Visit & { readonly stolen: () => readonly string[] } {
    const honest = new ScriptedIssuer({ name: HONEST });
    const visited = visit(
      {
        issuer: { name: EVIL, ...evil },
        comesBack: (callback) => {
          const sent = new URL(visited.site.visits.at(-1)!.url).searchParams;
          const asked = new URL(`${HONEST}/authorize`);
          const own = sent.get('redirect_uri')!;
          for (const [name, value] of sent) asked.searchParams.set(name, value);
          asked.searchParams.set('client_id', CLIENT);
          asked.searchParams.set('redirect_uri', backTo?.(own) ?? REDIRECT_URI);
          expect(callback.searchParams.get('state')).to.equal(sent.get('state'));
          return honest.authorize(asked);
        },
      },
      options,
    );
    const stolen = (): readonly string[] =>
      visited.site.log
        .filter(({ url, body }) => url.origin === EVIL && body.includes('code_verifier'))
        .map(({ body }) => new URLSearchParams(body).get('code')!);
    return { ...visited, stolen };
  }

  it('gets none with a client that registers itself: each authorization server has an address of its own', async () => {
    verifies('who-answers-is-checked', 'comes-back-to-registered-address');
    const { connect, stolen } = attack({});
    const error = await failureOf(connect());
    expect(stolen()).to.deep.equal([]);
    expect(error).to.be.instanceOf(AuthorizationError);
    expect(error.message).to.match(/came back to another address than expected|Another server than evil\.test/);
  });

  it('gets none on the address of the honest one', async () => {
    const page = visit({ issuer: { name: HONEST } });
    await page.connect();
    const address = page.sentWith().get('redirect_uri')!;
    const { connect, stolen } = attack({}, {}, () => address);
    await failureOf(connect());
    expect(stolen()).to.deep.equal([]);
  });

  const fixed: readonly [what: string, options: Partial<AuthorizationOptions>, evil: IssuerScript][] = [
    ['a client registered by hand', { clients: [{ clientId: CLIENT }] }, {}],
    [
      'the site’s own document',
      { clientMetadataUrl: DOCUMENT },
      { metadata: { client_id_metadata_document_supported: true, registration_endpoint: undefined } },
    ],
    [
      'the site’s own document, where it could register itself',
      { clientMetadataUrl: DOCUMENT },
      { metadata: { client_id_metadata_document_supported: true } },
    ],
  ];
  for (const [what, options, evil] of fixed) {
    it(`gets none with ${what}, whose address is always the same`, async () => {
      const { connect, stolen } = attack(options, evil);
      await failureOf(connect());
      expect(stolen()).to.deep.equal([]);
    });

    it(`gets none with ${what}, also where it says that it names itself`, async () => {
      verifies('who-answers-is-checked');
      const metadata = { ...evil.metadata, authorization_response_iss_parameter_supported: true };
      const { connect, stolen } = attack(options, { ...evil, metadata });
      expect((await failureOf(connect())).message).to.match(/Another server than evil\.test/);
      expect(stolen()).to.deep.equal([]);
    });
  }
});

describe('where people come back to', () => {
  const visit = visits();

  it('is an address of its own for each authorization server that the page registers itself at', async () => {
    verifies('comes-back-to-registered-address');
    const addresses = new Set<string>();
    for (const name of ['https://one.test', 'https://two.test', 'https://one.test/tenant']) {
      const { connect, site, sentWith } = visit({ issuer: { name } });
      await connect();
      const registration = site.log.find(({ url }) => url.pathname.endsWith('/register'))!;
      const [address] = (JSON.parse(registration.body) as { redirect_uris: string[] }).redirect_uris;
      expect(address).to.match(/^https:\/\/page\.test\/oauth-callback\.html\?issuer=[0-9a-f]{32}$/);
      expect(sentWith().get('redirect_uri')).to.equal(address);
      const token = site.log.findLast(({ url }) => url.pathname.endsWith('/token'))!;
      expect(new URLSearchParams(token.body).get('redirect_uri')).to.equal(address);
      addresses.add(address!);
    }
    expect(addresses.size).to.equal(3);
  });

  it('keeps what the page’s own address has behind its question mark', async () => {
    const { connect, sentWith } = visit({}, { redirectUri: 'https://page.test/back?to=a%20b' });
    await connect();
    expect(sentWith().get('redirect_uri')).to.match(/^https:\/\/page\.test\/back\?to=a%20b&issuer=[0-9a-f]{32}$/);
  });

  it('goes with the registration, from load to load', async () => {
    const store = new MemoryTokenStore();
    const first = visit({}, { store });
    await first.connect();
    const address = first.sentWith().get('redirect_uri')!;
    expect((await store.client('https://as.test', address))?.redirectUri).to.equal(address);
    await first.auth.signOut();
    const second = visit({}, { store });
    await second.connect();
    expect(second.site.at('/register')).to.deep.equal([]);
    expect(second.sentWith().get('redirect_uri')).to.equal(address);
  });

  it('is checked, and nothing else of the answer is believed before', async () => {
    verifies('comes-back-to-registered-address');
    const changes: readonly ((callback: URL) => void)[] = [
      (callback) => callback.searchParams.set('issuer', '0'.repeat(32)),
      (callback) => callback.searchParams.delete('issuer'),
      (callback) => callback.searchParams.append('issuer', callback.searchParams.get('issuer')!),
    ];
    for (const change of changes) {
      const { connect, site } = visit({
        comesBack: (callback) => {
          change(callback);
          callback.searchParams.set('error', 'access_denied');
          return callback;
        },
      });
      const error = await failureOf(connect());
      expect(error.message).to.match(/another address/);
      expect(site.at('/token')).to.deep.equal([]);
    }
    // Nor is what was asked without it taken on the address of some authorization server.
    const clients = [{ clientId: CLIENT, issuer: 'https://as.test' }];
    const { connect } = visit(
      { comesBack: (callback) => (callback.searchParams.set('issuer', '0'.repeat(32)), callback) },
      { clients },
    );
    expect((await failureOf(connect())).message).to.match(/another address/);
  });

  it('is the page’s own for a client registered by hand, where the page says at which authorization server', async () => {
    const clients = [{ clientId: CLIENT, issuer: 'https://as.test' }];
    const { connect, sentWith } = visit({}, { clients });
    await connect();
    expect(sentWith().get('redirect_uri')).to.equal(REDIRECT_URI);
  });

  it('is the page’s own where the authorization server names itself', async () => {
    const { connect, sentWith } = visit({ issuer: { namesItself: true } }, { clients: [{ clientId: CLIENT }] });
    await connect();
    expect(sentWith().get('redirect_uri')).to.equal(REDIRECT_URI);
    const metadata = { client_id_metadata_document_supported: true };
    const document = visit({ issuer: { namesItself: true, metadata } }, { clientMetadataUrl: DOCUMENT });
    await document.connect();
    expect(document.sentWith().get('redirect_uri')).to.equal(REDIRECT_URI);
  });

  it('is refused where nobody could tell whose answer comes back, and it is said which file helps', async () => {
    const { connect, site } = visit({}, { clients: [{ clientId: CLIENT }] });
    const error = await failureOf(connect());
    expect(error.code).to.equal('unauthorized');
    expect(error.message).to.equal(
      'as.test does not say who it is when it sends people back, and this page does not say that its client id is for as.test.',
    );
    expect(error.remedy).to.equal('Tell whoever made this page.');
    expect(error.developerText?.text)
      .to.include('client-issuer="https://as.test"')
      .and.to.include('a copy of oauth-callback.html')
      .and.to.include('https://page.test/oauth-callback-as.test.html');
    expect(site.visits).to.deep.equal([]);
    expect(site.log.some(({ url, body }) => (url.href + body).includes(CLIENT))).to.equal(false);
  });

  it('is an address of its own where the site’s document would not be safe and the page can register itself', async () => {
    const metadata = { client_id_metadata_document_supported: true };
    const { connect, site, sentWith } = visit({ issuer: { metadata } }, { clientMetadataUrl: DOCUMENT });
    await connect();
    expect(site.at('/register')).to.have.length(1);
    expect(sentWith().get('redirect_uri')).to.match(/\?issuer=/);
  });
});
