import type { Readable } from '../../src/index.js';
import type { Displaced } from '../../src/schema/index.js';
import type { FormOf, Kept, KeptForm, NotKept } from '../../src/kept/index.js';

import type { IsShown } from './not-kept.js';

/** Milliseconds without another key after which what was typed is written. */
const PAUSE_MS = 250;
/** Milliseconds after which it is written although somebody goes on typing. */
const AT_LATEST_MS = 2000;

/** As much of a draft as is needed to keep it: what it is a draft for does not matter. */
export interface KeepableDraft {
  readonly changes: Readable<number>;
  readonly isPristine: boolean;
  readonly notKept: readonly NotKept[];
  readonly displaced: readonly Displaced[];
  /** Which fields that may be secret are stored as shown. */
  isShown: IsShown;
  /** Something else is kept of it from now on. */
  keepAnew(): void;
  toKept(): KeptForm;
  fill(kept: KeptForm): void;
  remember(): () => void;
  clear(): void;
}

/** Keeps one draft between visits. What is typed on this screen is never overwritten by what lies in the store. */
export class DraftKeeper {
  /** When what is there was left, where it came out of the store; in epoch milliseconds. */
  restoredAt: number | undefined;
  /** What was left out when that was stored. */
  restoredWithout: readonly NotKept[] = [];
  /** The form is larger than what is kept. */
  isTooLarge = false;
  readonly #draft: KeepableDraft;
  readonly #kept: Promise<Kept | undefined>;
  readonly #of: FormOf;
  readonly #told: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  /** Somebody typed here, in this visit. */
  #isOwn = false;
  #isFilling = false;

  constructor(draft: KeepableDraft, kept: Promise<Kept | undefined>, of: FormOf, told: () => void) {
    this.#draft = draft;
    this.#kept = kept;
    this.#of = of;
    this.#told = told;
    draft.changes.subscribe(() => this.#onChange());
    void this.refresh();
  }

  /** Reads what is kept, unless something was typed here already. */
  async refresh(): Promise<void> {
    const kept = await this.#kept;
    if (!kept || this.#isOwn) return;
    const found = await kept.drafts.get(this.#of);
    // The person may have begun meanwhile.
    if (!found || this.#isOwn || this.#isSame(found)) return;
    this.#isFilling = true;
    this.#draft.fill(found);
    this.#isFilling = false;
    this.restoredAt = found.at;
    this.restoredWithout = found.notKept ?? [];
    this.#told();
  }

  /** What is said of when it was left is no longer true. */
  settle(): void {
    this.restoredAt = undefined;
    this.restoredWithout = [];
  }

  /** Writes at once what is still to be written. */
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#write();
  }

  #onChange(): void {
    if (this.#isFilling) return;
    this.#isOwn = true;
    const now = performance.now();
    if (this.#timer === undefined) this.#since = now;
    clearTimeout(this.#timer);
    const wait = Math.min(PAUSE_MS, Math.max(0, this.#since + AT_LATEST_MS - now));
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  async #write(): Promise<void> {
    const form = this.#draft.isPristine ? undefined : this.#draft.toKept();
    const kept = await this.#kept;
    if (!kept) return;
    if (!form) await kept.drafts.remove(this.#of);
    this.isTooLarge = form !== undefined && !(await kept.drafts.put(this.#of, form));
    this.#told();
  }

  #isSame({ form, json }: KeptForm): boolean {
    const now = this.#draft.toKept();
    return json === now.json && JSON.stringify(form) === JSON.stringify(now.form);
  }
}
