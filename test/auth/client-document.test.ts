import { expect } from '@esm-bundle/chai';
import {
  checkClientDocument,
  clientDocumentSnippet,
  clientDocumentText,
  createClientDocument,
} from '../../src/auth/client-document.js';
import { MAX_CLIENT_DOCUMENT_BYTES } from '../../src/auth/auth-limits.js';
import { verifies } from '../requirements/verifies.js';
import { visits } from './signed-in.js';

const URL_ = 'https://page.test/oauth/client.json';
const made = createClientDocument({
  url: URL_,
  redirectUris: ['https://page.test/callback.html'],
  clientName: 'Page',
});
const faults = (changes: object, url = URL_): string[] =>
  checkClientDocument({ ...made, ...changes }, url).map(
    ({ severity, field, text }) => `${severity} ${field} ${text.key.replace(/^auth\.(document\.client\.)?/, '')}`,
  );

describe('a client metadata document', () => {
  const visit = visits();

  it('has no fault as it is made', () => {
    expect(checkClientDocument(made, URL_)).to.deep.equal([]);
    expect(JSON.parse(clientDocumentText(made))).to.deep.equal(made);
    expect(made.application_type).to.equal('web');
    const local = { url: URL_, redirectUris: ['http://127.0.0.1:3000/callback.html'], clientName: 'Page' };
    expect(createClientDocument(local).application_type).to.equal('native');
    expect(checkClientDocument(createClientDocument(local), URL_)).to.deep.equal([]);
  });

  it('has the address that a sign-in of this library takes', async () => {
    verifies('client-document-rules');
    const metadata = { client_id_metadata_document_supported: true };
    const { connect, sentWith } = visit(
      { issuer: { metadata, namesItself: true } },
      { clientMetadataUrl: made.client_id },
    );
    await connect();
    expect(sentWith().get('client_id')).to.equal(URL_);
  });

  it('has an address with https and a path, and nothing else', () => {
    const at = (url: string): string[] => faults({ client_id: url }, url);
    for (const url of ['https://page.test', 'https://page.test/', 'http://page.test/c', 'https://page.test/c#d', 'c'])
      expect(at(url), url).to.deep.equal(['error client_id metadataAddress']);
    expect(at('https://me:pw@page.test/c')).to.deep.equal(['error client_id metadataAddress']);
    for (const url of ['https://page.test/a/../c', 'https://page.test/./c', 'https://page.test/..'])
      expect(at(url)[0], url).to.match(/client_id (dots|metadataAddress)/);
    expect(at('https://page.test/c?d=e')).to.deep.equal(['warning client_id query']);
    expect(at('https://page.test/a..b/c.json')).to.deep.equal([]);
  });

  it('says its own address, letter by letter', () => {
    for (const other of [`${URL_}/`, URL_.toUpperCase(), 7, undefined])
      expect(faults({ client_id: other })).to.deep.equal(['error client_id otherId']);
  });

  it('has a name and somewhere to come back to', () => {
    for (const name of [undefined, '', '  ', 7])
      expect(faults({ client_name: name })).to.deep.equal(['error client_name noName']);
    for (const list of [undefined, [], 'https://page.test/callback.html'])
      expect(faults({ redirect_uris: list })).to.deep.equal(['error redirect_uris noRedirect']);
    for (const one of ['http://page.test/c', 'https://page.test/c#d', 'myapp:/c', 7, null])
      expect(faults({ redirect_uris: [one] })).to.deep.equal(['error redirect_uris redirectUriUnusable']);
    expect(faults({ redirect_uris: ['https://other.test/c'] })).to.deep.equal(['warning redirect_uris otherSite']);
  });

  it('has no secret, and says that there is none', () => {
    expect(faults({ client_secret: 'x', client_secret_expires_at: 0 })).to.deep.equal([
      'error client_secret secret',
      'error client_secret_expires_at secret',
    ]);
    for (const method of [undefined, 'client_secret_basic', 'client_secret_post'])
      expect(faults({ token_endpoint_auth_method: method })).to.deep.equal(['error token_endpoint_auth_method method']);
  });

  it('allows the flow of a page, and has addresses of the web', () => {
    expect(faults({ grant_types: ['refresh_token'], response_types: 'code' })).to.deep.equal([
      'error grant_types lacks',
      'error response_types lacks',
    ]);
    expect(faults({ grant_types: undefined, response_types: undefined })).to.deep.equal([]);
    expect(faults({ client_uri: 'javascript:alert(1)', logo_uri: 'logo.png' })).to.deep.equal([
      'error client_uri webAddress',
      'error logo_uri webAddress',
    ]);
  });

  it('is one small object', () => {
    for (const other of [undefined, null, 'text', []])
      expect(checkClientDocument(other, URL_).map(({ text }) => text.key)).to.deep.equal([
        'auth.document.client.noObject',
      ]);
    expect(faults({ tos: 'x'.repeat(MAX_CLIENT_DOCUMENT_BYTES) })).to.deep.equal(['warning undefined tooLarge']);
  });

  it('is used by code that no address gets out of', () => {
    const snippet = clientDocumentSnippet({ ...made, client_id: 'https://page.test/";alert(1)//' });
    expect(snippet).to.contain(String.raw`clientMetadataUrl: "https://page.test/\";alert(1)//"`);
  });
});
