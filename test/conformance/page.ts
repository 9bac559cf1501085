// The client of the conformance run: a page that does what each scenario's server wants to see, through the public API
// only. What is checked is what arrives at the server; see test/conformance/expected-checks.mjs.
import type { JsonObject } from '../../src/index.js';
import { McpError, verbatim } from '../../src/errors.js';
import { reachedServer, serverFetch } from '../../cli/page/server-fetch.js';
import type { ServerOfCommand } from '../../cli/page/way.js';
import { authorize, type Way } from './authorization.js';
import { goThrough, scenarios } from './scenarios.js';

interface Job {
  readonly scenario: string;
  readonly url: string;
  readonly context?: JsonObject | undefined;
  readonly way: Way;
  /** The relay of the command before this server, where it is to be used. */
  readonly relay?: { readonly url: string; readonly secret: string; readonly server: ServerOfCommand } | undefined;
}

/** @returns what went wrong, if anything did */
async function runScenario({ scenario, url, context = {}, way, relay }: Job): Promise<string | undefined> {
  const act = scenarios[scenario];
  const isAboutAuthorization = scenario.startsWith('auth/');
  if (!act && !isAboutAuthorization) return 'test/conformance/scenarios.ts does not know this scenario.';
  if (relay) goThrough(fetchThrough(relay));
  try {
    await (isAboutAuthorization ? authorize(scenario, url, context, way) : act!(url, context));
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** The `fetch` of the command's own page. */
function fetchThrough({ url, secret, server }: NonNullable<Job['relay']>): typeof globalThis.fetch {
  const helpers = {
    ask(path: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers);
      headers.set('mcp-relay-secret', secret);
      return fetch(url + path, { ...init, headers });
    },
    tell() {},
    failure: (code: 'network' | 'load', words: string) => new McpError(code, verbatim(words)),
  };
  return serverFetch(reachedServer(server, helpers));
}

Object.assign(globalThis, { runScenario });
