import { isFresh } from '../features/is-fresh.js';
import type { KeptResource, ResourceCache } from '../features/resource-cache.js';
import { sizeOf } from '../features/resource-size.js';
import type { ResourceContents } from '../protocol/model.js';
import type { ResourceRecord } from '../store/records.js';
import { secretInAddress } from '../util/secrets.js';
import { loadTranscript, noteNow } from './overhear.js';
import type { SessionKeeping } from './owners-keeping.js';
import { optionsOf, soon } from './remembered.js';

/** Characters of text and base64 of a resource that is kept between visits: twenty such take what a server may have. */
export const MAX_STORED_CHARACTERS = 1_000_000;

/**
 * What was read of one server, in the store. Nothing that the transcript would leave out: what somebody typed into a
 * password field may come back in a resource. So where there is no transcript, nothing is kept.
 */
export class KeptResources implements ResourceCache {
  readonly #keeping: SessionKeeping;
  readonly #session: object;
  /** Addresses of those that are fresh, here and from earlier visits. */
  #fresh: Promise<Set<string>> | undefined;
  /** One after the other: news that came after a reading is about it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(keeping: SessionKeeping, session: object) {
    this.#keeping = keeping;
    this.#session = session;
  }

  async get(uri: string): Promise<KeptResource | undefined> {
    const { storage, server } = this.#keeping;
    const found = await soon(storage.get('resource', server, uri).catch(() => undefined));
    return found && keptOf(found);
  }

  set(uri: string, kept: KeptResource): Promise<void> {
    return this.#then(async () => {
      if (sizeOf(kept.contents) > MAX_STORED_CHARACTERS || !(await this.#mayBeKept(uri, kept.contents)))
        // What is there from before is no longer what it holds.
        return this.#keeping.storage.remove('resource', [{ server: this.#keeping.server, id: uri }]);
      await this.#put(uri, kept);
    });
  }

  changed(isConcerned: (uri: string) => boolean): Promise<void> {
    return this.#then(async () => {
      const { storage, server } = this.#keeping;
      for (const uri of [...(await this.#freshOnes())].filter(isConcerned)) {
        // oxlint-disable-next-line no-await-in-loop -- few, and nobody waits
        const record = await storage.get('resource', server, uri);
        // oxlint-disable-next-line no-await-in-loop -- few, and nobody waits
        if (record) await this.#put(uri, { ...keptOf(record), freshUntil: undefined });
      }
    });
  }

  async #put(uri: string, { asOf, ...kept }: KeptResource): Promise<void> {
    const { storage, server } = this.#keeping;
    await storage.put('resource', [{ server, id: uri, at: asOf, ...kept }]);
    const fresh = await this.#freshOnes();
    if (isFresh(asOf, kept.freshUntil)) fresh.add(uri);
    else fresh.delete(uri);
  }

  #freshOnes(): Promise<Set<string>> {
    const { storage, server } = this.#keeping;
    return (this.#fresh ??= storage
      .list('resource', { server })
      .then((records) => new Set(records.filter(({ at, freshUntil }) => isFresh(at, freshUntil)).map(({ id }) => id))));
  }

  async #mayBeKept(uri: string, contents: readonly ResourceContents[]): Promise<boolean> {
    if (optionsOf(this.#session)?.transcript === false || secretInAddress(uri)) return false;
    // What is sent as bytes may be text all the same.
    const texts = contents.map(({ text, blob }) => text ?? atob(blob ?? ''));
    await noteNow(this.#session);
    const { transcriptFor } = await loadTranscript();
    return transcriptFor(this.#session).isFreeOfSecrets([uri, ...texts]);
  }

  /** A store that fails is a store that kept nothing. */
  #then(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act).catch(() => {});
    this.#last = done;
    return done;
  }
}

function keptOf({ contents, at, freshUntil, scope }: ResourceRecord): KeptResource {
  return {
    contents: contents as readonly ResourceContents[],
    asOf: at,
    ...(freshUntil !== undefined && { freshUntil }),
    ...(scope && { scope }),
  };
}
