import { createHash } from 'node:crypto';
import { type AuthorizationServer, discoverOwn, discoverResource, discoverServer } from '../../src/auth/discovery.js';
import { MAX_AUTH_DOCUMENT_BYTES, METADATA_TIMEOUT_MS } from '../../src/auth/auth-limits.js';
import { isSecureUrl, mayNameUrl } from '../../src/auth/url-safety.js';
import { errorTextOf, isMcpError, McpError } from '../../src/errors.js';
import { asObject, asString } from '../../src/protocol/decode/values.js';
import { type Challenge, readChallenge } from '../../src/transport/challenge.js';
import { toJson } from '../../src/util/json.js';
import { type Handler, jsonResponse, refusal, readBytes } from './answers.js';
import { errorText } from './error-texts.js';
import { leadsInside, upstreamAddress, type UpstreamRules } from './upstream-address.js';
import { askUpstream, responseOf } from './upstream-request.js';

/** Characters of the hash that names an endpoint: 96 bits, so that no two have the same. */
const ENDPOINT_ID_LENGTH = 16;
/** Headers that a sign-in needs at an authorization server. No other header of a page is passed on. */
const SENT = ['accept', 'content-type', 'authorization', 'dpop'] as const;

/** An address that takes part in the sign-in at a server. */
interface SignInEndpoint {
  /** Requests of the page name the endpoint by this id. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** As `URL` writes it. */
  readonly url: string;
}

export interface SignInRelayOptions extends UpstreamRules {
  /** The address of the server. */
  readonly upstream: string;
  /** Headers for the server, which the page need not know. Authorization servers get none of them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Brings the sign-in at a server to a page that the CORS rules of an authorization server keep out. */
export interface SignInRelay {
  /**
   * GET: the endpoints, as JSON `{ endpoints: [{ id, method, url }] }`. POST: sends JSON
   * `{ endpoint: id, headers, body }` to that endpoint, and returns its answer. It does not check who sends a request or
   * from where: put a guard before it. Never rejects.
   */
  readonly fetch: Handler;
  /** Reads the headers of a server's answer: a refusal names its metadata. Its body is not read. */
  note(response: Response): void;
}

/**
 * Relays the requests of a sign-in that a page sends itself: metadata of the server and of its authorization servers,
 * registration, tokens, revocation. The page to sign in is a navigation, which needs no relay.
 *
 * There is no free target. The relay itself reads the metadata of the server, with the functions of the client, and then that
 * of the authorization servers named there; a request names one of the addresses found so by an id. The rules of the client
 * hold: https (http on this machine), no address in the local network named by a public server. Names are resolved, checked and
 * pinned for each connection. No redirect is followed, as the client follows none.
 * @throws McpError `invalid-input` where the address of the server cannot be used
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export function createSignInRelay(options: SignInRelayOptions): SignInRelay {
  const relay = new Relay(options);
  return { fetch: (request) => relay.serve(request), note: (response) => relay.note(response) };
}

class Relay {
  readonly #options: SignInRelayOptions;
  readonly #upstream: URL;
  #challenge: Challenge | undefined;
  #found: Promise<readonly SignInEndpoint[]> | undefined;
  #isLooking = false;

  constructor(options: SignInRelayOptions) {
    this.#options = options;
    this.#upstream = upstreamAddress(options.upstream);
  }

  note(response: Response): void {
    if (response.status !== 401) return;
    const challenge = readChallenge(response);
    if (challenge?.resourceMetadata === this.#challenge?.resourceMetadata) return;
    this.#challenge = challenge;
    this.#found = undefined;
  }

  async serve(request: Request): Promise<Response> {
    try {
      if (request.method === 'GET') return jsonResponse(toJson({ endpoints: await this.#endpoints(true) }));
      if (request.method === 'POST') return await this.#send(request);
      return refusal(405, errorText('relay.methodNotAllowed', { method: request.method.slice(0, 20) }), {
        headers: { allow: 'GET, POST' },
      });
    } catch (error) {
      if (isMcpError(error)) return refusal(error.code === 'declined' ? 403 : 502, errorTextOf(error));
      const problem = error instanceof Error ? error.message : String(error);
      return refusal(502, errorText('relay.signInFailed', { host: this.#upstream.host, problem }));
    }
  }

  async #send(request: Request): Promise<Response> {
    let asked: unknown;
    try {
      asked = JSON.parse(new TextDecoder().decode(await readBytes(request, MAX_AUTH_DOCUMENT_BYTES)));
    } catch (error) {
      if (!(error instanceof McpError)) return refusal(400, errorText('relay.notJson'));
      return refusal(413, errorText('relay.signInTooLarge', { kilobytes: MAX_AUTH_DOCUMENT_BYTES / 1024 }));
    }
    const { endpoint: id, headers, body } = asObject(asked) ?? {};
    const endpoint = (await this.#endpoints()).find((one) => one.id === id);
    if (!endpoint) return refusal(404, errorText('relay.endpointUnknown'));
    const given = asObject(headers) ?? {};
    const sent: Record<string, string> = {};
    for (const name of SENT) {
      const value = asString(given[name]);
      if (value) sent[name] = value;
    }
    const target = new URL(endpoint.url);
    return this.#ask(target, {
      method: endpoint.method,
      headers: sent,
      body: endpoint.method === 'POST' ? asString(body) : undefined,
      signal: request.signal,
    });
  }

  /** Those that were found last. @param isAsked true where the page lacks one: the server may name another by now */
  #endpoints(isAsked = false): Promise<readonly SignInEndpoint[]> {
    if (this.#found && (this.#isLooking || !isAsked)) return this.#found;
    this.#isLooking = true;
    const found = this.#discover().finally(() => (this.#isLooking = false));
    this.#found = found;
    return found;
  }

