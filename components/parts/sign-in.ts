/* Signing in, and what asks the person to. */
import { AskedAuthorization, RememberedTokenStore } from '../../src/sign-in/index.js';
import type { ElementClasses } from '../define/on-sight.js';
import type { SignInSettings } from '../sign-in/later-sign-in.js';
import { McpSignInElement } from '../sign-in/sign-in.js';

export const elements: ElementClasses = { 'mcp-sign-in': McpSignInElement };

/** What signs in, as a page’s attributes say. */
export function openSignIn(settings: SignInSettings): AskedAuthorization {
  const { keepIn: namespace } = settings;
  return new AskedAuthorization({
    ...settings,
    ...(namespace && { lasting: new RememberedTokenStore({ namespace }) }),
  });
}
