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
  type Place,
  placeOf,
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

/** Where one call stands. */
export type RunState<Result> =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      /** As of `performance.now()`. */
      readonly startedAt: number;
      readonly progress: Progress | undefined;
    }
  | { readonly phase: 'done'; readonly result: Result; readonly durationMs: number }
  | { readonly phase: 'failed'; readonly error: McpError; readonly durationMs: number };

/** One call at a time, with its way to stop it. It goes on when nobody looks at it. */
class CallRun<Result> {
  readonly #state = new Store<RunState<Result>>({ phase: 'none' });
  #stop: AbortController | undefined;

  get state(): Readable<RunState<Result>> {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state.get().phase === 'running';
  }

  /** Starts the work and gives how it ended; never throws. */
  async start(
    work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>,
  ): Promise<RunState<Result>> {
    const stop = new AbortController();
    this.#stop = stop;
    const startedAt = performance.now();
    this.#state.set({ phase: 'running', startedAt, progress: undefined });
    const onProgress = (progress: Progress): void => {
      // A late word of a call that has ended must not bring it back to life.
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

/** Milliseconds without another key after which what was typed is written. */
const DRAFT_PAUSE_MS = 250;
/** Milliseconds after which it is written although somebody goes on typing. */
const DRAFT_AT_LATEST_MS = 2000;

/** As much of a draft as is needed to keep it: what it is a draft for does not matter. */
export interface KeepableDraft {
  readonly changes: Readable<number>;
  readonly isPristine: boolean;
  readonly notStored: readonly NotStored[];
  readonly orphaned: readonly OrphanedValue[];
  /** Which fields that may be secret are stored as shown. */
  isShown: IsShown;
  /** Something else is kept of it from now on. */
  keepAnew(): void;
  toStored(): StoredForm;
  fill(kept: StoredForm): void;
  remember(): () => void;
  clear(): void;
}

/** Keeps one draft between visits. What is typed on this screen is never overwritten by what lies in the store. */
export class DraftKeeper {
  /** When what is there was left, where it came out of the store; in epoch milliseconds. */
  restoredAt: number | undefined;
  /** What was left out when that was stored. */
  restoredWithout: readonly NotStored[] = [];
  /** The form is larger than what is kept. */
  isTooLarge = false;
  readonly #draft: KeepableDraft;
  readonly #kept: Promise<UserData | undefined>;
  readonly #of: FormOf;
  readonly #told: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  /** Somebody typed here, in this visit. */
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
    this.restoredWithout = found.notStored ?? [];
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

/** One draft for each name and session, for as long as the session lives: switching back finds everything as it was. */
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

/** Arguments that are to stand in the form of a tool: from a transcript, for one. */
interface Filled {
  readonly tool: string;
  readonly arguments: JsonObject;
}

const toFillIn = new PerSession(() => new Store<Filled | undefined>(undefined));

/** What is to be filled in, for the form that shows that tool. */
export function filledOf(session: Session): Readable<Filled | undefined> {
  return session.own.get(toFillIn);
}

/** Puts arguments into the form of a tool, now or as soon as there is one. */
export function fillIn(session: Session, filled: Filled | undefined): void {
  session.own.get(toFillIn).set(filled);
}

/** Tells whether the person has what may be secret at that pointer stored as shown. */
type IsShown = (pointer: string, place: Place) => boolean;

/** Characters of a text that are searched. What is further in is not known. */
const SEARCHED_TEXT = 100_000;
/** Names in JSON and the like. */
const NAMES = /["']([^"'\\\n]{1,80})["']\s*[:=]/g;

/**
 * Why what stands in a field is not kept: it is `secret`, it `maybe` is and the person did not have it stored as shown, or it
 * is the content of a `file`. Undefined for what is kept. Of a field with fields inside, what holds for all of them.
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

/** The fields in which something stands that is not kept. */
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

/** Whether what has no field any more is kept: nobody says what it was but its name. */
function isOrphanStored({ pointer, value }: OrphanedValue): boolean {
  let place = placeOf(undefined);
  for (const step of pointer.split('/').slice(1))
    place = memberOf(place, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return secrecyWithin(place, value) === 'none';
}

/** Why a text of arguments as JSON, which may be none yet, is not kept. */
export function whyJsonNotStored(text: string, schema: unknown, isShown: IsShown): NotStored['why'] | undefined {
  if (text.length > SEARCHED_TEXT) return 'maybe';
  const reading = readJson(text);
  const found = reading.ok ? secrecyWithin(placeOf(schema), reading.value, isShown) : 'none';
  if (reading.ok || holdsCredential(text)) return reading.ok && found === 'none' ? undefined : worst(found, text);
  const names = namesOfSecrets(schema);
  for (const [, name = ''] of text.matchAll(NAMES)) if (soundsSecret(name) || names.has(name)) return 'maybe';
  return undefined;
}

function worst(found: 'secret' | 'maybe' | 'none', text: string): NotStored['why'] {
  return found === 'secret' || holdsCredential(text) ? 'secret' : 'maybe';
}

/** Places of a schema that are looked at. */
const MAX_DRAFT_PLACES = 2000;

/** Names of the fields that are or may be secret, wherever in a schema. */
function namesOfSecrets(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = [placeOf(schema)];
  for (let seen = 0; waiting.length > 0 && seen < MAX_DRAFT_PLACES; seen++) {
    const place = waiting.shift()!;
    for (const name of new Set(place.said?.flatMap((part) => Object.keys(part['properties'] ?? {})))) {
      const member = memberOf(place, name);
      if (secrecyOfPlace(member) !== 'none') names.add(name);
      waiting.push(member);
    }
    if (place.said?.some((part) => 'items' in part || 'prefixItems' in part)) waiting.push(itemOf(place, 0));
  }
  return names;
}

/** Why there are issues to show: the form may not be sent, or the server did not take what was sent. */
type IssueSource = 'form' | 'server';

/** What is to be said of what is filled in, as of one change. */
interface Standing {
  readonly at: number;
  readonly notStored: readonly NotStored[];
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
  orphaned: readonly OrphanedValue[] = [];
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

  readonly #isLeftOut = (field: FieldState): boolean => whyNotStored(field, this.isShown) !== undefined;

  protected changed(): void {
    this.#changes.set(this.#changes.get() + 1);
  }

  /** What is filled in, without what must not be kept. */
  toStored(): StoredForm {
    return {
      form: this.#form.snapshot(this.#isLeftOut),
      notStored: fieldsNotStored(this.#form.root, this.isShown),
      orphaned: this.orphaned.filter(isOrphanStored),
    };
  }

  /** Fills in what was kept. What is never kept stays as it is. */
  fill({ form, orphaned = [] }: StoredForm): void {
    const next = new FormState(this.#form.node);
    next.restore(this.#form.snapshot());
    this.orphaned = [...orphaned, ...next.restore(form, this.#isLeftOut)];
    this.form = next;
    this.changed();
  }

  /** What brings back what is filled in now, all of it. */
  remember(): () => void {
    const form = this.#form;
    const { orphaned } = this;
    return () => {
      const { node } = this.#form;
      const back = node === form.node ? form : new FormState(node);
      // The server may describe it in another way by now.
      this.orphaned = back === form ? orphaned : [...orphaned, ...back.restore(form.snapshot())];
      this.form = back;
      this.changed();
    };
  }

  /** Begins anew. */
  clear(): void {
    this.orphaned = [];
    this.form = new FormState(this.#form.node);
    this.changed();
  }

  /** The fields in which something stands that is not kept. */
  get notStored(): readonly NotStored[] {
    return this.#now().notStored;
  }

  /** Whether it is as it was when nobody had filled in anything. */
  get isPristine(): boolean {
    return this.#now().isPristine;
  }

  /** Asked for at each rendering, found out once for each change. */
  #now(): Standing {
    const at = this.#changes.get();
    if (this.#standing?.at === at) return this.#standing;
    const { notStored = [] } = this.toStored();
    const [now, blank] = [this.#form, new FormState(this.#form.node)].map((form) => JSON.stringify(form.snapshot()));
    return (this.#standing = { at, notStored, isPristine: now === blank });
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
      const orphaned = new FormState(next.node).restore(this.form.snapshot(this.#isLeftOut));
      this.orphaned = [...this.orphaned, ...orphaned];
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

  /**
   * Puts what the server says of single values at their fields.
   * @returns false where it names none: then nothing changed
   */
  showRefusal(error: unknown): boolean {
    const issues = issuesFromError(error, this.form.node);
    if (issues.length === 0) return false;
    this.#source = 'server';
    this.form.report(issues);
    return true;
  }
}

/** What tells the form of a tool from that of a prompt. */
export interface ItemKind<Item, Draft> {
  readonly kind: FormOf['kind'];
  readonly noun: Noun;
  /** What the button does, before the name: `Run`. */
  readonly act: string;
  readonly catalog: (session: Session) => Catalog<Item>;
  readonly createDraft: () => Draft;
  /** What the server claims of it; undefined where it claims nothing of this kind. */
  readonly claims?: (item: Item) => TemplateResult;
}
