import { MemoryStorage } from '../../storage/memory.js';
import type { Storage } from '../../storage/types.js';
import { sleep } from '../../util/async.js';
import { cappedStorage } from '../../policy/site-policy.js';
import type { SessionContext } from '../context.js';
import type { SessionOptions } from '../options.js';
import { storagePlaceOf, type Partition } from './partition.js';
import { identityOf, whyNotStored, type WhyNotStored } from './server-storage-key.js';
import type { StoredAsShown } from '../redaction.js';
import { ArgumentHistory } from './argument-history.js';
import { Drafts } from './drafts.js';
import { RunningTasks } from './running-tasks.js';
import { Subscriptions, Views } from './views-and-subscriptions.js';

/** The storage of user data, and its lifetime. */
export interface UserDataPlace {
  readonly storage: Storage;
  /**
   * The lifetime of stored data, as far as it is known: until the browser deletes it, until the tab or the page closes,
   * or decided by the page’s own storage (`own`).
   */
  readonly lifetime: 'browser' | 'tab' | 'page' | 'own';
  /** It ends with the page because requests contain a token and the page did not name its owner. */
  readonly isUnidentified: boolean;
  /** Why data ends with the page, where the server and not the page’s options is the reason. */
  readonly notStoredReason?: WhyNotStored | undefined;
  readonly options: SessionOptions;
}

/** Milliseconds to wait until the stored sign-in is known. */
const IDENTITY_WAIT_MS = 500;

/** The storage of user data for sessions with these options. Default: as with no options. */
export function userDataPlace(options: SessionOptions = {}): UserDataPlace {
  const storage = storagePlaceOf(options).storage ?? new MemoryStorage();
  return { storage, ...lifetimeOf(options, !identityOf(options)), options };
}

const LIFETIMES = { local: 'browser', session: 'tab', none: 'page' } as const;

function lifetimeOf(
  options: SessionOptions,
  isUnidentified: boolean,
): Pick<UserDataPlace, 'lifetime' | 'isUnidentified'> {
  const storage = cappedStorage(options.storage ?? 'local');
  const lifetime = typeof storage === 'object' ? 'own' : LIFETIMES[storage];
  return { lifetime: isUnidentified ? 'page' : lifetime, isUnidentified: isUnidentified && storage !== 'none' };
}

/**
 * The person's stored data in one session. If the signed-in person has no known identity, it lasts as long as the page.
 */
export class UserData implements UserDataPlace {
  readonly drafts: Drafts;
  readonly history: ArgumentHistory;
  readonly views: Views;
  readonly tasks: RunningTasks;
  readonly subscriptions: Subscriptions;
  /** Fields that may be secret and that the person chose to store as shown. */
  readonly shown: StoredAsShown;
  readonly notStoredReason: WhyNotStored | undefined;
  readonly options: SessionOptions;
  readonly #partition: Partition;

  constructor({ url, options, partition, secrets }: SessionContext) {
    this.#partition = partition;
    this.options = options;
    this.notStoredReason = whyNotStored(url, options);
    this.drafts = new Drafts(partition);
    this.history = new ArgumentHistory(partition);
    this.views = new Views(partition);
    this.tasks = new RunningTasks(partition);
    this.subscriptions = new Subscriptions(partition);
    this.shown = secrets.shown;
  }

  /**
   * Resolves with itself once the stored sign-in is known, because the identity decides where the data is. Never
   * throws.
   */
  async ready(): Promise<this> {
    await Promise.race([this.options.auth?.known?.(), sleep(IDENTITY_WAIT_MS)]);
    return this;
  }

  get storage(): Storage {
    return this.#partition.storage;
  }

  /** The server’s key in the storage. */
  get server(): string {
    return this.#partition.server;
  }

  get lifetime(): UserDataPlace['lifetime'] {
    return this.#lasting.lifetime;
  }

  get isUnidentified(): boolean {
    return this.#lasting.isUnidentified;
  }

  get #lasting(): ReturnType<typeof lifetimeOf> {
    return lifetimeOf(this.options, this.#partition.resolvePlace().isUnidentified === true);
  }
}
