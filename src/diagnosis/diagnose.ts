import { asMcpError } from '../errors.js';
import { readAddress } from './address.js';
import { decide } from './decide.js';
import type { DiagnoseOptions, Diagnosis } from './diagnosis.js';
import { DEFAULT_TIMEOUT_MS, MAX_ROUNDS } from './limits.js';
import { nextProbes } from './next-probes.js';
import type { Facts } from './observation.js';
import { watchPage, type PageWatch } from './page.js';
import { Recorder } from './recorder.js';
import { runProbe } from './run-probe.js';
import { secretsOf, withoutSecrets } from './without-secrets.js';
import { tryOpening } from './try-opening.js';

/**
 * Finds out why a page cannot use an MCP server, or that it can: what happened, to what, what to do, with the header
 * lines to add. Connects once as a session would, closes what it opened, and asks only what changes nothing.
 * @param url absolute, or relative to the page
 * @throws McpError `cancelled` when `signal` aborts; everything else is an answer
 */
export async function diagnose(url: string, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const address = readAddress(url, (globalThis.location as Location | undefined)?.href);
  if (address.trouble) {
    const [what, remedy] = address.trouble;
    const finding = { id: 'bad-address', severity: 'error', what, remedy, evidence: [] } as const;
    return { url: address.url, verdict: finding.id, findings: [finding], requests: 0 };
  }
  const life = new AbortController();
  const watch = watchPage(address.url);
  try {
    return await investigate(address.url, options, life.signal, watch);
  } catch (error) {
    throw asMcpError(error);
  } finally {
    watch.stop();
    // Whatever still streams.
    life.abort();
  }
}

async function investigate(
  url: string,
  options: DiagnoseOptions,
  life: AbortSignal,
  watch: PageWatch,
): Promise<Diagnosis> {
  const { fetch = globalThis.fetch, headers = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const signal = AbortSignal.any([life, ...(options.signal ? [options.signal] : [])]);
  signal.throwIfAborted();
  const pageHeaders = Object.keys(headers).map((name) => name.toLowerCase());
  const recorder = new Recorder({ fetch, url, pageHeaders, timeoutMs, signal });
  const outcome = await tryOpening({ url, headers, fetch: recorder.fetch, timeoutMs, signal });
  const look = async (): Promise<Facts> => {
    await recorder.settled();
    signal.throwIfAborted();
    const { observations, limited } = recorder;
    return { url, page: await watch.facts(), pageHeaders, observations, limited, ...outcome };
  };
  let facts = await look();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const probes = nextProbes(facts);
    if (probes.length === 0) break;
    // oxlint-disable-next-line no-await-in-loop -- what one round finds decides what the next one asks
    await Promise.all(probes.map((probe) => runProbe(probe, recorder, headers)));
    // oxlint-disable-next-line no-await-in-loop -- what one round finds decides what the next one asks
    facts = await look();
  }
  const { findings, ...rest } = decide(facts);
  const known = secretsOf(url, headers, recorder.sessions);
  return { url, ...rest, findings: findings.map((one) => withoutSecrets(one, known)), requests: recorder.count };
}
