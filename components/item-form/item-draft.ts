import { Store, type Readable } from '../../src/index.js';
import type { KeptForm, NotKept } from '../../src/kept/index.js';
import {
  buildForm,
  FormState,
  type FieldState,
  issuesFromError,
  type Displaced,
  type FormIssue,
  type FormNode,
} from '../../src/schema/index.js';
import { CallRun } from './call-run.js';
import { fieldsNotKept, isDisplacedKept, whyNotKept, type IsShown } from './not-kept.js';

/** Why there are issues to show: the form may not be sent, or the server did not take what was sent. */
export type IssueSource = 'form' | 'server';

/** What is to be said of what is filled in, as of one change. */
interface Standing {
  readonly at: number;
  readonly notKept: readonly NotKept[];
  readonly isPristine: boolean;
}

/** What a person has made of one thing that takes arguments: its form, filled in so far, and its last or present call. */
export abstract class ItemDraft<Item, Args, Result> {
  readonly run: CallRun<Result> = new CallRun();
  readonly #changes = new Store(0);
  #form: FormState = new FormState(buildForm({ type: 'object' }));
  #unfollow: (() => void) | undefined;
  #standing: Standing | undefined;
  /** What was filled in, or kept, and has no place in this form any more. */
  displaced: readonly Displaced[] = [];
  /** Which fields that may be secret are stored as shown. */
  isShown: IsShown = () => false;
  /** What could not be checked before it was sent, as a sentence. */
  unchecked: string | undefined;
  #item: Item | undefined;
  #asked = '';
  #source: IssueSource | undefined;
  #isChecking = false;

  get form(): FormState {
    return this.#form;
  }

  /** Replaced as a whole where something else is filled in: the one of before is as it was, to go back to. */
  set form(form: FormState) {
    this.#unfollow?.();
    this.#form = form;
    this.#unfollow = form.changes.subscribe(() => this.changed());
    this.#standing = undefined;
  }

  /** Counts up each time that something else is filled in; not when the server describes the form anew. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Something else is kept of it from now on. */
  keepAnew(): void {
    this.#standing = undefined;
    this.changed();
  }

  readonly #isLeftOut = (field: FieldState): boolean => whyNotKept(field, this.isShown) !== undefined;

  protected changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  /** What is filled in, without what must not be kept. */
  toKept(): KeptForm {
    return {
      form: this.#form.snapshot(this.#isLeftOut),
      notKept: fieldsNotKept(this.#form.root, this.isShown),
      displaced: this.displaced.filter(isDisplacedKept),
    };
  }

  /** Fills in what was kept. What is never kept stays as it is. */
  fill({ form, displaced = [] }: KeptForm): void {
    const next = new FormState(this.#form.node);
    next.restore(this.#form.snapshot());
    this.displaced = [...displaced, ...next.restore(form, this.#isLeftOut)];
    this.form = next;
    this.changed();
  }

  /** What brings back what is filled in now, all of it. */
  remember(): () => void {
    const form = this.#form;
    const { displaced } = this;
    return () => {
      const { node } = this.#form;
      const back = node === form.node ? form : new FormState(node);
      // The server may describe it in another way by now.
      this.displaced = back === form ? displaced : [...displaced, ...back.restore(form.snapshot())];
      this.form = back;
      this.changed();
    };
  }

  /** Begins anew. */
  clear(): void {
    this.displaced = [];
    this.form = new FormState(this.#form.node);
    this.changed();
  }

  /** The fields in which something stands that is not kept. */
  get notKept(): readonly NotKept[] {
    return this.#now().notKept;
  }

  /** Whether it is as it was when nobody had filled in anything. */
  get isPristine(): boolean {
    return this.#now().isPristine;
  }

  /** Asked for at each rendering, found out once for each change. */
  #now(): Standing {
    const at = this.#changes.get();
    if (this.#standing?.at === at) return this.#standing;
    const { notKept = [] } = this.toKept();
    const [now, blank] = [this.#form, new FormState(this.#form.node)].map((form) => JSON.stringify(form.snapshot()));
    return (this.#standing = { at, notKept, isPristine: now === blank });
  }

  /** What the item asks for, as JSON Schema or the like: another form is made only when it changes. */
  protected abstract asks(item: Item): unknown;
  protected abstract build(item: Item): FormNode;

  /** Follows the item's definition. What was filled in stays, also where the form changes under it. */
  follow(item: Item): void {
    if (item === this.#item) return;
    const isFirst = this.#item === undefined;
    this.#item = item;
    const asked = JSON.stringify(this.asks(item) ?? null);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const next = new FormState(this.build(item));
    // What nobody touched begins with what the server says now.
    if (!isFirst && !this.isPristine) {
      // What the form has no field for any more is said, and not sent unseen.
      const displaced = new FormState(next.node).restore(this.form.snapshot(this.#isLeftOut));
      this.displaced = [...this.displaced, ...displaced];
      next.restore(this.form.snapshot());
    }
    this.form = next;
  }

  /** Whose word the issues are; undefined while there are none to show. */
  get issueSource(): IssueSource | undefined {
    return this.#source;
  }

  /** True while it is found out whether the form may be sent. */
  get isChecking(): boolean {
    return this.#isChecking;
  }

  /** What is wrong, once sending was tried. */
  get issues(): readonly FormIssue[] {
    return this.#source ? this.form.issues : [];
  }

  /** The arguments, if they may be sent. Otherwise every field shows what is wrong with it. */
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

  /** Puts what the server says of single values at their fields. Nothing happens where it names none. */
  showRefusal(error: unknown): void {
    const issues = issuesFromError(error, this.form.node);
    if (issues.length === 0) return;
    this.#source = 'server';
    this.form.report(issues);
  }
}
