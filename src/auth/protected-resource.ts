import { canonicalResource, covers, isSafe } from './addresses.js';
import type { Challenge } from '../transport/challenge.js';
import { MAX_AUTHORIZATION_SERVERS } from './limits.js';
import { AuthorizationError, hostOf, quoted } from './problems.js';
import { readDocument, textIn, textsIn, type Fields } from './read-document.js';

/** What a server says of itself as a thing that is protected. */
export interface ProtectedResource {
  /** What tokens are asked for, exactly as the server writes it. */
  readonly resource: string;
  /** Authorization servers it trusts; none: it is its own, as the oldest revision with authorization had it. */
  readonly issuers: readonly string[];
  readonly scopes: readonly string[] | undefined;
  /** It takes tokens that are bound to a key. */
  readonly takesBoundTokens: boolean;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/**
 * Finds out who signs people in for that server: where its refusal says, else under its path, else at its root.
 * @throws AuthorizationError when what it says is about another server, or cannot be read
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function discoverResource(
  fetch: typeof globalThis.fetch,
  server: string,
  challenge: Challenge | undefined,
  signal: AbortSignal,
): Promise<ProtectedResource> {
  const told = inOwnOrigin(server, challenge?.resourceMetadata);
  const problems: string[] = [];
  let nobodyAnswered = true;
  for (const address of placesOf(server, told)) {
    const reading = await readDocument(fetch, address, signal);
    if ('fields' in reading) return readResource(reading.fields, server);
    problems.push(`${address}: ${reading.missing}`);
    nobodyAnswered &&= reading.silent === true;
  }
  const elsewhere = told ? undefined : challenge?.resourceMetadata;
  if (elsewhere)
    throw new AuthorizationError(
      `${hostOf(server)} says where to sign in only at another site, ${hostOf(elsewhere)}; not asked.`,
      { remedy: `It must say so in its own origin: at ${placesOf(server, undefined)[0]}, for one.` },
    );
  if (told || nobodyAnswered)
    throw new AuthorizationError(`${hostOf(server)} wants a sign-in, but does not let this page read where.`, {
      remedy: `It must answer there and allow this page with CORS (${problems.join('; ').slice(0, 1000)}).`,
    });
  return { resource: canonicalResource(server), issuers: [], scopes: undefined, takesBoundTokens: false };
}

/** Elsewhere a server could have this browser ask any address, with any query, before the person knows of it. */
function inOwnOrigin(server: string, told: string | undefined): string | undefined {
  return isSafe(told) && new URL(told).origin === new URL(server).origin ? told : undefined;
}

function placesOf(server: string, told: string | undefined): readonly string[] {
  const { origin, pathname } = new URL(server);
  const path = pathname.replace(/\/$/, '');
  return [...new Set([...(told ? [told] : []), `${origin}${WELL_KNOWN}${path}`, `${origin}${WELL_KNOWN}`])];
}

function readResource(fields: Fields, server: string): ProtectedResource {
  const host = hostOf(server);
  const resource = textIn(fields, 'resource');
  // A token for another server would be asked for in this one's name.
  if (!resource || !covers(resource, server))
    throw new AuthorizationError(
      `${host} names another server (${quoted(resource)}) as the one to sign in for; refused.`,
      { remedy: 'Whoever runs it has to put its metadata right.' },
    );
  const issuers = textsIn(fields, 'authorization_servers')?.slice(0, MAX_AUTHORIZATION_SERVERS) ?? [];
  if (issuers.length === 0)
    throw new AuthorizationError(`${host} wants a sign-in, but names no authorization server.`, {
      remedy: 'Whoever runs it has to put its metadata right.',
    });
  return {
    resource,
    issuers,
    scopes: textsIn(fields, 'scopes_supported'),
    takesBoundTokens:
      fields['dpop_bound_access_tokens_required'] === true ||
      (textsIn(fields, 'dpop_signing_alg_values_supported')?.includes('ES256') ?? false),
  };
}
