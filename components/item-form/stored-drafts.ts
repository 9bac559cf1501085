import type { Readable } from '../../src/index.js';
import type { OrphanedValue, SchemaPlace } from '../../src/schema/index.js';
import type { FormOf, NotStored, StoredForm, UserData } from '../../src/session/person/index.js';

/** Milliseconds without a key press before a draft is written. */
const DRAFT_PAUSE_MS = 250;

/** Milliseconds after which a draft is written even if the person is still typing. */
const DRAFT_AT_LATEST_MS = 2000;

/** The part of a draft that is needed to store it. */
export interface StorableDraft {
  readonly changes: Readable<number>;
  readonly isPristine: boolean;
  readonly notStored: readonly NotStored[];
  readonly orphaned: readonly OrphanedValue[];
  /** Tells which possible secrets are stored as shown. */
  isShown: IsShown;
  /** Called when the choice of values to store has changed. */
  storageChoiceChanged(): void;
  toStored(): StoredForm;
  fill(stored: StoredForm): void;
  remember(): () => void;
  clear(): void;
}

/** Stores one draft between visits. A stored value never overwrites text that was typed on this page. */
export class DraftStore {
  /** Epoch milliseconds at which the restored draft was stored. Undefined if the draft does not come from the store. */
  restoredAt: number | undefined;
  /** The fields that were left out when the restored draft was stored. */
  restoredWithout: readonly NotStored[] = [];
  /** True if the form is too large to be stored. */
  isTooLarge = false;
  readonly #draft: StorableDraft;
  readonly #userData: Promise<UserData | undefined>;
  readonly #of: FormOf;
  readonly #onUpdate: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  /** True if the person has typed here in this visit. */
  #isOwn = false;
  #isFilling = false;

  constructor(draft: StorableDraft, userData: Promise<UserData | undefined>, of: FormOf, onUpdate: () => void) {
    this.#draft = draft;
    this.#userData = userData;
    this.#of = of;
    this.#onUpdate = onUpdate;
    draft.changes.subscribe(() => this.#onChange());
    void this.refresh();
  }

  /** Reads the stored draft, unless something was already typed here. */
  async refresh(): Promise<void> {
    const userData = await this.#userData;
    if (!userData || this.#isOwn) return;
    const found = await userData.drafts.get(this.#of);
    // The person may have started to type meanwhile.
    if (!found || this.#isOwn || this.#isSame(found)) return;
    this.#isFilling = true;
    this.#draft.fill(found);
    this.#isFilling = false;
    this.restoredAt = found.at;
    this.restoredWithout = found.notStored ?? [];
    this.#onUpdate();
  }

  /** Removes the note about the restored draft, which is no longer true. */
  settle(): void {
    this.restoredAt = undefined;
    this.restoredWithout = [];
  }

  /** Immediately writes pending changes. */
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
    const wait = Math.min(DRAFT_PAUSE_MS, Math.max(0, this.#since + DRAFT_AT_LATEST_MS - now));
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  async #write(): Promise<void> {
    const form = this.#draft.isPristine ? undefined : this.#draft.toStored();
    const userData = await this.#userData;
    if (!userData) return;
    if (!form) await userData.drafts.remove(this.#of);
    this.isTooLarge = form !== undefined && !(await userData.drafts.put(this.#of, form));
    this.#onUpdate();
  }

  #isSame({ form, json }: StoredForm): boolean {
    const now = this.#draft.toStored();
    return json === now.json && JSON.stringify(form) === JSON.stringify(now.form);
  }
}

/** True if the possible secret at this pointer is stored as shown. */
export type IsShown = (pointer: string, place: SchemaPlace) => boolean;
