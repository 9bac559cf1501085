import type { SessionSettings } from '../controllers/session-provider.js';
import { LaterSignIn } from './later-sign-in.js';

/** What signs a session in whose page said where people come back to. */
export function signInFor(settings: SessionSettings): LaterSignIn {
  const { signIn, signInWay, clientId, clientIssuer, storage, options } = settings;
  return new LaterSignIn({
    redirectUri: new URL(signIn!, document.baseURI).href,
    way: signInWay,
    clients: clientId ? [{ clientId, issuer: clientIssuer || undefined }] : [],
    keepIn: (storage ?? 'local') === 'local' ? (options?.namespace ?? 'mcp-embed') : undefined,
  });
}
