import type { ProtocolError } from '../../../errors.js';
import { asObject } from '../../check/object.js';
import { mutual, type Revision } from '../../revisions.js';

/** A revision both speak, where the server refused ours and named its own. @throws the refusal, where there is none */
export function anotherRevision(refusal: unknown, offered: Revision): Revision {
  const { rpcCode, data } = refusal as Partial<ProtocolError>;
  const revision = rpcCode === -32602 ? mutual('legacy', asObject(data)?.['supported']) : undefined;
  if (!revision || revision.id === offered.id) throw refusal;
  return revision;
}
