import { reachOf } from '../util/hosts.js';
import type { PageFacts } from './observation.js';

/** Chromium asked for one permission at first and for two since; a name it does not know is an error. */
const PERMISSIONS = {
  loopback: ['loopback-network', 'local-network-access'],
  private: ['local-network', 'local-network-access'],
} as const;

export interface PageWatch {
  facts(): Promise<PageFacts>;
  stop(): void;
}

/** Looks at the page while requests to `url` run. */
export function watchPage(url: string): PageWatch {
  let blockedBy: string | undefined;
  const { origin } = new URL(url);
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition === 'enforce' && originOf(event.blockedURI) === origin) blockedBy = event.effectiveDirective;
  };
  // It bubbles from the document to the window, and a worker has it on itself.
  const target = globalThis as Partial<Pick<typeof globalThis, 'addEventListener' | 'removeEventListener'>>;
  target.addEventListener?.('securitypolicyviolation', onViolation as EventListener);
  return {
    async facts() {
      // The event comes after the request has failed.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return {
        origin: pageOrigin(),
        online: globalThis.navigator?.onLine ?? true,
        localNetwork: await localNetworkPermission(url),
        blockedBy,
      };
    },
    stop() {
      target.removeEventListener?.('securitypolicyviolation', onViolation as EventListener);
    },
  };
}

function pageOrigin(): string | undefined {
  return (globalThis.location as Location | undefined)?.origin;
}

function originOf(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).origin : '';
}

async function localNetworkPermission(url: string): Promise<PageFacts['localNetwork']> {
  const reach = reachOf(new URL(url).hostname);
  if (reach === 'public') return undefined;
  for (const name of PERMISSIONS[reach]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the second only where the first is unknown
      const { state } = await globalThis.navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      continue;
    }
  }
  return undefined;
}
