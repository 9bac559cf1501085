// The client of the conformance run: a page that does what each scenario's server wants to see, through the public API
// only. What is checked is what arrives at the server; see test/conformance/expected-checks.mjs.
import type { JsonObject } from '../../src/index.js';
import { authorize, type Way } from './authorization.js';
import { scenarios } from './scenarios.js';

interface Job {
  readonly scenario: string;
  readonly url: string;
  readonly context?: JsonObject | undefined;
  readonly way: Way;
}

/** @returns what went wrong, if anything did */
async function runScenario({ scenario, url, context = {}, way }: Job): Promise<string | undefined> {
  const act = scenarios[scenario];
  const isAboutAuthorization = scenario.startsWith('auth/');
  if (!act && !isAboutAuthorization) return 'test/conformance/scenarios.ts does not know this scenario.';
  try {
    await (isAboutAuthorization ? authorize(scenario, url, context, way) : act!(url, context));
    return undefined;
  } catch (error) {
    return String(error);
  }
}

Object.assign(globalThis, { runScenario });
