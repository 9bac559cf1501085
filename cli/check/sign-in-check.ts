import { type AuthorizationServer, discoverOwn, discoverResource, discoverServer } from '../../src/auth/discovery.js';
import { asMcpError } from '../../src/errors.js';
import { TOKEN_HEADER } from '../../src/diagnosis/probes.js';
import type { Finding } from '../../src/diagnosis/types.js';
import { type Challenge, readChallenge } from '../../src/transport/challenge.js';
import { type CorsFault, type PageFetch } from './page-fetch.js';
import { type CheckProblem, type CheckTarget, problemOf } from './target.js';

/** An authorization server that a page could use. */
export interface AuthorizationServerCheck {
  readonly issuer: string;
  /** True if the page can read its metadata. A sign-in needs that. */
  readonly metadata: boolean;
  /** It accepts the URL of a client ID metadata document as client id. */
  readonly clientIdMetadataDocument: boolean;
  /** Pages can register themselves (dynamic client registration), and CORS allows that request. */
  readonly dynamicRegistration: boolean;
  /** The page can read the answers of the token endpoint. */
  readonly tokenEndpoint: boolean;
  readonly problem?: CheckProblem | undefined;
}

/** An address whose answer the page may not read, and why. */
export interface UnreadableDocument {
  readonly url: string;
  readonly status: number;
  readonly fault: CorsFault;
}

/** The possibility to sign in from the page, as far as a check without a person can find out. */
export interface SignInCheck {
  /** Everything that a sign-in needs exists, and the page can read it. */
  readonly isPossible: boolean;
  /** The page can read `WWW-Authenticate`. Without it, the client uses the well-known URLs. */
  readonly challenge: boolean;
  /** Protected resource metadata (RFC 9728): read, absent, or not readable. */
  readonly resourceMetadata: 'read' | 'absent' | 'unusable';
  readonly authorizationServers: readonly AuthorizationServerCheck[];
  /** The server's preflight allows the `Authorization` header. */
  readonly tokenAllowed: boolean;
  readonly unreadable: readonly UnreadableDocument[];
  readonly problem?: CheckProblem | undefined;
}

/**
 * Reads the documents that a page reads before a person signs in. Registers no client and requests no token: the token
 * endpoint gets one empty request, to find out if its answers can be read.
 * @throws never
 */
export async function checkSignIn(target: CheckTarget, findings: readonly Finding[]): Promise<SignInCheck> {
  const { url, page } = target;
  const challenge = challengeOf(page, url);
  const before = page.seen.length;
  const tokenAllowed = !findings.some(
    ({ id, evidence }) => id === 'cors-header-refused' && evidence.some(({ sent }) => sent.includes(TOKEN_HEADER)),
  );
  const base = { challenge: challenge !== undefined, tokenAllowed };
  const unreadable = (): readonly UnreadableDocument[] =>
    page.seen
      .slice(before)
      .flatMap(({ url: address, status, fault }) => (fault ? [{ url: address, status, fault }] : []));
  let issuers: readonly string[];
  try {
    ({ issuers } = await discoverResource(page.fetch, url, challenge, neverAborted()));
  } catch (error) {
    const problem = problemOf(asMcpError(error));
    return {
      ...base,
      isPossible: false,
      resourceMetadata: 'unusable',
      authorizationServers: [],
      unreadable: unreadable(),
      problem,
    };
  }
  const authorizationServers =
    issuers.length > 0
      ? await Promise.all(
          issuers.map((issuer) =>
            checkAuthorizationServer(target, issuer, discoverServer(page.fetch, issuer, url, neverAborted())),
          ),
        )
      : [await checkAuthorizationServer(target, new URL(url).origin, discoverOwn(page.fetch, url, neverAborted()))];
  return {
    ...base,
    isPossible: tokenAllowed && authorizationServers.some(({ metadata, tokenEndpoint }) => metadata && tokenEndpoint),
    resourceMetadata: issuers.length > 0 ? 'read' : 'absent',
    authorizationServers,
    unreadable: unreadable(),
  };
}

async function checkAuthorizationServer(
  target: CheckTarget,
  issuer: string,
  discovery: Promise<AuthorizationServer>,
): Promise<AuthorizationServerCheck> {
  const nothing = {
    issuer,
    metadata: false,
    clientIdMetadataDocument: false,
    dynamicRegistration: false,
    tokenEndpoint: false,
  };
  try {
    const server = await discovery;
    // Its addresses are those that servers of 2025-03-26 had without saying so: a guess, which most servers do not answer.
    if (server.isAssumed) return nothing;
    const [tokenEndpoint, dynamicRegistration] = await Promise.all([
      isReadable(target, server.tokenEndpoint),
      server.registrationEndpoint ? mayPostJson(target, server.registrationEndpoint) : false,
    ]);
    return {
      issuer,
      metadata: true,
      clientIdMetadataDocument: server.takesClientMetadata,
      dynamicRegistration,
      tokenEndpoint,
    };
  } catch (error) {
    return { ...nothing, problem: problemOf(asMcpError(error)) };
  }
}

/** True if the page can read the answer to an empty request. The request has no grant, so it gets no token. */
async function isReadable({ page, timeoutMs }: CheckTarget, url: string): Promise<boolean> {
  try {
    const response = await page.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: '',
      signal: AbortSignal.timeout(timeoutMs),
    });
    void response.body?.cancel().catch(() => {});
    return true;
  } catch {
    return false;
  }
}

/** A registration would leave a client behind, so only the preflight is sent. */
async function mayPostJson({ page, timeoutMs }: CheckTarget, url: string): Promise<boolean> {
  try {
    const { fault } = await page.preflight(url, 'POST', ['content-type'], AbortSignal.timeout(timeoutMs));
    return fault === undefined;
  } catch {
    return false;
  }
}

/** The challenge of the latest 401, as far as the page may read it. */
function challengeOf({ seen }: PageFetch, url: string): Challenge | undefined {
  const { origin } = new URL(url);
  const refusal = seen.findLast((one) => one.status === 401 && new URL(one.url).origin === origin);
  return refusal && readChallenge(new Response(null, { headers: refusal.readable }));
}

/** `discovery.ts` limits the time of each document itself. */
function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
