import type { TemplateResult } from 'lit';
import {
  asMcpError,
  type Catalog,
  type JsonObject,
  type McpError,
  PerSession,
  type Progress,
  type Readable,
  type Session,
  Store,
} from '../../src/index.js';
import {
  buildForm,
  type OrphanedValue,
  type FieldState,
  type FormIssue,
  type FormNode,
  FormState,
  holdsCredential,
  issuesFromError,
  itemOf,
  memberOf,
  type SchemaPlace,
  schemaPlaceOf,
  placeOfField,
  pointerOfField,
  readJson,
  secrecyOfField,
  secrecyOfPlace,
  secrecyWithin,
  soundsSecret,
} from '../../src/schema/index.js';
import type { FormOf, UserData, StoredForm, NotStored } from '../../src/storage/index.js';
import type { Noun } from '../internal/text.js';

/** The state of one call. */
export type RunState<Result> =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      /** The value of `performance.now()` at the start. */
      readonly startedAt: number;
      readonly progress: Progress | undefined;
    }
  | { readonly phase: 'done'; readonly result: Result; readonly durationMs: number }
  | { readonly phase: 'failed'; readonly error: McpError; readonly durationMs: number };

/** Runs one call at a time, which can be cancelled. The call continues while no element shows it. */
class CallRun<Result> {
  readonly #state = new Store<RunState<Result>>({ phase: 'none' });
  #stop: AbortController | undefined;

  get state(): Readable<RunState<Result>> {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state.get().phase === 'running';
  }

  /** Starts the work and returns its final state. Never throws. */
  async start(
    work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>,
  ): Promise<RunState<Result>> {
    const stop = new AbortController();
    this.#stop = stop;
    const startedAt = performance.now();
    this.#state.set({ phase: 'running', startedAt, progress: undefined });
    const onProgress = (progress: Progress): void => {
      // Late progress must not change the state of a call that has ended.
      if (this.isRunning && this.#stop === stop) this.#state.set({ phase: 'running', startedAt, progress });
    };
    try {
      const result = await work(stop.signal, onProgress);
      this.#state.set({ phase: 'done', result, durationMs: performance.now() - startedAt });
    } catch (thrown) {
      const error = asMcpError(thrown, stop.signal.aborted ? 'cancelled' : 'bad-message');
      this.#state.set({ phase: 'failed', error, durationMs: performance.now() - startedAt });
    }
    return this.#state.get();
  }

  cancel(): void {
    this.#stop?.abort();
  }
}

/** Milliseconds without a key press before a draft is written. */
const DRAFT_PAUSE_MS = 250;
/** Milliseconds after which a draft is written even if the person is still typing. */
const DRAFT_AT_LATEST_MS = 2000;

/** The part of a draft that is needed to store it, whatever the draft is for. */
export interface KeepableDraft {
  readonly changes: Readable<number>;
  readonly isPristine: boolean;
  readonly notStored: readonly NotStored[];
  readonly orphaned: readonly OrphanedValue[];
  /** Tells which possible secrets are stored as shown. */
  isShown: IsShown;
  /** Called when the choice of values to store has changed. */
  keepAnew(): void;
  toStored(): StoredForm;
  fill(kept: StoredForm): void;
  remember(): () => void;
  clear(): void;
}

/** Stores one draft between visits. A stored value never overwrites what was typed on this page. */
export class DraftKeeper {
  /** Epoch milliseconds at which the restored draft was stored. Undefined if the draft does not come from the store. */
  restoredAt: number | undefined;
  /** The fields that were left out when the restored draft was stored. */
  restoredWithout: readonly NotStored[] = [];
  /** True if the form is too large to be stored. */
  isTooLarge = false;
  readonly #draft: KeepableDraft;
  readonly #kept: Promise<UserData | undefined>;
  readonly #of: FormOf;
  readonly #told: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  /** True if the person has typed here in this visit. */
  #isOwn = false;
  #isFilling = false;

