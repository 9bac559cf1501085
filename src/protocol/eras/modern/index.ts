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

  // On demand: it begins once everything else is there, and many servers have no news.
  follow: async (...asked) => (await import('./listen.js')).listen(modernEra, ...asked),
} satisfies Era);
