import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { keptOf, keptPlace, type KeptPlace, type Usage } from '../../src/kept/index.js';
import type { Session } from '../../src/index.js';

/** Milliseconds after a change until it is looked again: while somebody types, things change all the time. */
const PAUSE_MS = 400;
/** Milliseconds that the browser may take to say how much there is: what is kept is shown without it. */
const ESTIMATE_MS = 1000;

/** What lies in a place, as of the last look. */
export interface KeptUsage extends KeptPlace {
  /** The server of the session; undefined without one. */
  readonly server: string | undefined;
  readonly all: readonly Usage[];
  /** What the browser says that this site takes, and may take; undefined where it does not tell. */
  readonly estimate: { readonly usage: number; readonly quota: number } | undefined;
}

/** Looks at what is kept, for the session of its host or, without one, for the page; again when it changes. */
export class UsageWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #session: () => Session | undefined;
  #of: Session | 'page' | undefined;
  #place: (KeptPlace & { readonly server: string | undefined }) | undefined;
  #value: KeptUsage | undefined;
  #unfollow: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #life: AbortController | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, session: () => Session | undefined) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  /** Undefined until it was looked. */
  get value(): KeptUsage | undefined {
    return this.#value;
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController());
    window.addEventListener('pagehide', () => this.#rest(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#follow(), { signal });
    this.#follow();
  }

  hostDisconnected(): void {
    this.#life?.abort();
    this.#rest();
  }

  hostUpdate(): void {
    const session = this.#session();
    if (this.#of === (session ?? 'page')) return;
    this.#of = session ?? 'page';
    this.#rest();
    this.#place = undefined;
    this.#value = undefined;
    void this.#find(session);
  }

  /** Looks now. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const place = this.#place;
    if (!place) return;
    const [all, estimate] = await Promise.all([place.storage.usage().catch(() => []), estimated()]);
    if (place !== this.#place) return;
    this.#value = { ...place, all, estimate };
    this.#host.requestUpdate();
  }

  async #find(session: Session | undefined): Promise<void> {
    const found = session && (await keptOf(session));
    if (this.#of !== (session ?? 'page')) return;
    // A session of another copy of this library: what the page keeps.
    this.#place = found ?? { ...keptPlace(), server: session?.url };
    this.#follow();
  }

  #follow(): void {
    if (!this.#place || !this.#host.isConnected) return;
    this.#unfollow ??= this.#place.storage.follow?.(() => {
      this.#timer ??= setTimeout(() => void this.look(), PAUSE_MS);
    });
    void this.look();
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unfollow?.();
    this.#unfollow = undefined;
  }
}

/** Not every browser tells, and none does in a page without https. */
async function estimated(): Promise<KeptUsage['estimate']> {
  try {
    const manager = globalThis.navigator.storage as StorageManager | undefined;
    const tooLong = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ESTIMATE_MS));
    const { usage, quota } = (await Promise.race([manager?.estimate?.(), tooLong])) ?? {};
    return usage === undefined || !quota ? undefined : { usage, quota };
  } catch {
    return undefined;
  }
}
