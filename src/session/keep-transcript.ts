import { Transcript } from '../transcript/transcript.js';
import { identityTranscripts } from './stored-transcripts.js';
import { keepingOf, optionsOf } from './server-cache.js';
import { serverKey } from './partition.js';
import { secretsOf } from './redaction.js';
import type { SessionOptions } from './options.js';
import type { Session } from './session.js';

const transcripts = new WeakMap<object, Transcript>();

/** The transcript of a session whose options are known. */
export function transcriptFor(session: object): Transcript {
  const found = transcripts.get(session) ?? open(session as Session, optionsOf(session) ?? {});
  transcripts.set(session, found);
  return found;
}

function open(session: Session, options: SessionOptions): Transcript {
  const isStored = options.transcript !== 'memory' && (options.storage ?? 'local') !== 'none';
  const keeping = isStored ? keepingOf(session) : undefined;
  return new Transcript({
    server: serverKey(session.url, options),
    store: keeping && identityTranscripts(keeping, options),
    redactor: secretsOf(session).redactor,
  });
}
