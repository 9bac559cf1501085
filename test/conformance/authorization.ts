import { Authorization, AuthorizationError, PopupAuthorizer, RedirectAuthorizer } from '../../src/auth/index.js';
import type { JsonObject } from '../../src/index.js';
import { says, visit } from './scenarios.js';

/** How people get to the authorization server: a window, or the page itself. */
export type Way = 'popup' | 'redirect';

/** Scenarios in which something is wrong with who signs people in: a client that goes on has been taken in. */
const REFUSED: ReadonlySet<string> = new Set([
  'auth/scope-retry-limit',
  'auth/resource-mismatch',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
]);

/** The address that the suite knows; it never looks at what is there. */
const CLIENT_METADATA = 'https://conformance-test.local/client-metadata.json';

/** What all scenarios about authorization want of their client. */
export async function authorize(scenario: string, url: string, context: JsonObject, way: Way): Promise<void> {
  const { client_id: clientId, client_secret: clientSecret, issuer } = context as Readonly<Record<string, string>>;
  const auth = new Authorization({
    // Nobody is here to press anything.
    authorizer:
      way === 'popup' ? new PopupAuthorizer({ onBlocked: (_, proceed) => proceed() }) : new RedirectAuthorizer(),
    redirectUri: `${location.origin}/oauth-callback.html`,
    ...(clientId && { clients: [{ clientId, clientSecret, issuer }] }),
    ...(scenario === 'auth/basic-cimd' && { clientMetadataUrl: CLIENT_METADATA }),
  });
  const visited = visit(url, { auth }, async ({ tools }) => {
    await tools.list();
    says(await tools.call('test-tool'), /./);
  });
  if (!REFUSED.has(scenario)) return visited;
  const error: unknown = await visited.then(
    () => new Error('It was taken in.'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AuthorizationError)) throw error;
}
