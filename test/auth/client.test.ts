import { expect } from '@esm-bundle/chai';
import type { AuthorizationOptions } from '../../src/auth/index.js';
import { McpError, verbatim } from '../../src/errors.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';
import { REDIRECT_URI, visits } from './signed-in.js';

const DOCUMENT = 'https://page.test/client.json';

describe('who a page is at an authorization server', () => {
  const visit = visits();

  it('is a client that was registered by hand, where there is one', async () => {
    verifies('clients-registered-by-hand');
    const metadata = { client_id_metadata_document_supported: true };
    const clients = [
      { clientId: 'other', issuer: 'https://x.test' },
      { clientId: 'mine', issuer: 'https://as.test' },
    ];
    const { connect, site, sentWith, tokenRequest } = visit(
      { issuer: { metadata } },
      { clients, clientMetadataUrl: DOCUMENT },
    );
    await connect();
    expect(sentWith().get('client_id')).to.equal('mine');
    expect(tokenRequest().get('client_id')).to.equal('mine');
    expect(site.at('/register')).to.deep.equal([]);
  });

  it('that was registered elsewhere is an error, and is not shown here', async () => {
    verifies('clients-stay-with-their-issuer');
    const { connect, site } = visit({}, { clients: [{ clientId: 'theirs', issuer: 'https://x.test' }] });
    expect((await failureOf(connect())).message).to.match(/registered at another authorization server/);
    expect(site.log.some(({ url, body }) => (url.href + body).includes('theirs'))).to.equal(false);
    expect(site.visits).to.deep.equal([]);
  });

  it('is else the address of the site’s own document, where such are taken', async () => {
    verifies('client-document-rules');
    const metadata = { client_id_metadata_document_supported: true };
    const { connect, site, sentWith, tokenRequest } = visit(
      { issuer: { metadata, namesItself: true } },
      { clientMetadataUrl: DOCUMENT },
    );
    await connect();
    expect(sentWith().get('client_id')).to.equal(DOCUMENT);
    expect(tokenRequest().get('client_id')).to.equal(DOCUMENT);
    expect(site.at('/register')).to.deep.equal([]);
    const untaken = visit({}, { clientMetadataUrl: DOCUMENT });
    await untaken.connect();
    expect(untaken.site.at('/register')).to.have.length(1);
  });

  it('without an issuer is not bound to one at which nobody wanted to sign in', async () => {
    let isWanted = false;
    const { connect, site } = visit(
      { issuer: { name: 'https://wrong.test', namesItself: true } },
      {
        clients: [{ clientId: 'mine' }],
        authorizer: {
          async open(request) {
            if (!isWanted) throw new McpError('declined', verbatim('No.'));
            return site.authorizer.open(request);
          },
        },
      },
    );
    expect((await failureOf(connect())).code).to.equal('declined');
    isWanted = true;
    site.change({ issuer: { namesItself: true } });
    await connect();
    expect(site.visits[0]!.issuer).to.equal('https://as.test');
    site.change({ issuer: { name: 'https://third.test', namesItself: true } });
    expect((await failureOf(connect())).message).to.match(/registered at another authorization server/);
  });

  it('whose document has no path, or no https, is refused before anybody sees it', async () => {
    verifies('client-document-rules');
    const metadata = { client_id_metadata_document_supported: true };
    for (const clientMetadataUrl of ['https://page.test', 'http://page.test/c', 'https://page.test/c#d', 'c']) {
      const { connect, site } = visit({ issuer: { metadata } }, { clientMetadataUrl });
      expect((await failureOf(connect())).code).to.equal('invalid-input');
      expect(site.visits).to.deep.equal([]);
    }
  });

  for (const status of [404, 401])
    it(`is nobody where a server wants a token, says nowhere how to get one, and answers all else with ${status}: nobody is asked to sign in`, async () => {
      let asked = 0;
      const { connect, site, session } = visit(
        {
          metadataAt: 'none',
          issuer: { name: 'https://mcp.test', hasNoMetadata: true, registers: () => ({ status, body: {} }) },
        },
        { chooseClient: async () => void asked++ },
      );
      const error = await failureOf(connect());
      expect(error.message).to.equal('mcp.test needs an access token and offers no sign-in.');
      expect(error.remedy).to.contain('Ask whoever runs the server');
      expect(error.developerText!.text).to.contain('`headers`');
      expect(asked).to.equal(0);
      expect(site.at('/register').filter(({ method }) => method === 'POST')).to.have.length(0);
      expect(session.state.get().phase).to.equal('failed');
      expect(site.visits).to.deep.equal([]);
    });

  it('is else one that registers itself, once, and says what kind it is', async () => {
    verifies('registration-says-what-it-is');
    const { connect, site, session, sentWith } = visit();
    await connect();
    site.issuer.forgetTokens();
    await session.tools.call('echo');
    expect(site.at('/register')).to.have.length(1);
    expect(JSON.parse(site.at('/register')[0]!.body)).to.deep.equal({
      client_name: 'page.test',
      redirect_uris: [sentWith().get('redirect_uri')],
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('on this machine is what registrations call native', async () => {
    verifies('registration-says-what-it-is');
    const { connect, site } = visit({}, { redirectUri: 'http://localhost:8080/oauth-callback.html' });
    await connect();
    expect(JSON.parse(site.at('/register')[0]!.body)).to.include({ application_type: 'native' });
  });

  it('tries the other kind where its own is refused, and says why it could not register', async () => {
    verifies('registration-says-what-it-is');
    const kinds: unknown[] = [];
    const { connect } = visit({
      issuer: {
        registers: ({ application_type }) => {
          kinds.push(application_type);
          return { status: 400, body: { error: 'invalid_redirect_uri', error_description: 'Only on our list.' } };
        },
      },
    });
    const error = await failureOf(connect());
    expect(kinds).to.deep.equal(['web', 'native']);
    expect(error.message).to.match(/did not register this page.*Only on our list/);
    expect(error.remedy).to.include(REDIRECT_URI);
  });

  it('is not what no registration may be called', async () => {
    for (const client_id of ['line\r\nSet-Cookie: a=b', 'nul\0', '\u202Eabc', 'a'.repeat(100_000), '', 7, null]) {
      const { connect, site } = visit({ issuer: { registers: () => ({ status: 201, body: { client_id } }) } });
      expect((await failureOf(connect())).message).to.equal('as.test did not register this page.');
      expect(site.visits).to.deep.equal([]);
    }
  });

  it('is else one that the person names', async () => {
    verifies('clients-registered-by-hand');
    const metadata = { registration_endpoint: undefined };
    const asked: string[][] = [];
    const chooseClient: AuthorizationOptions['chooseClient'] = async (issuer, redirectUri) => {
      asked.push([issuer, redirectUri]);
      return { clientId: 'typed' };
    };
    const named = visit({ issuer: { metadata } }, { chooseClient });
    await named.connect();
    expect(named.sentWith().get('client_id')).to.equal('typed');
    expect(asked).to.deep.equal([['https://as.test', named.sentWith().get('redirect_uri')]]);
    expect(asked[0]![1]).to.match(/\?issuer=/);
    const nobody = visit({ issuer: { metadata } });
    const error = await failureOf(nobody.connect());
    expect(error.message).to.match(/does not accept automatic client registration/);
    expect(error.remedy).to.equal('Tell whoever made this page.');
    expect(error.developerText?.text).to.include(REDIRECT_URI);
  });

  it('shows its secret the way the authorization server takes', async () => {
    const clients = [{ clientId: 'an-id', clientSecret: 'a b:c', issuer: 'https://as.test' }];
    const basic = visit({}, { clients });
    await basic.connect();
    const [request] = basic.site.at('/token');
    expect(request!.headers.get('authorization')).to.equal(`Basic ${btoa('an-id:a+b%3Ac')}`);
    expect(request!.body).not.to.include('client_secret');
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const post = visit({ issuer: { metadata } }, { clients });
    await post.connect();
    expect(post.tokenRequest().get('client_secret')).to.equal('a b:c');
    expect(post.site.at('/token')[0]!.headers.has('authorization')).to.equal(false);
  });

  it('comes back over https, or on this machine', async () => {
    verifies('comes-back-to-registered-address');
    for (const redirectUri of ['http://page.test/cb', 'app://cb', '/cb', 'https://page.test/cb#x']) {
      const { connect, site } = visit({}, { redirectUri });
      expect((await failureOf(connect())).code).to.equal('invalid-input');
      expect(site.at('/register')).to.deep.equal([]);
    }
  });
});
