import type { SessionMessages } from './messages.js';
import type { Redactor } from '../secrets/redactor.js';
import type { SessionOptions } from './options.js';
import type { SessionPartition } from './person/partition.js';
import type { SessionSecrets } from './redaction.js';

/** The data of a session that is known from its creation, for the modules of the session. */
export interface SessionContext {
  /** The endpoint as an absolute URL. */
  readonly url: string;
  /** The page’s options, with `storage: 'none'` where nothing of this server may be stored. */
  readonly options: SessionOptions;
  /** The storage of the session, with its server and identity. */
  readonly partition: SessionPartition;
  /** Knows the secrets of this session; removes them from everything that is stored. */
  readonly redactor: Redactor;
  readonly secrets: SessionSecrets;
  /** Receives each message. */
  readonly messages: Pick<SessionMessages, 'takeEvent'>;
}
