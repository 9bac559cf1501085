import { asObject } from '../../check/object.js';
import type { Era } from '../../era.js';
import { envelope } from './envelope.js';
import { mirroredHeaders, versionHeader } from './headers.js';

/** On demand: needed once tools are listed or called, and by few of them. */
const parameters = (): Promise<typeof import('./header-parameters.js')> => import('./header-parameters.js');

/** Whose results say how long they hold; at once where they do not say. */
const MAY_BE_KEPT = /\/(list|read)$/;

/** Single requests: each says everything anew, questions come inside results, hanging up is giving up. */
export const modernEra: Era = Object.freeze({
  name: 'modern',
  methods: async () => (await import('./methods.js')).modernMethods,
  headers: versionHeader,
  /** Looks at `resultType` before anything else; absent means complete. */
  async read(method, raw) {
    const result = asObject(raw);
    const isComplete = result && (result['resultType'] === undefined || result['resultType'] === 'complete');
    // On demand: most results are.
    return isComplete
      ? { kind: 'complete', result: MAY_BE_KEPT.test(method) ? { ttlMs: 0, ...result } : result }
      : (await import('./read-incomplete.js')).readIncomplete(method, raw);
  },

  async readRefusal(error) {
    throw error;
  },

  async toolCheck() {
    return (await parameters()).faultOfTool;
  },

  async dress(request, framing) {
    const { method, params, tool } = request;
    const mirrored = tool && (await parameters()).parameterHeaders(tool, asObject(params?.['arguments']) ?? {});
    return {
      method,
      params: envelope(request, framing),
      headers: { ...(await mirroredHeaders(request, framing)), ...mirrored },
    };
  },

  // On demand: it begins once everything else is there.
  follow: async (...asked) => (await import('./listen.js')).listen(...asked),
} satisfies Era);
