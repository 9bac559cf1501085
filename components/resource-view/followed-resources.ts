import { asMcpError, McpError, Store, type Readable, type Session } from '../../src/index.js';
import { keptOf } from '../../src/kept/index.js';
import { updatedMarks, type UpdatedMark } from '../resource-list/updated-marks.js';

/** Resources that are followed at a time: each costs the server something, and a person follows a handful. */
export const MAX_FOLLOWED = 50;

export type FollowedState =
  { readonly phase: 'starting' } | { readonly phase: 'on' } | { readonly phase: 'failed'; readonly error: McpError };

const all = new WeakMap<Session, FollowedResources>();

/** The resources that are followed on a session: they stay followed while the person looks at others. */
export function followedResources(session: Session): FollowedResources {
  const followed = all.get(session) ?? new FollowedResources(session);
  all.set(session, followed);
  return followed;
}

/** Asks the server to tell when resources change, and marks those that did until they are read again. */
export class FollowedResources {
  readonly #session: Session;
  readonly #ends = new Map<string, AbortController>();
  readonly #states = new Store<ReadonlyMap<string, FollowedState>>(new Map());

  constructor(session: Session) {
    this.#session = session;
    void this.#resume();
  }

  /** By address; absent what is not followed. */
  get states(): Readable<ReadonlyMap<string, FollowedState>> {
    return this.#states;
  }

  /** What goes wrong becomes the state. */
  async follow(uri: string): Promise<void> {
    if (this.#ends.has(uri)) return;
    if (this.#ends.size >= MAX_FOLLOWED) {
      const remedy = 'Stop following another one first.';
      const message = `${MAX_FOLLOWED} resources are followed already, as many as there may be.`;
      return this.#put(uri, { phase: 'failed', error: new McpError('limit', message, { remedy }) });
    }
    const end = new AbortController();
    this.#ends.set(uri, end);
    this.#put(uri, { phase: 'starting' });
    try {
      await this.#session.resources.subscribe(uri, () => this.#mark(uri, { at: Date.now() }), { signal: end.signal });
      if (end.signal.aborted) return;
      this.#put(uri, { phase: 'on' });
      void keptOf(this.#session).then((kept) => kept?.watches.add(uri));
    } catch (reason) {
      if (end.signal.aborted) return;
      this.#ends.delete(uri);
      const error = asMcpError(reason);
      this.#put(uri, { phase: 'failed', error });
      // What the server refuses is not asked of it at each visit.
      if (error.code === 'server-error') this.#forget(uri);
    }
  }

  unfollow(uri: string): void {
    this.#ends.get(uri)?.abort();
    this.#ends.delete(uri);
    this.#put(uri, undefined);
    this.#mark(uri, undefined);
    this.#forget(uri);
  }

  /** It was read after that news came. */
  wasRead(uri: string, mark: UpdatedMark | undefined): void {
    if (mark && updatedMarks(this.#session).get().get(uri) === mark) this.#mark(uri, undefined);
  }

  /** What was followed at the last visit is again, once there is a connection. */
  async #resume(): Promise<void> {
    const kept = await keptOf(this.#session);
    const uris = (await kept?.watches.list()) ?? [];
    if (uris.length === 0) return;
    const { state } = this.#session;
    const end = new AbortController();
    const begin = (): void => {
      if (state.get().phase !== 'ready') return;
      end.abort();
      for (const uri of uris.slice(0, MAX_FOLLOWED)) void this.follow(uri);
    };
    state.subscribe(begin, { signal: end.signal });
    begin();
  }

  #forget(uri: string): void {
    void keptOf(this.#session).then((kept) => kept?.watches.remove(uri));
  }

  #put(uri: string, state: FollowedState | undefined): void {
    this.#states.set(withEntry(this.#states.get(), uri, state));
  }

  #mark(uri: string, mark: UpdatedMark | undefined): void {
    const marks = updatedMarks(this.#session);
    if (mark ?? marks.get().has(uri)) marks.set(withEntry(marks.get(), uri, mark));
  }
}

function withEntry<T>(map: ReadonlyMap<string, T>, key: string, value: T | undefined): ReadonlyMap<string, T> {
  const copy = new Map(map);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  return copy;
}
