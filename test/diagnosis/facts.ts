import { verbatim } from '../../src/errors.js';
import type { Facts, Observation, PageFacts, Step } from '../../src/diagnosis/types.js';

export const URL_ = 'https://mcp.example/mcp';

const METHODS: Partial<Record<Step, string>> = {
  stream: 'GET',
  'close-session': 'DELETE',
  reach: 'GET',
  metadata: 'GET',
};
const SENT: Partial<Record<Step, readonly string[]>> = {
  discovery: ['content-type', 'mcp-method', 'mcp-protocol-version'],
  handshake: ['content-type'],
  message: ['content-type', 'mcp-protocol-version', 'mcp-session-id'],
  'close-session': ['mcp-protocol-version', 'mcp-session-id'],
};

/** One request as it would be, and what came of it. */
export function seen(step: Step, about: Partial<Observation> = {}): Observation {
  return {
    step,
    method: METHODS[step] ?? 'POST',
    url: URL_,
    sent: SENT[step] ?? [],
    outcome: 'blocked',
    status: 0,
    headers: {},
    body: '',
    ...about,
  };
}

export function answered(
  step: Step,
  status: number,
  about: Partial<Observation> & { type?: string } = {},
): Observation {
  const { type = 'application/json', headers, ...rest } = about;
  return seen(step, { outcome: 'answered', status, headers: { 'content-type': type, ...headers }, ...rest });
}

export const rpc = (body: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, ...body });

/** The three openings, blocked. */
export const nothing: readonly Observation[] = [seen('discovery'), seen('handshake'), seen('stream')];

export function factsOf(
  observations: readonly Observation[],
  { page, ...about }: Partial<Omit<Facts, 'page'>> & { page?: Partial<PageFacts> } = {},
): Facts {
  return {
    url: URL_,
    page: { origin: 'https://page.example', online: true, localNetwork: undefined, blockedBy: undefined, ...page },
    pageHeaders: [],
    observations,
    limited: false,
    failure: { code: 'network', words: verbatim('No answer.') },
    ...about,
  };
}

/** Facts of a connection that came about. */
export function openedFacts(observations: readonly Observation[], about: Partial<Facts> = {}): Facts {
  const opened = { revision: '2025-11-25', transport: 'streamable-http' } as const;
  return { ...factsOf(observations), failure: undefined, opened, ...about };
}
