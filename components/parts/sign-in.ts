import { InteractiveAuthorization, IndexedDbTokenStore } from '../../src/auth/index.js';
import type { ElementClasses } from '../lazy-define.js';
import type { SignInSettings } from '../internal/session-provider.js';
import { McpSignInElement } from '../sign-in/sign-in.js';

/* Signing in, and what asks the person to. */
export const elements: ElementClasses = { 'mcp-sign-in': McpSignInElement };

/** What signs in, as a page’s attributes say. */
export function openSignIn(settings: SignInSettings): InteractiveAuthorization {
  const { keepIn: namespace } = settings;
  return new InteractiveAuthorization({
    ...settings,
    ...(namespace && { persistentStore: new IndexedDbTokenStore({ namespace }) }),
  });
}
