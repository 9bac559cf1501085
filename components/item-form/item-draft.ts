import { buildForm, FormState, type FormIssue, type FormNode } from '../../src/schema/index.js';
import { CallRun } from './call-run.js';

/** What a person has made of one thing that takes arguments: its form, filled in so far, and its last or present call. */
export abstract class ItemDraft<Item, Args, Result> {
  readonly run: CallRun<Result> = new CallRun();
  form: FormState = new FormState(buildForm({ type: 'object' }));
  #item: Item | undefined;
  #asked = '';
  #showsIssues = false;

  /** What the item asks for, as JSON Schema or the like: another form is made only when it changes. */
  protected abstract asks(item: Item): unknown;
  protected abstract build(item: Item): FormNode;
  protected abstract read(form: FormState): Args | undefined;

  /** Follows the item's definition. What was filled in stays, also where the form changes under it. */
  follow(item: Item): void {
    if (item === this.#item) return;
    const isFirst = this.#item === undefined;
    this.#item = item;
    const asked = JSON.stringify(this.asks(item) ?? null);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.form = new FormState(this.build(item), isFirst ? undefined : this.form.draft);
  }

  /** True once sending was tried with something wrong, until it worked. */
  get showsIssues(): boolean {
    return this.#showsIssues;
  }

  /** What keeps the form from being sent, once that was tried. */
  get issues(): readonly FormIssue[] {
    return this.#showsIssues ? this.form.issues : [];
  }

  /** The arguments, if they may be sent. Otherwise every field shows what is wrong with it. */
  toArguments(): Args | undefined {
    const args = this.read(this.form);
    this.#showsIssues = args === undefined;
    if (args === undefined) this.form.showAllIssues();
    return args;
  }
}
