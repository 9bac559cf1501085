import { McpError } from '../errors.js';
import type { Connection } from '../protocol/connection.js';
import type { ServerCapabilities, ServerProfile } from '../protocol/model.js';
import { keepsTasks } from '../protocol/extensions.js';
import { isOwnMethod, methodsOfAnyEra } from '../protocol/all-methods.js';

/**
 * What becomes of a request that the server did not offer to answer: one that belongs to an extension goes out, for only
 * the page and the server know what it means; everything else ends here.
 * @throws McpError `unsupported-method`, `invalid-input`
 */
export async function admitUnoffered(method: string, { era, framing, server }: Connection): Promise<void> {
  if (isOwnMethod(method))
    throw new McpError('invalid-input', `${method} is sent by this library itself, when its time has come.`);
  const isKnown = (await era.methods()).has(method);
  if (!methodsOfAnyEra.has(method) || (isKnown && isOffered(method, server))) return;
  throw isKnown
    ? new McpError('unsupported-method', `This server did not say that it has ${method}.`)
    : new McpError(
        'unsupported-method',
        `Revision ${framing.revision.id}, which this server speaks, has no ${method}.`,
      );
}

/** What a server must have said that it has, by the first part of the method; a sign of life needs no offer. */
function isOffered(method: string, { capabilities }: ServerProfile): boolean {
  const [kind] = method.split('/');
  switch (kind) {
    case 'ping':
      return true;
    case 'completion':
      return capabilities.completions !== undefined;
    case 'tasks':
      return keepsTasks(capabilities);
    case 'resources':
      return (
        capabilities.resources !== undefined && (!method.endsWith('subscribe') || !!capabilities.resources.subscribe)
      );
    default:
      return capabilities[kind as keyof ServerCapabilities] !== undefined;
  }
}
