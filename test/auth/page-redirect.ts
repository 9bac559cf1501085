// A page that goes away to sign in and comes back, in a frame of redirect.test.ts.
import { RedirectAuthorizer, type AuthorizationRequest } from '../../src/auth/index.js';

const SERVER = 'https://mcp.test/mcp';
const authorizer = new RedirectAuthorizer({ onLeave: () => sessionStorage.setItem('draft', 'kept') });
const state = new URLSearchParams(location.search).get('state')!;

const other = authorizer.returned('https://other.test/mcp');
const returned = authorizer.returned(SERVER);
if (returned) {
  const again = authorizer.returned(SERVER);
  const kept = { ...sessionStorage };
  parent.postMessage({ returned, other, again, kept, here: location.href }, location.origin);
} else {
  const url = new URL('/dist/oauth-callback.html', location.href);
  url.search = String(new URLSearchParams({ state, code: 'a-code' }));
  const attempt = { server: SERVER, state, verifier: 'a-verifier', count: 1 };
  void authorizer.open({
    state,
    signal: new AbortController().signal,
    begin: async () => ({ url: url.href, attempt }),
  } as unknown as AuthorizationRequest);
}
