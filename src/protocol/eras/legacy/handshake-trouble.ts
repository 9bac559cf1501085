import { McpError, asMcpError, type ProtocolError } from '../../../errors.js';
import { asObject } from '../../check/object.js';
import { mutual, type Revision } from '../../revisions.js';

/** A revision both speak, where the server refused ours and named its own. @throws the refusal, where there is none */
export function anotherRevision(refusal: unknown, offered: Revision): Revision {
  const { rpcCode, data } = refusal as Partial<ProtocolError>;
  const revision = rpcCode === -32602 ? mutual('legacy', asObject(data)?.['supported']) : undefined;
  if (!revision || revision.id === offered.id) throw refusal;
  return revision;
}

/** Why the second message did not get through, after the first one did. */
export function whyNotInitialized(error: unknown, { versionHeader }: Revision): McpError {
  const problem = asMcpError(error);
  return problem.code === 'network' && versionHeader ? headerRefused(problem) : problem;
}

/**
 * The first message got through and the next did not. The difference between them is one header, which older servers
 * do not have in their CORS list.
 */
function headerRefused(cause: McpError): McpError {
  return new McpError('network', 'The server answered, but its CORS rules do not allow the header that must follow.', {
    cause,
    remedy: 'The server must add MCP-Protocol-Version to Access-Control-Allow-Headers.',
  });
}
