import type { LitElement, TemplateResult } from 'lit';
import { type Catalog, type ErrorText, type Readable, type Session, Store } from '../../src/index.js';
import {
  type FieldState,
  type FormIssue,
  type FormNode,
  FormState,
  type OrphanedValue,
  buildForm,
  issuesFromError,
  jsonEquals,
} from '../../src/schema/index.js';
import type { FormOf, NotStored, StoredForm } from '../../src/session/person/index.js';
import type { Noun } from '../words/common-words.js';
import { type FilledValues, isAtEnd } from '../schema-field/filled-values.js';
import { unseenInWords } from '../schema-field/words.js';
import type { FilledBy } from './hand-over.js';
import { CallRunner } from './call-runner.js';
import { type AnsweringServer, News } from './news.js';
import type { IsShown } from './stored-drafts.js';
import { fieldsNotStored, isOrphanStored, whyNotStored } from './not-stored.js';

/** The reporter of the issues: the form, which may not be sent, or the server, which rejected the values. */
type IssueSource = 'form' | 'server';

/** Facts about the values, valid for one change of the form. */
interface DerivedFacts {
  readonly at: number;
  readonly notStored: readonly NotStored[];
  readonly isPristine: boolean;
}

/** The state of one item that takes arguments: its form with the values, and its current or last call. */
export abstract class ItemDraft<Item, Args, Result> {
  readonly run: CallRunner<Result> = new CallRunner();
  /** Changes at the server since the person began to fill in the form. */
  readonly news: News = new News();
  readonly #changes = new Store(0);
  #form: FormState = new FormState(buildForm({ type: 'object' }));
  #unfollow: (() => void) | undefined;
  #derived: DerivedFacts | undefined;
  /** Values that were filled in or stored and have no field in this form any more. */
  orphaned: readonly OrphanedValue[] = [];
  /** Tells which possible secrets are stored as shown. */
  isShown: IsShown = () => false;
  /** Set while the form has values that the person did not type; `by` if the form names their source. */
  filled: { readonly by?: Exclude<FilledBy, 'page'>; readonly values: FilledValues } | undefined;
  /** Says what could not be checked before the form was sent. */
  unchecked: ErrorText | undefined;
  #item: Item | undefined;
  #asked = '';
  #source: IssueSource | undefined;
  #isChecking = false;

  get form(): FormState {
    return this.#form;
  }

