// The client of the conformance run: a page that does what each scenario's server wants to see, through the public API
// only. What is checked is what arrives at the server; see test/conformance/expected-checks.mjs.
import type { JsonObject } from '../../src/index.js';
import { authorize } from './authorization.js';
import { scenarios } from './scenarios.js';

interface Job {
  readonly scenario: string;
  readonly url: string;
  readonly context?: JsonObject | undefined;
}

/** @returns what went wrong, if anything did */
async function runScenario({ scenario, url, context = {} }: Job): Promise<string | undefined> {
  const act = scenario.startsWith('auth/') ? authorize : scenarios[scenario];
  if (!act) return 'test/conformance/scenarios.ts does not know this scenario.';
  try {
    await act(url, context);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

Object.assign(globalThis, { runScenario });
