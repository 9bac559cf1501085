import type { JsonObject } from '../../model.js';
import { asObject } from '../../check/object.js';
import type { Framing, NeutralRequest } from '../../era.js';

const PREFIX = 'io.modelcontextprotocol/';
export const SERVER_INFO: string = `${PREFIX}serverInfo`;

/**
 * The request's parameters with who we are and what we can do, which every request says anew: a server keeps no state
 * between two of them.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function envelope({ params, progressToken }: NeutralRequest, framing: Framing): JsonObject {
  return {
    ...params,
    _meta: {
      ...asObject(params?.['_meta']),
      ...(progressToken !== undefined && { progressToken }),
      [`${PREFIX}protocolVersion`]: framing.revision.id,
      [`${PREFIX}clientCapabilities`]: framing.capabilities() as JsonObject,
      [`${PREFIX}clientInfo`]: framing.client as unknown as JsonObject,
    },
  };
}
