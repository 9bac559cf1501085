import { McpError, type ProtocolError } from '../../../errors.js';
import type { Outgoing } from '../../../jsonrpc/outgoing.js';
import { asObject } from '../../check/object.js';
import { urlElicitationRequired } from '../../codes.js';
import type { Era } from '../../era.js';
import { follow } from './follow.js';
import { legacyHeaders } from './headers.js';
import { legacyMethods } from './methods.js';
import { readUrlRequired } from './url-required.js';

/** A conversation: it begins with a handshake, both sides may ask, and giving up is said in words. */
export const legacyEra: Era = Object.freeze({
  name: 'legacy',
  methods: async () => legacyMethods,
  headers: legacyHeaders,
  toolCheck: async () => () => undefined,

  async dress({ method, params, progressToken }, framing) {
    const headers = legacyHeaders(framing);
    return {
      method,
      params: progressToken ? { ...params, _meta: { ...asObject(params?.['_meta']), progressToken } } : params,
      headers,
      giveUp: (requestId, reason): Outgoing => ({
        method: 'notifications/cancelled',
        params: { requestId, reason },
        headers,
      }),
    };
  },

  async read(method, raw) {
    const result = asObject(raw);
    if (!result) throw new McpError('bad-message', `The server’s answer to ${method} is not an object.`);
    // A word of a later revision, which has no meaning here.
    return { kind: 'complete', result: 'ttlMs' in result ? { ...result, ttlMs: undefined as never } : result };
  },

  async readRefusal(error) {
    if ((error as Partial<ProtocolError>).rpcCode !== urlElicitationRequired) throw error;
    return readUrlRequired(error as ProtocolError);
  },

  follow: async (...asked) => follow(...asked),
} satisfies Era);