  /**
   * Replaced as a whole when other values are filled in. The previous form stays unchanged, so that the person can go
   * back to it.
   */
  set form(form: FormState) {
    this.#unfollow?.();
    this.#form = form;
    this.#unfollow = form.changes.subscribe(() => {
      this.news.seen();
      this.changed();
    });
    this.#derived = undefined;
  }

  /** The arguments as JSON, as they are on the screen. */
  get text(): string {
    return this.#form.text;
  }

  /** Increases each time the values change, but not when the server changes the description of the form. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Called when the choice of values to store has changed. */
  storageChoiceChanged(): void {
    this.#derived = undefined;
    this.changed();
  }

  readonly #isLeftOut = (field: FieldState): boolean => whyNotStored(field, this.isShown) !== undefined;

  protected changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  /** Returns the values, without those that must not be stored. */
  toStored(): StoredForm {
    return {
      form: this.#form.snapshot(this.#isLeftOut),
      notStored: fieldsNotStored(this.#form.root, this.isShown),
      orphaned: this.orphaned.filter(isOrphanStored),
    };
  }

  /** Fills in stored values. Values that are never stored stay unchanged. */
  fill({ form, orphaned = [] }: StoredForm): void {
    const next = new FormState(this.#form.node);
    next.restore(this.#form.snapshot());
    this.filled = undefined;
    this.orphaned = [...orphaned, ...next.restore(form, this.#isLeftOut)];
    this.form = next;
    this.changed();
  }

  /** Returns a function that restores all current values. */
  remember(): () => void {
    const form = this.#form;
    const { orphaned } = this;
    return () => {
      const { node } = this.#form;
      const back = node === form.node ? form : new FormState(node);
      // The server may have changed the description meanwhile.
      this.orphaned = back === form ? orphaned : [...orphaned, ...back.restore(form.snapshot())];
      this.form = back;
      this.changed();
    };
  }

  /** Removes all values. */
  clear(): void {
    this.orphaned = [];
    this.filled = undefined;
    this.news.clear();
    this.form = new FormState(this.#form.node);
    this.changed();
  }

  /** The filled-in fields whose values are not stored. */
  get notStored(): readonly NotStored[] {
    return this.#deriveFacts().notStored;
  }

  /** True if the form is unchanged since it was created. */
  get isPristine(): boolean {
    return this.#deriveFacts().isPristine;
  }

  /** Computed once for each change, because each rendering needs it. */
  #deriveFacts(): DerivedFacts {
    const at = this.#changes.get();
    if (this.#derived?.at === at) return this.#derived;
    const { notStored = [] } = this.toStored();
    // A text of five megabytes is compared with itself in no time, and takes long as JSON.
    const isPristine = jsonEquals(this.#form.snapshot(), new FormState(this.#form.node).snapshot());
    return (this.#derived = { at, notStored, isPristine });
  }

  /**
   * Returns the description of the item's arguments, such as a JSON Schema. A new form is built only when it changes.
   */
  protected abstract asks(item: Item): unknown;
  protected abstract build(item: Item): FormNode;

  /** Follows the item's definition. What was filled in stays, even if the form changes. */
  follow(item: Item, server?: AnsweringServer): void {
    this.news.followServer(server, () => !this.isPristine);
    if (item === this.#item) return;
    const isFirst = this.#item === undefined;
    this.#item = item;
    const asked = JSON.stringify(this.asks(item) ?? null);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const isUsed = !isFirst && (!this.isPristine || this.#isChecking);
    if (isUsed) this.news.formChanged();
    const next = new FormState(this.build(item));
    // An untouched form starts with the server's current defaults.
    if (isUsed) {
      // Values that have no field any more are shown, so that they are not sent without notice.
      const orphaned = new FormState(next.node).restore(this.form.snapshot(this.#isLeftOut));
      this.orphaned = [...this.orphaned, ...orphaned];
      next.restore(this.form.snapshot());
    }
    this.form = next;
  }

  /** The reporter of the issues; undefined while there are none to show. */
  get issueSource(): IssueSource | undefined {
    return this.#source;
  }

  /** True while the form is being checked. */
  get isChecking(): boolean {
    return this.#isChecking;
  }

  /** The issues, after the person has tried to send the form. */
  get issues(): readonly FormIssue[] {
    return this.#source ? this.form.issues : [];
  }

  /** The first field with a value that the person did not type and has not seen yet, and the number of such fields. */
  get unseen(): { readonly pointer: string; readonly count: number } | undefined {
    const fields = this.filled?.values.unseenIn(this.#form.root) ?? [];
    return fields[0] && { pointer: fields[0].pointer, count: fields.length };
  }

  /** Returns to the fields; false if something else is typed that cannot be read. */
  editAsFields(): boolean {
    return true;
  }

  /** Returns the arguments if they may be sent. Otherwise, every field shows its issues. */
  async check(): Promise<Args | undefined> {
    this.#isChecking = true;
    try {
      const checked = await this.form.check();
      this.#source = checked.ok ? undefined : 'form';
      this.unchecked = checked.ok ? checked.unchecked : undefined;
      if (!checked.ok) this.form.showAllIssues();
      return checked.ok ? (checked.value as Args) : undefined;
    } finally {
      this.#isChecking = false;
    }
  }

  /**
   * Shows the server's messages about single values at their fields.
   * @returns false if the server names no value; then nothing changes
   */
  showRefusal(error: unknown): boolean {
    const issues = issuesFromError(error, this.form.node);
    if (issues.length === 0) return false;
    this.#source = 'server';
    this.form.report(issues);
    return true;
  }
}

/**
 * Brings the first value into sight that the person did not type and has not seen yet.
 * @param host the element that shows the form
 * @returns why nothing is sent now; undefined if all values were in sight, as fields or as JSON
 */
export async function showUnseen(
  host: LitElement,
  draft: Pick<ItemDraft<unknown, unknown, unknown>, 'unseen' | 'editAsFields'>,
): Promise<string | undefined> {
  const { unseen } = draft;
  const json = host.renderRoot.querySelector('#json');
  if (!unseen || (json && isAtEnd(json))) return undefined;
  draft.editAsFields();
  host.requestUpdate();
  await host.updateComplete;
  host.renderRoot.querySelector('mcp-schema-field')?.focusIssue(unseen.pointer);
  return unseenInWords(unseen.count);
}

/** The differences between the form of a tool and the form of a prompt. */
export interface ItemKind<Item, Draft> {
  readonly kind: FormOf['kind'];
  readonly noun: Noun;
  readonly catalog: (session: Session) => Catalog<Item>;
  readonly createDraft: () => Draft;
  /** Shows the server's claims about the item. Undefined for a kind of item without claims. */
  readonly claims?: (item: Item) => TemplateResult;
}
