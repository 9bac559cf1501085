import type { Redactor } from '../util/redactor.js';
import type { SessionOptions } from './options.js';
import type { Partition } from './partition.js';
import type { SessionSecrets } from './redaction.js';

/** What a session knows from its first moment, for whoever works for it. */
export interface SessionContext {
  /** The endpoint, absolute. */
  readonly url: string;
  /** As the session works with them: with `storage: 'none'` where nothing of its server may be stored. */
  readonly options: SessionOptions;
  /** Where everything is stored, and for which server and person. */
  readonly partition: Partition;
  /** Knows what was secret in this session, for everything that is written of it. */
  readonly redactor: Redactor;
  readonly secrets: SessionSecrets;
}
