import { itemsOf } from '../features/catalog-state.js';
import { isSecretName } from '../transcript/secret-names.js';
import { Transcript } from '../transcript/transcript.js';
import { ownersTranscripts } from './owners-transcripts.js';
import { keepingOf, optionsOf } from './remembered.js';
import { serverKey } from './server-key.js';
import type { SessionOptions } from './session-options.js';
import type { Session } from './session.js';

const transcripts = new WeakMap<object, Transcript>();

/** The transcript of a session whose options are known. */
export function transcriptFor(session: object): Transcript {
  const found = transcripts.get(session) ?? open(session as Session, optionsOf(session) ?? {});
  transcripts.set(session, found);
  return found;
}

function open(session: Session, options: SessionOptions): Transcript {
  // What is played back was said, and kept, elsewhere.
  const isStored = options.transcript !== 'memory' && !/^port:./.test(session.url);
  const keeping = isStored && (options.storage ?? 'local') !== 'none' ? keepingOf(session) : undefined;
  return new Transcript({
    server: serverKey(session.url, options),
    store: keeping && ownersTranscripts(keeping, options),
    schemaOf: (name) => itemsOf(session.tools.state.get()).find((tool) => tool.name === name)?.inputSchema,
    secretValues: secretsIn(options),
  });
}

/** Headers are not noted; but a server may repeat what it was sent. Those that a function gives are not known here. */
function secretsIn({ headers }: SessionOptions): readonly string[] {
  if (typeof headers !== 'object') return [];
  return Object.entries(headers).flatMap(([name, value]) => {
    const [, token] = /^(?:bearer|basic)\s+(.+)$/i.exec(value) ?? [];
    return isSecretName(name) ? [token ?? value] : [];
  });
}
