import type { JsonObject } from '../../model.js';
import { asObject } from '../../check/object.js';
import type { Framing, NeutralRequest } from '../../era.js';

const PREFIX = 'io.modelcontextprotocol/';
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
/** Which stream of news a notification came on. */
export const SUBSCRIPTION_ID: string = `${PREFIX}subscriptionId`;
/** Extensions that this library itself speaks. */
const EXTENSIONS: JsonObject = { [`${PREFIX}tasks`]: {} };

/**
 * The request's parameters with who we are and what we can do, which every request says anew: a server keeps no state
 * between two of them.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function envelope({ params, progressToken }: NeutralRequest, framing: Framing): JsonObject {
  const capabilities = framing.capabilities() as JsonObject;
  const logLevel = framing.logLevel?.();
  return {
    ...params,
    _meta: {
      ...asObject(params?.['_meta']),
      ...(progressToken !== undefined && { progressToken }),
      [`${PREFIX}protocolVersion`]: framing.revision.id,
      [`${PREFIX}clientCapabilities`]: {
        ...capabilities,
        extensions: { ...EXTENSIONS, ...asObject(capabilities['extensions']) },
      },
      ...(logLevel && { [`${PREFIX}logLevel`]: logLevel }),
      [`${PREFIX}clientInfo`]: framing.client as unknown as JsonObject,
    },
  };
}