  constructor(draft: KeepableDraft, kept: Promise<UserData | undefined>, of: FormOf, told: () => void) {
    this.#draft = draft;
    this.#kept = kept;
    this.#of = of;
    this.#told = told;
    draft.changes.subscribe(() => this.#onChange());
    void this.refresh();
  }

  /** Reads the stored draft, unless something was already typed here. */
  async refresh(): Promise<void> {
    const kept = await this.#kept;
    if (!kept || this.#isOwn) return;
    const found = await kept.drafts.get(this.#of);
    // The person may have started to type meanwhile.
    if (!found || this.#isOwn || this.#isSame(found)) return;
    this.#isFilling = true;
    this.#draft.fill(found);
    this.#isFilling = false;
    this.restoredAt = found.at;
    this.restoredWithout = found.notStored ?? [];
    this.#told();
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
    const kept = await this.#kept;
    if (!kept) return;
    if (!form) await kept.drafts.remove(this.#of);
    this.isTooLarge = form !== undefined && !(await kept.drafts.put(this.#of, form));
    this.#told();
  }

  #isSame({ form, json }: StoredForm): boolean {
    const now = this.#draft.toStored();
    return json === now.json && JSON.stringify(form) === JSON.stringify(now.form);
  }
}

/**
 * Keeps one draft for each name and session for as long as the session lives, so that the person finds it unchanged
 * after switching back.
 */
export class Drafts<Draft> {
  readonly #ofSession = new PerSession(() => new Map<string, Draft>());
  readonly #withoutSession = new Map<string, Draft>();
  readonly #create: () => Draft;

  constructor(create: () => Draft) {
    this.#create = create;
  }

  of(session: Session | undefined, name: string): Draft {
    const drafts = session?.own.get(this.#ofSession) ?? this.#withoutSession;
    const draft = drafts.get(name) ?? this.#create();
    drafts.set(name, draft);
    return draft;
  }
}

/** Arguments to fill into the form of a tool, for example from a transcript. */
interface Filled {
  readonly tool: string;
  readonly arguments: JsonObject;
}

const toFillIn = new PerSession(() => new Store<Filled | undefined>(undefined));

/** Returns the arguments to fill in, for the form that shows the tool. */
export function filledOf(session: Session): Readable<Filled | undefined> {
  return session.own.get(toFillIn);
}

/** Fills arguments into the form of a tool, now or as soon as the form exists. */
export function fillIn(session: Session, filled: Filled | undefined): void {
  session.own.get(toFillIn).set(filled);
}

/** True if the possible secret at this pointer is stored as shown. */
type IsShown = (pointer: string, place: SchemaPlace) => boolean;

/** Characters of a text that are searched for secrets. The rest is not searched. */
const SEARCHED_TEXT = 100_000;
/** Names in JSON and similar texts. */
const NAMES = /["']([^"'\\\n]{1,80})["']\s*[:=]/g;

/**
 * Returns why the value of a field is not stored: it is a `secret`, it `maybe` is one and the person did not choose to
 * store it, or it is the content of a `file`. Returns undefined for a stored value. For a field with nested fields, the
 * result applies to all of them.
 */
function whyNotStored(field: FieldState, isShown: IsShown): NotStored['why'] | undefined {
  const { node, input } = field;
  if (node.kind === 'string' && (node.base64 || node.format === 'binary')) return 'file';
  const found = secrecyOfField(field);
  if (found === 'secret') return found;
  if (input.kind === 'text' && input.text.length > SEARCHED_TEXT) return 'maybe';
  const isLeaf = input.kind !== 'present' && input.kind !== 'alternative';
  return found === 'maybe' && isLeaf && !isShown(pointerOfField(field), placeOfField(field)) ? found : undefined;
}

/** Returns the filled-in fields whose values are not stored. */
function fieldsNotStored(field: FieldState, isShown: IsShown): readonly NotStored[] {
  if (field.input.kind === 'absent' || field.input.kind === 'null') return [];
  const why = whyNotStored(field, isShown);
  if (why) return isBlank(field) ? [] : [{ label: field.label, why }];
  const inside = field.parts.flatMap((part) => fieldsNotStored(part, isShown));
  return [...new Map(inside.map((one) => [one.label, one])).values()];
}

function isBlank({ input, parts }: FieldState): boolean {
  return (input.kind === 'text' && input.text === '') || (input.kind === 'present' && parts.every(isBlank));
}

/**
 * True if a value without a field is stored. No schema describes it, so only its name and its content can show a
 * secret.
 */
function isOrphanStored({ pointer, value }: OrphanedValue): boolean {
  let place = schemaPlaceOf(undefined);
  for (const step of pointer.split('/').slice(1))
    place = memberOf(place, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return secrecyWithin(place, value) === 'none';
}

/** Returns why the text of arguments in JSON, which may be incomplete, is not stored. */
export function whyJsonNotStored(text: string, schema: unknown, isShown: IsShown): NotStored['why'] | undefined {
  if (text.length > SEARCHED_TEXT) return 'maybe';
  const reading = readJson(text);
  const found = reading.ok ? secrecyWithin(schemaPlaceOf(schema), reading.value, isShown) : 'none';
  if (reading.ok || holdsCredential(text)) return reading.ok && found === 'none' ? undefined : worst(found, text);
  const names = namesOfSecrets(schema);
  for (const [, name = ''] of text.matchAll(NAMES)) if (soundsSecret(name) || names.has(name)) return 'maybe';
  return undefined;
}

function worst(found: 'secret' | 'maybe' | 'none', text: string): NotStored['why'] {
  return found === 'secret' || holdsCredential(text) ? 'secret' : 'maybe';
}

/** Places of a schema that are searched for names of secrets. */
const MAX_DRAFT_PLACES = 2000;

/** Returns the names of all fields in a schema that are or may be secret. */
function namesOfSecrets(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = [schemaPlaceOf(schema)];
  for (let seen = 0; waiting.length > 0 && seen < MAX_DRAFT_PLACES; seen++) {
    const place = waiting.shift()!;
    for (const name of new Set(place.schemas?.flatMap((part) => Object.keys(part['properties'] ?? {})))) {
      const member = memberOf(place, name);
      if (secrecyOfPlace(member) !== 'none') names.add(name);
      waiting.push(member);
    }
    if (place.schemas?.some((part) => 'items' in part || 'prefixItems' in part)) waiting.push(itemOf(place, 0));
  }
  return names;
}

/** Who reported the issues: the form, which may not be sent, or the server, which rejected the values. */
type IssueSource = 'form' | 'server';

/** Facts about the values, valid for one change of the form. */
interface Standing {
  readonly at: number;
  readonly notStored: readonly NotStored[];
  readonly isPristine: boolean;
}

/** The state of one item that takes arguments: its form with what is filled in, and its current or last call. */
export abstract class ItemDraft<Item, Args, Result> {
  readonly run: CallRun<Result> = new CallRun();
  readonly #changes = new Store(0);
  #form: FormState = new FormState(buildForm({ type: 'object' }));
  #unfollow: (() => void) | undefined;
  #standing: Standing | undefined;
  /** Values that were filled in or stored and have no field in this form any more. */
  orphaned: readonly OrphanedValue[] = [];
  /** Tells which possible secrets are stored as shown. */
  isShown: IsShown = () => false;
  /** What could not be checked before the form was sent, as a sentence. */
  unchecked: string | undefined;
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
    this.#unfollow = form.changes.subscribe(() => this.changed());
    this.#standing = undefined;
  }

  /** Increases each time the values change, but not when the server changes the description of the form. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Called when the choice of values to store has changed. */
  keepAnew(): void {
    this.#standing = undefined;
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
    this.form = new FormState(this.#form.node);
    this.changed();
  }

  /** The filled-in fields whose values are not stored. */
  get notStored(): readonly NotStored[] {
    return this.#now().notStored;
  }

  /** True if the form is unchanged since it was created. */
  get isPristine(): boolean {
    return this.#now().isPristine;
  }

  /** Computed once for each change, because each rendering needs it. */
  #now(): Standing {
    const at = this.#changes.get();
    if (this.#standing?.at === at) return this.#standing;
    const { notStored = [] } = this.toStored();
    const [now, blank] = [this.#form, new FormState(this.#form.node)].map((form) => JSON.stringify(form.snapshot()));
    return (this.#standing = { at, notStored, isPristine: now === blank });
  }

  /**
   * Returns what describes the arguments of the item, such as a JSON Schema. A new form is built only when it changes.
   */
  protected abstract asks(item: Item): unknown;
  protected abstract build(item: Item): FormNode;

  /** Follows the item's definition. What was filled in stays, even if the form changes. */
  follow(item: Item): void {
    if (item === this.#item) return;
    const isFirst = this.#item === undefined;
    this.#item = item;
    const asked = JSON.stringify(this.asks(item) ?? null);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const next = new FormState(this.build(item));
    // An untouched form starts with the server's current defaults.
    if (!isFirst && !this.isPristine) {
      // Values that have no field any more are shown, so that they are not sent without notice.
      const orphaned = new FormState(next.node).restore(this.form.snapshot(this.#isLeftOut));
      this.orphaned = [...this.orphaned, ...orphaned];
      next.restore(this.form.snapshot());
    }
    this.form = next;
  }

  /** Who reported the issues; undefined while there are none to show. */
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

/** The differences between the form of a tool and the form of a prompt. */
export interface ItemKind<Item, Draft> {
  readonly kind: FormOf['kind'];
  readonly noun: Noun;
  /** The verb of the button, before the name: `Run`. */
  readonly act: string;
  readonly catalog: (session: Session) => Catalog<Item>;
  readonly createDraft: () => Draft;
  /** Shows the server's claims about the item. Undefined for a kind of item without claims. */
  readonly claims?: (item: Item) => TemplateResult;
}
