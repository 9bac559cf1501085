import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { asMcpError, McpError, PerSession, type Readable, type Session, Store } from '../../src/index.js';
import { errorText } from '../internal/error-texts.js';
import { html } from '../internal/html.js';
import { problem } from '../internal/problem.js';
import { type UpdatedMark, updatedMarks } from '../list/list-marks.js';
import { t } from './messages.js';

/** Milliseconds between two automatic readings. A server may report a thousand changes a second. */
const AUTOMATIC_READ_MS = 1000;

/** Refreshes its host again and again, with pauses, while a refresh is due. */
export class AutomaticRefresh implements ReactiveController {
  readonly #isDue: () => boolean;
  readonly #refresh: () => void;
  #last = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, isDue: () => boolean, refresh: () => void) {
    this.#isDue = isDue;
    this.#refresh = refresh;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#isDue()) return this.hostDisconnected();
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#last = performance.now();
        if (this.#isDue()) this.#refresh();
      },
      Math.max(0, this.#last + AUTOMATIC_READ_MS - performance.now()),
    );
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Resources that are followed at the same time. Each one costs the server something, and a person follows only a few.
 */
export const MAX_FOLLOWED_RESOURCES = 50;

type FollowedState =
  { readonly phase: 'starting' } | { readonly phase: 'on' } | { readonly phase: 'failed'; readonly error: McpError };

const allFollowed = new PerSession((session) => new FollowedResources(session));

/** Returns the resources that are followed on a session. They stay followed while the person looks at others. */
export function followedResources(session: Session): FollowedResources {
  return session.own.get(allFollowed);
}

/** Subscribes to changes of resources, and marks changed resources until they are read again. */
class FollowedResources {
  readonly #session: Session;
  readonly #ends = new Map<string, AbortController>();
  readonly #states = new Store<ReadonlyMap<string, FollowedState>>(new Map());

  constructor(session: Session) {
    this.#session = session;
    void this.#resume();
  }

  /** States by address. A resource that is not followed has none. */
  get states(): Readable<ReadonlyMap<string, FollowedState>> {
    return this.#states;
  }

  /** Follows a resource. An error becomes its state. */
  async follow(uri: string): Promise<void> {
    if (this.#ends.has(uri)) return;
    if (this.#ends.size >= MAX_FOLLOWED_RESOURCES) {
      const what = errorText('components.tooManyFollowed', { limit: MAX_FOLLOWED_RESOURCES });
      const remedy = errorText('components.stopFollowing');
      return this.#put(uri, { phase: 'failed', error: new McpError('limit', what, { remedy }) });
    }
    const end = new AbortController();
    this.#ends.set(uri, end);
    this.#put(uri, { phase: 'starting' });
    try {
      await this.#session.resources.subscribe(uri, () => this.#mark(uri, { at: Date.now() }), { signal: end.signal });
      if (end.signal.aborted) return;
      this.#put(uri, { phase: 'on' });
      void this.#session.storage.ready().then((kept) => kept?.subscriptions.add(uri));
    } catch (reason) {
      if (end.signal.aborted) return;
      this.#ends.delete(uri);
      const error = asMcpError(reason);
      this.#put(uri, { phase: 'failed', error });
      // A subscription that the server refuses is not requested again at each visit.
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

  /** Removes the mark of a resource after reading, unless the server has reported another change meanwhile. */
  wasRead(uri: string, mark: UpdatedMark | undefined): void {
    if (mark && updatedMarks(this.#session).get().get(uri) === mark) this.#mark(uri, undefined);
  }

  /** Follows the resources of the last visit again, as soon as there is a connection. */
  async #resume(): Promise<void> {
    const kept = await this.#session.storage.ready();
    const uris = (await kept?.subscriptions.list()) ?? [];
    if (uris.length === 0) return;
    const { state } = this.#session;
    const end = new AbortController();
    const begin = (): void => {
      if (state.get().phase !== 'ready') return;
      end.abort();
      for (const uri of uris.slice(0, MAX_FOLLOWED_RESOURCES)) void this.follow(uri);
    };
    state.subscribe(begin, { signal: end.signal });
    begin();
  }

  #forget(uri: string): void {
    void this.#session.storage.ready().then((kept) => kept?.subscriptions.remove(uri));
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

interface FollowingFacts {
  /** True if the server reports changes. */
  readonly isOffered: boolean;
  /** Undefined if the resource is not followed. */
  readonly state: FollowedState | undefined;
  readonly isAutomatic: boolean;
  readonly follow: (isOn: boolean) => void;
  readonly setAutomatic: (isOn: boolean) => void;
}

/** Shows whether the resource is followed, and whether it is read again automatically. */
export function followingView(facts: FollowingFacts): TemplateResult | typeof nothing {
  const { isOffered, state, isAutomatic, follow, setAutomatic } = facts;
  if (!isOffered) return nothing;
  const isOn = state !== undefined && state.phase !== 'failed';
  return html`<div class="row following">
      <label class="choice small">
        <input
          part="checkbox"
          data-name="follow-switch"
          type="checkbox"
          role="switch"
          .checked=${isOn}
          @change=${(event: Event) => follow(isChecked(event))}
        />
        <span>${t('resourceView.followChanges')}</span>
      </label>
      ${
        isOn
          ? html`<label class="choice small">
              <input
                part="checkbox"
                data-name="refresh-switch"
                type="checkbox"
                role="switch"
                .checked=${isAutomatic}
                @change=${(event: Event) => setAutomatic(isChecked(event))}
              />
              <span>${t('resourceView.readAgainByItself')}</span>
            </label>`
          : nothing
      }
    </div>
    <div aria-live="polite">
      ${state?.phase === 'failed' ? problem(t('resourceView.changesOfTheResource'), state.error) : nothing}
    </div>`;
}

function isChecked({ target }: Event): boolean {
  return (target as HTMLInputElement).checked;
}