  /** Every address that discovery requests is allowed for the page too, and those that the documents name. */
  async #discover(): Promise<readonly SignInEndpoint[]> {
    const server = this.#upstream.href;
    const { signal } = new AbortController();
    const endpoints = new Map<string, SignInEndpoint>();
    const add = (method: 'GET' | 'POST', url: string | undefined): void => {
      if (url === undefined || !isSecureUrl(url) || !mayNameUrl(server, url)) return;
      // One spelling: a document may write an address otherwise than a browser does.
      const { href } = new URL(url);
      const id = createHash('sha256').update(`${method} ${href}`).digest('base64url').slice(0, ENDPOINT_ID_LENGTH);
      endpoints.set(id, { id, method, url: href });
    };
    const fetch: typeof globalThis.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      add('GET', url);
      return this.#ask(new URL(url), {
        method: 'GET',
        headers: { accept: 'application/json' },
        signal: init?.signal ?? signal,
      });
    };
    const found = async (reading: Promise<AuthorizationServer>): Promise<void> => {
      // The page reads the same document and reports its faults itself.
      const { tokenEndpoint, registrationEndpoint, revocationEndpoint } = (await reading.catch(() => undefined)) ?? {};
      for (const url of [tokenEndpoint, registrationEndpoint, revocationEndpoint]) add('POST', url);
    };
    this.#challenge ??= await this.#ownChallenge();
    const resource = await discoverResource(fetch, server, this.#challenge, signal).catch(() => undefined);
    const { issuers } = resource ?? {};
    if (issuers?.length === 0) await found(discoverOwn(fetch, server, signal));
    await Promise.all((issuers ?? []).map((issuer) => found(discoverServer(fetch, issuer, server, signal))));
    return [...endpoints.values()];
  }

  /** This relay did not see a refusal that the page got directly. So it sends one request to get the challenge. */
  async #ownChallenge(): Promise<Challenge | undefined> {
    try {
      const response = await this.#ask(this.#upstream, {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        body: toJson({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        signal: AbortSignal.timeout(METADATA_TIMEOUT_MS),
      });
      response.body?.cancel().catch(() => {});
      return response.status === 401 ? readChallenge(response) : undefined;
    } catch {
      // The well-known URLs are still requested.
      return undefined;
    }
  }

  /** A server that is allowed to be in the local network may name another there; a public one may not. */
  async #rulesFor({ hostname }: URL): Promise<UpstreamRules> {
    const { allowPrivate = false, resolve } = this.#options;
    const isOther = hostname !== this.#upstream.hostname;
    return { resolve, allowPrivate: allowPrivate && (!isOther || (await leadsInside(this.#upstream, { resolve }))) };
  }

  async #ask(
    target: URL,
    {
      method,
      headers,
      body,
      signal,
    }: { method: string; headers: Record<string, string>; body?: string | undefined; signal: AbortSignal },
  ): Promise<Response> {
    const isOwnOrigin = target.origin === this.#upstream.origin;
    const added = Object.entries(isOwnOrigin ? (this.#options.headers ?? {}) : {}).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const answer = await askUpstream(
      target,
      {
        method,
        // The client's headers win: another `Authorization` is for the server.
        headers: {
          ...Object.fromEntries(added),
          ...headers,
          ...(bytes && { 'content-length': String(bytes.length) }),
        },
        signal,
        send: async (out) => void out.end(bytes),
      },
      await this.#rulesFor(target),
    );
    return responseOf(answer);
  }
}
