import { asObject } from '../../check/object.js';
import type { Era } from '../../era.js';
import { envelope } from './envelope.js';
import { faultOfTool, parameterHeaders } from './header-parameters.js';
import { mirroredHeaders, versionHeader } from './headers.js';
import { listen } from './listen.js';
import { modernMethods } from './methods.js';
import { readIncomplete } from './read-incomplete.js';

/** Whose results say how long they hold; at once where they do not say. */
const MAY_BE_KEPT = /\/(list|read)$/;

/** Single requests: each says everything anew, questions come inside results, hanging up is giving up. */
export const modernEra: Era = Object.freeze({
  name: 'modern',
  methods: async () => modernMethods,
  headers: versionHeader,
  /** Looks at `resultType` before anything else; absent means complete. */
  async read(method, raw) {
    const result = asObject(raw);
    const isComplete = result && (result['resultType'] === undefined || result['resultType'] === 'complete');
    return isComplete
      ? { kind: 'complete', result: MAY_BE_KEPT.test(method) ? { ttlMs: 0, ...result } : result }
      : readIncomplete(method, raw);
  },

  async readRefusal(error) {
    throw error;
  },

  async toolCheck() {
    return faultOfTool;
  },

  async dress(request, framing) {
    const { method, params, tool } = request;
    const mirrored = tool && parameterHeaders(tool, asObject(params?.['arguments']) ?? {});
    return {
      method,
      params: envelope(request, framing),
      headers: { ...mirroredHeaders(request, framing), ...mirrored },
    };
  },

  follow: async (...asked) => listen(...asked),
} satisfies Era);
