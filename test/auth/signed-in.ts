import { Authorization, type AuthorizationOptions } from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { sessions } from '../fixtures/sessions.js';
import { ScriptedSite, type SiteScript } from './scripted-site.js';

export const REDIRECT_URI = 'https://page.test/oauth-callback.html';

/** One page that connects to one site. */
export interface Visit {
  readonly site: ScriptedSite;
  readonly auth: Authorization;
  readonly session: Session;
  /** Connects and lists the tools. */
  connect(): Promise<void>;
  /** Parameters of the address the person was sent to, the last time. */
  sentWith(): URLSearchParams;
  /** What came to the token endpoint, the last time. */
  tokenRequest(): URLSearchParams;
}

/** Visits for a suite; their sessions close after each test. */
export function visits(): (script?: SiteScript, options?: Partial<AuthorizationOptions>) => Visit {
  const { create } = sessions();
  return (script, options) => {
    const site = new ScriptedSite(script);
    const auth = new Authorization({ authorizer: site.authorizer, redirectUri: REDIRECT_URI, ...options });
    const session = create(site.url, { auth, fetch: site.fetch });
    return {
      site,
      auth,
      session,
      async connect() {
        await session.connect();
        await session.tools.list();
      },
      sentWith: () => new URL(site.visits.at(-1)!.url).searchParams,
      tokenRequest: () => new URLSearchParams(site.at('/token').at(-1)!.body),
    };
  };
}
