import { keepingPlaceOf } from '../session/keeping-place.js';
import { ownerOf } from '../session/owner-of.js';
import { keepingOf, optionsOf } from '../session/remembered.js';
import { whyNotKept, type WhyNotKept } from '../session/server-key.js';
import { Session } from '../session/session.js';
import { secretsOf } from '../session/session-secrets.js';
import type { StoredAsShown } from '../session/stored-as-shown.js';
import type { SessionOptions } from '../session/session-options.js';
import { MemoryStorage } from '../store/memory-storage.js';
import type { Storage } from '../store/storage.js';
import { ArgumentHistory } from './argument-history.js';
import { Drafts } from './drafts.js';
import { RunningTasks } from './running-tasks.js';
import { Views } from './views.js';
import { Watches } from './watches.js';

/** Where things are kept, and until when. */
export interface KeptPlace {
  readonly storage: Storage;
  /**
   * How long what is kept there lasts, as far as it is known: as long as the browser keeps it, as this tab, or as this
   * page. `own`: the page has a storage of its own.
   */
  readonly lasts: 'browser' | 'tab' | 'page' | 'own';
  /** It ends with the page because a token is used and nobody said whose. */
  readonly isNameless: boolean;
  /** Why it ends with the page, where that is for the server and not for the page to say. */
  readonly why?: WhyNotKept | undefined;
  readonly options: SessionOptions;
}

/** What is kept for the person, for one session. */
export interface Kept extends KeptPlace {
  /** As its server is called in the store. */
  readonly server: string;
  readonly drafts: Drafts;
  readonly history: ArgumentHistory;
  readonly views: Views;
  readonly tasks: RunningTasks;
  readonly watches: Watches;
  /** Which fields that may be secret the person has stored as shown. */
  readonly shown: StoredAsShown;
}

/** Milliseconds between two looks, and how many there are: a session tells where it keeps things within a few turns of the page. */
const PAUSE_MS = 5;
const LOOKS = 1000;
/** Milliseconds that anybody waits to hear who is signed in. */
const PATIENCE_MS = 500;

/** Where sessions with these options keep things; without any, where those of the page do. */
export function keptPlace(options: SessionOptions = {}): KeptPlace {
  const storage = keepingPlaceOf(options).storage ?? new MemoryStorage();
  return { storage, ...termOf(options), options };
}

const LASTS = { local: 'browser', session: 'tab', none: 'page' } as const;

function termOf(options: SessionOptions): Pick<KeptPlace, 'lasts' | 'isNameless'> {
  const { storage = 'local' } = options;
  const isNameless = !ownerOf(options);
  const lasts = typeof storage === 'object' ? 'own' : LASTS[storage];
  return { lasts: isNameless ? 'page' : lasts, isNameless: isNameless && storage !== 'none' };
}

const opened = new WeakMap<Session, Promise<Kept | undefined>>();

/**
 * What is kept for a session, also before it is connected. Where nothing outlives the page, or nobody said whose session
 * it is, it is kept for this session only: the next one may be somebody else’s.
 * @returns undefined for what is no session of this library
 */
export function keptOf(session: Session): Promise<Kept | undefined> {
  const found = opened.get(session) ?? open(session);
  opened.set(session, found);
  return found;
}

async function open(session: Session): Promise<Kept | undefined> {
  if (!(session instanceof Session)) return undefined;
  for (let look = 0; look < LOOKS; look++) {
    const keeping = keepingOf(session);
    if (keeping) {
      const options = optionsOf(session)!;
      // Who is signed in from before has things here.
      // oxlint-disable-next-line no-await-in-loop -- the last round
      await Promise.race([options.auth?.known?.(), pause(PATIENCE_MS)]);
      return {
        get storage() {
          return keeping.storage;
        },
        get server() {
          return keeping.server;
        },
        get lasts() {
          return termOf(options).lasts;
        },
        get isNameless() {
          return termOf(options).isNameless;
        },
        why: whyNotKept(session.url, options),
        options,
        drafts: new Drafts(keeping),
        history: new ArgumentHistory(keeping),
        views: new Views(keeping),
        tasks: new RunningTasks(keeping),
        watches: new Watches(keeping),
        shown: secretsOf(session).shown,
      };
    }
    // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
    await pause(PAUSE_MS);
  }
  return undefined;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
