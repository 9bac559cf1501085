import { McpError } from '../../../errors.js';
import type { Outgoing } from '../../../jsonrpc/outgoing.js';
import { asObject } from '../../check/object.js';
import type { Era } from '../../era.js';
import { handshake } from './handshake.js';
import { legacyHeaders } from './headers.js';
import { legacyMethods } from './methods.js';

/** A conversation: it begins with a handshake, both sides may ask, and giving up is said in words. */
export const legacyEra: Era = Object.freeze({
  name: 'legacy',
  methods: legacyMethods,
  greet: handshake,
  headers: legacyHeaders,
  toolCheck: async () => () => undefined,

  async dress({ method, params, progressToken }, framing) {
    const headers = legacyHeaders(framing);
    return {
      method,
      params:
        progressToken === undefined ? params : { ...params, _meta: { ...asObject(params?.['_meta']), progressToken } },
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
    return { kind: 'complete', result };
  },

  follow: (peer, framing, _interest, signal) => peer.listen(legacyHeaders(framing), signal),
} satisfies Era);
