import { nothing, type ReactiveController, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';
import type { Session } from '../../src/index.js';
import { type FormOf, type UserData, type StoredForm, keyOf } from '../../src/session/person/index.js';
import { type FieldState, placeOfField, pointerOfField } from '../../src/schema/index.js';
import type { Storing } from '../schema-field/secrecy-note.js';
import { DraftStore, type StorableDraft } from './stored-drafts.js';
import { ArgumentHistoryController, type ArgumentHistoryHost, storageNotes } from './history.js';
import { t } from './messages.js';

/** The form on the screen. */
interface Shown {
  readonly session: Session;
  readonly of: FormOf;
  readonly draft: StorableDraft;
}

/** Stores the values in the forms of its host, and offers earlier arguments. */
export class SavedArgumentsController implements ReactiveController {
  readonly #host: ArgumentHistoryHost;
  readonly #earlier: ArgumentHistoryController;
  readonly #draftStores = new Map<StorableDraft, DraftStore>();
  #shown: Shown | undefined;
  #session: Session | undefined;
  #userData: UserData | undefined;
  #life: AbortController | undefined;
  #unfollow: (() => void) | undefined;
  #unhear: (() => void) | undefined;
  #storing: Storing | undefined;
  /** Argument sets that this element is adding. */
  #adding = 0;
  /** Undoes the last change that filled in or cleared the form. */
  #back: { readonly of: StorableDraft; readonly act: () => void; readonly label: 'undo' | 'redo' } | undefined;

  constructor(host: ArgumentHistoryHost) {
    this.#host = host;
    this.#earlier = new ArgumentHistoryController(host, (set) => this.#fill(set));
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController());
    const flush = (): void => this.#draftStores.forEach((draftStore) => draftStore.flush());
    // The change to hidden is the last event that a page reliably receives.
    document.addEventListener('visibilitychange', flush, { signal });
    window.addEventListener('pagehide', flush, { signal });
    // An open channel can keep a page out of the browser's back/forward cache.
    window.addEventListener('pagehide', () => this.#rest(), { signal });
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#wake(), { signal });
    this.#hear();
    this.#follow();
  }

  hostDisconnected(): void {
    this.#life?.abort();
    this.#draftStores.forEach((draftStore) => draftStore.flush());
    this.#rest();
  }

  /** Must be called on each rendering. */
  show(shown: { readonly [K in keyof Shown]: Shown[K] | undefined }): void {
    const { session, of, draft } = shown;
    if (session !== this.#session) this.#enter(session);
    if (draft === this.#shown?.draft) return;
    this.#shown = session && of && draft ? { session, of, draft } : undefined;
    if (!this.#shown) return this.#earlier.show(undefined);
    draft!.isShown = (...asked) => this.#userData?.shown.of(keyOf(of!))(...asked) === true;
    if (!this.#draftStores.has(draft!))
      this.#draftStores.set(
        draft!,
        new DraftStore(draft!, session!.storage.ready(), of!, () => this.#host.requestUpdate()),
      );
    this.#earlier.show({ of: of!, draft: draft! });
  }

  /** The person's choice to store possible secrets. A new object after each change; undefined if nothing is stored. */
  get storing(): Storing | undefined {
    return this.#storing;
  }

  /** Adds arguments to the history after they were used successfully. */
  used(session: Session | undefined, of: FormOf, form: StoredForm): void {
    if (!session || !isWorthStoring(form)) return;
    void session.storage.ready().then(async ({ history }) => {
      this.#adding++;
      const used = await history.add(of, form);
      this.#adding--;
      if (used) this.#earlier.used(of, used);
    });
  }

  /** Says what is stored of the form. */
  renderNotes(): TemplateResult | typeof nothing {
    const shown = this.#shown;
    const draftStore = shown && this.#draftStores.get(shown.draft);
    if (!draftStore || !this.#userData) return nothing;
    return storageNotes({ draftStore, draft: shown.draft, outlivesPage: this.#userData.lifetime !== 'page' });
  }

  renderHistoryButton(): TemplateResult | typeof nothing {
    return this.#shown && this.#userData ? this.#earlier.renderButton() : nothing;
  }

  renderHistory(): TemplateResult | typeof nothing {
    return this.#shown && this.#userData ? this.#earlier.renderPanel() : nothing;
  }

  closeHistory(): void {
    this.#earlier.close();
  }

  /** The last fill-in or reset, and a button that undoes it. */
  renderUndo(): TemplateResult {
    const back = this.#back?.of === this.#shown?.draft ? this.#back : undefined;
    const { said } = this.#earlier;
    return html`<div class="told small">
      <span class="quiet said" role="status">${said}</span>
      ${
        back
          ? html`<button
              class="plain small"
              part="button"
              data-name="undo-button"
              type="button"
              @click=${() => this.#undo()}
            >
              ${t(`itemForm.${back.label}`)}
            </button>`
          : nothing
      }
    </div>`;
  }

  /** Resets the form; undefined if there is nothing to reset. */
  get reset(): (() => void) | undefined {
    const { draft } = this.#shown ?? {};
    return !draft || draft.isPristine ? undefined : () => this.#clear();
  }

  #enter(session: Session | undefined): void {
    this.#draftStores.forEach((draftStore) => draftStore.flush());
    this.#draftStores.clear();
    this.#session = session;
    this.#userData = undefined;
    this.#storing = undefined;
    this.#shown = undefined;
    this.#rest();
    if (session) void this.#find(session);
  }

  async #find(session: Session): Promise<void> {
    const userData = await session.storage.ready();
    if (this.#session !== session || !userData) return;
    this.#userData = userData;
    this.#earlier.use(userData.history);
    await userData.shown.load();
    if (this.#session !== session) return;
    this.#hear();
    this.#follow();
    this.#host.requestUpdate();
  }

  /** Follows the person's choices to store possible secrets, in this form or another one. */
  #hear(): void {
    const userData = this.#userData;
    if (!userData || this.#unhear || !this.#host.isConnected) return;
    const tell = (): void => {
      this.#storing = userData.lifetime === 'page' ? undefined : { isShown: this.#isShown, press: this.#press };
      for (const draft of this.#draftStores.keys()) draft.storageChoiceChanged();
      this.#host.requestUpdate();
    };
    this.#storing = userData.lifetime === 'page' ? undefined : { isShown: this.#isShown, press: this.#press };
    this.#unhear = userData.shown.changes.subscribe(tell);
  }

  readonly #isShown = (field: FieldState): boolean => {
    const of = this.#shown?.of;
    const isShown = of && this.#userData?.shown.of(keyOf(of));
    return isShown?.(pointerOfField(field), placeOfField(field)) === true;
  };

  readonly #press = (field: FieldState, isOn: boolean): void => {
    const of = this.#shown?.of;
    if (of) void this.#userData?.shown.set(keyOf(of), pointerOfField(field), placeOfField(field), isOn);
  };

  #rest(): void {
    this.#unfollow?.();
    this.#unhear?.();
    this.#unfollow = this.#unhear = undefined;
  }

  /** The page returns from the back/forward cache. Other tabs may have stored something meanwhile. */
  #wake(): void {
    this.#follow();
    void this.#earlier.refresh();
  }

  /** Follows the changes of other tabs. */
  #follow(): void {
    const userData = this.#userData;
    if (!userData || !this.#host.isConnected || this.#unfollow) return;
    this.#unfollow = userData.storage.follow?.(({ kind, server, isElsewhere }) => {
      const isOfArguments = kind === 'arguments' || kind === 'savedArguments';
      if (!isOfArguments && kind !== 'draft') return;
      // The form already knows its own additions.
      if (kind === 'arguments' && this.#adding > 0 && isElsewhere === false) return;
      if (server !== undefined && server !== userData.server) return;
      if (isOfArguments) void this.#earlier.refresh();
      // A form with focus must not change while the person uses it.
      else if (this.#shown && !this.#host.matches(':focus-within'))
        void this.#draftStores.get(this.#shown.draft)?.refresh();
    });
  }

  #fill(form: StoredForm): void {
    this.#replace('undo', (draft, draftStore) => {
      draft.fill(form);
      draftStore.settle();
    });
  }

  #clear(): void {
    this.#replace('undo', (draft, draftStore) => {
      draft.clear();
      draftStore.settle();
    });
    this.#earlier.say(t('itemForm.theFormIsReset'), '[data-name~="undo-button"]');
  }

  #undo(): void {
    const back = this.#back;
    if (!back) return;
    this.#replace(back.label === 'undo' ? 'redo' : 'undo', (_draft, draftStore) => {
      back.act();
      draftStore.settle();
    });
    this.#earlier.say(t('itemForm.theValuesAreBack'), '[data-name~="undo-button"]');
  }

  #replace(label: 'undo' | 'redo', act: (draft: StorableDraft, draftStore: DraftStore) => void): void {
    const { draft } = this.#shown ?? {};
    const draftStore = draft && this.#draftStores.get(draft);
    if (!draft || !draftStore) return;
    const back = draft.remember();
    act(draft, draftStore);
    this.#back = { of: draft, act: back, label };
    this.#host.requestUpdate();
  }
}

/** A tool without parameters has no arguments to store. */
function isWorthStoring({ form }: StoredForm): boolean {
  return form !== undefined && !('fields' in form && form.fields.length === 0 && !form.entries?.length);
}
