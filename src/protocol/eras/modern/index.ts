import { McpError } from '../../../errors.js';
import { asObject } from '../../check/object.js';
import type { Era } from '../../era.js';
import { discover } from './discover.js';
import { envelope } from './envelope.js';
import { mirroredHeaders, versionHeader } from './headers.js';
import { modernMethods } from './methods.js';

/** On demand: needed once tools are listed or called, and by few of them. */
const parameters = (): Promise<typeof import('./header-parameters.js')> => import('./header-parameters.js');

/** Single requests: each says everything anew, questions come inside results, hanging up is giving up. */
export const modernEra: Era = Object.freeze({
  name: 'modern',
  methods: modernMethods,
  greet: discover,
  headers: versionHeader,
  /** Looks at `resultType` before anything else; absent means complete. */
  async read(method, raw) {
    const result = asObject(raw);
    const isComplete = result && (result['resultType'] === undefined || result['resultType'] === 'complete');
    // On demand: most results are.
    return isComplete
      ? { kind: 'complete', result }
      : (await import('./read-incomplete.js')).readIncomplete(method, raw);
  },

  async toolCheck() {
    const { headerParameters } = await parameters();
    return ({ inputSchema }) => headerParameters(inputSchema).problem;
  },

  async dress(request, framing) {
    const { method, params, tool } = request;
    const mirrored = tool && (await parameters()).parameterHeaders(tool, asObject(params?.['arguments']) ?? {});
    return {
      method,
      params: envelope(request, framing),
      headers: { ...mirroredHeaders(request, framing), ...mirrored },
    };
  },

  async follow(peer, framing, interest, signal) {
    const notifications = {
      ...(interest.tools && { toolsListChanged: true }),
      ...(interest.prompts && { promptsListChanged: true }),
      ...(interest.resources && { resourcesListChanged: true }),
    };
    if (Object.keys(notifications).length === 0) return;
    const request = { method: 'subscriptions/listen', params: { notifications } };
    const ended = await peer.request(await modernEra.dress(request, framing), { signal, timeoutMs: Infinity });
    if (!asObject(ended)) throw new McpError('bad-message', 'The server ended its news without saying so.');
  },
} satisfies Era);
