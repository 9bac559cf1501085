import { defineErrorTexts, type ErrorText } from '../errors.js';
import { asObject } from '../protocol/decode/values.js';
import { toJson } from '../util/json.js';
import { MAX_CLIENT_DOCUMENT_BYTES } from './auth-limits.js';
import { errorText as authText } from './error-texts.js';
import { quoted } from './errors.js';
import { isClientDocumentUrl, isLoopback, isRedirectUri } from './url-safety.js';

// A page that signs people in makes no document. So no entry imports this file, and it has its own catalogue of texts.
const errorText = defineErrorTexts({
  'auth.document.client.noObject': 'A client metadata document is one JSON object, and this is not.',
  'auth.document.client.dots': 'The path of the address has a “.” or “..” in it, which authorization servers refuse.',
  'auth.document.client.query': 'The address has a query (“?”), which some authorization servers refuse.',
  'auth.document.client.otherId':
    'client_id is {clientId}. It must be the address of the document, letter by letter: {address}.',
  'auth.document.client.noName':
    'client_name is missing: people read it when they are asked whether they trust this page.',
  'auth.document.client.noRedirect': 'redirect_uris must have at least one address that people come back to.',
  'auth.document.client.otherSite':
    '{redirectUri} is at another site than the document. Some authorization servers take only addresses of its own site.',
  'auth.document.client.secret': '{field} must not be in it: everybody can read this document.',
  'auth.document.client.method':
    'token_endpoint_auth_method must be “none”: a page can keep no secret, and without the word a secret is expected.',
  'auth.document.client.lacks': '{field} must have “{value}” in it.',
  'auth.document.client.webAddress': '{field} must be an https address.',
  'auth.document.client.tooLarge': 'It has over {kilobytes} KB, and authorization servers may read no more.',
});

/** The members of a client metadata document that this library makes and checks. */
export interface ClientDocument {
  /** The address of the document itself. */
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly client_uri?: string;
  readonly logo_uri?: string;
  readonly application_type: 'web' | 'native';
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: 'none';
}

export interface ClientDocumentOptions {
  /** The address at which the document will be: https, with a path. It is the client id. */
  readonly url: string;
  /** The redirect URIs: the `redirectUri` of the page, without query or fragment. */
  readonly redirectUris: readonly string[];
  /** The name that people read when they sign in. */
  readonly clientName: string;
  /** The start page of the site. Default: none. */
  readonly clientUri?: string | undefined;
  /** A picture of the site. Default: none. */
  readonly logoUri?: string | undefined;
}

/** Something in a document that authorization servers refuse (`error`), or that some do (`warning`). */
export interface ClientDocumentProblem {
  readonly severity: 'error' | 'warning';
  /** The member that it is about; `client_id` for the address as well. Absent for the document as a whole. */
  readonly field?: string | undefined;
  readonly text: ErrorText;
}

/**
 * Makes the client metadata document of a site, by which authorization servers know its pages without a registration. It
 * checks nothing: ask {@link checkClientDocument}.
 * @example
 * const document = createClientDocument({
 *   url: 'https://site.example/oauth/client.json',
 *   redirectUris: ['https://site.example/oauth-callback.html'],
 *   clientName: 'Site',
 * });
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export function createClientDocument(options: ClientDocumentOptions): ClientDocument {
  const { url, redirectUris, clientName, clientUri, logoUri } = options;
  return {
    client_id: url,
    client_name: clientName,
    redirect_uris: [...redirectUris],
    ...(clientUri && { client_uri: clientUri }),
    ...(logoUri && { logo_uri: logoUri }),
    // As at a registration: only a native client may have plain http addresses, those of this machine.
    application_type: redirectUris.some(isLoopback) ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

/**
 * Checks a client metadata document, by the rules of the draft and by the needs of this library. Pure: it sends no
 * request.
 * @param metadata the document: parsed JSON, from anywhere
 * @param url the address at which the document is, or will be
 * @returns an empty list for a document without a fault
 * @example const errors = checkClientDocument(document, url).filter(({ severity }) => severity === 'error');
 * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
export function checkClientDocument(metadata: unknown, url: string): readonly ClientDocumentProblem[] {
  const problems: ClientDocumentProblem[] = [];
  const add = (field: string | undefined, text: ErrorText, severity: 'error' | 'warning' = 'error'): void => {
    problems.push({ severity, ...(field !== undefined && { field }), text });
  };
  if (!isClientDocumentUrl(url)) add('client_id', authText('auth.metadataAddress'));
  else {
    if (/\/\.{1,2}(?:[/?]|$)/.test(url)) add('client_id', errorText('auth.document.client.dots'));
    if (url.includes('?')) add('client_id', errorText('auth.document.client.query'), 'warning');
  }
  const fields = asObject(metadata);
  if (!fields) return [...problems, { severity: 'error', text: errorText('auth.document.client.noObject') }];
  const { client_id: clientId, client_name: name, redirect_uris: redirects } = fields;
  if (clientId !== url)
    add('client_id', errorText('auth.document.client.otherId', { clientId: quoted(clientId), address: url }));
  if (typeof name !== 'string' || name.trim() === '') add('client_name', errorText('auth.document.client.noName'));
  if (!Array.isArray(redirects) || redirects.length === 0)
    add('redirect_uris', errorText('auth.document.client.noRedirect'));
  else for (const one of redirects as readonly unknown[]) checkRedirect(one);
  for (const field of ['client_secret', 'client_secret_expires_at'])
    if (field in fields) add(field, errorText('auth.document.client.secret', { field }));
  if (fields['token_endpoint_auth_method'] !== 'none')
    add('token_endpoint_auth_method', errorText('auth.document.client.method'));
  for (const [field, value] of [
    ['grant_types', 'authorization_code'],
    ['response_types', 'code'],
  ] as const) {
    const listed = fields[field];
    if (listed !== undefined && !(Array.isArray(listed) && listed.includes(value)))
      add(field, errorText('auth.document.client.lacks', { field, value }));
  }
  for (const field of ['client_uri', 'logo_uri'])
    if (fields[field] !== undefined && !isHttps(fields[field]))
      add(field, errorText('auth.document.client.webAddress', { field }));
  if (new TextEncoder().encode(clientDocumentText(fields)).length > MAX_CLIENT_DOCUMENT_BYTES)
    add(
      undefined,
      errorText('auth.document.client.tooLarge', { kilobytes: MAX_CLIENT_DOCUMENT_BYTES / 1024 }),
      'warning',
    );
  return problems;

  function checkRedirect(one: unknown): void {
    if (!isRedirectUri(one)) add('redirect_uris', authText('auth.redirectUriUnusable', { redirectUri: quoted(one) }));
    else if (isClientDocumentUrl(url) && !isLoopback(one) && new URL(one).origin !== new URL(url).origin)
      add('redirect_uris', errorText('auth.document.client.otherSite', { redirectUri: one }), 'warning');
  }
}

/** The document as a file. */
export function clientDocumentText(metadata: object): string {
  return `${toJson(metadata, undefined, 2)}\n`;
}

function isHttps(address: unknown): boolean {
  return typeof address === 'string' && URL.canParse(address) && new URL(address).protocol === 'https:';
}

/** The code by which a page uses its document. */
export function clientDocumentSnippet({ client_id: url, redirect_uris: [redirectUri = ''] }: ClientDocument): string {
  return `import { InteractiveAuthorization } from 'mcp-embed/auth';

document.querySelector('mcp-client').sessionOptions = {
  auth: new InteractiveAuthorization({
    redirectUri: ${toJson(redirectUri)},
    clientMetadataUrl: ${toJson(url)},
  }),
};
`;
}
