import type { AskedAuthorization } from '../../src/auth/index.js';
import { Store, type Readable, type Session, type SessionOptions } from '../../src/index.js';

import { LaterSignIn } from './later-sign-in.js';

const bySession = new WeakMap<Session, Readable<AskedAuthorization | undefined>>();

/** Notes how a session signs in, for the elements that show it. */
export function noteSignIn(session: Session, auth: SessionOptions['auth']): void {
  if (auth instanceof LaterSignIn) bySession.set(session, auth.loaded);
  else if (auth && 'question' in auth) bySession.set(session, new Store(auth as AskedAuthorization));
}

/** How a session signs in, once that is loaded; undefined where it does not, or the page asks for itself. */
export function signInOf(session: Session | undefined): Readable<AskedAuthorization | undefined> | undefined {
  return session && bySession.get(session);
}
