import { consume } from '@lit/context';
import { type CSSResultGroup, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import { trustedAnnotations, type CoveredTools, dangerOf, definitionOf, hintsOf } from '../../src/approvals/index.js';
import { hasHidden } from '../../src/content/index.js';
import {
  type ApprovalQueue,
  displayName,
  type Json,
  type JsonObject,
  type Remember,
  type RememberScope,
  type ToolCallApproval,
} from '../../src/index.js';
import { buildForm, FormState, itemOf, memberOf, type Place, placeOf, secrecyOf } from '../../src/schema/index.js';
import { grantDurationStyles, questionFrameStyles } from '../approval-queue/approval-queue.styles.js';
import { callAct, callHeading, toolName } from '../approval-queue/headings.js';
import { guarded } from '../approval-queue/press-guard.js';
import {
  decide,
  collapsedText,
  grantDurationChoice,
  nameOf,
  oneOf,
  questionFrame,
  summaryOf,
  type DecisionDuration,
} from '../approval-queue/question.js';
import { approvalsContext } from '../context.js';
import { FocusFallback } from '../internal/focus.js';
import { html } from '../internal/html.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { fetchedAt, counted, cut, formatCount, oneLine } from '../internal/text.js';
import { collapsedJson } from '../sampling-approval/editors.js';
import { annotationsLine, jsonEditor, ToolDraft } from '../tool-form/tool-form.js';
import { toolApprovalStyles } from './tool-approval.styles.js';
import { notice } from '../internal/notice.js';

/** One thing that differs in the tool's definition now. */
interface Change {
  /** The path, with the names of the schema: `Arguments it takes › properties › limit`. */
  readonly what: string;
  /** Undefined if there was nothing before. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/** The differences, and whether there are more. */
interface Changes {
  readonly listed: readonly Change[];
  readonly isAll: boolean;
}

/** Differences that are listed. The whole definitions below show all of them. */
export const MAX_SHOWN_CHANGES = 20;
/** Levels of a schema that are compared. A difference further down is shown with the whole value around it. */
const MAX_COMPARED_LEVELS = 12;

const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  title: 'Title',
  description: 'Description',
  inputSchema: 'Arguments it takes',
  outputSchema: 'Result it promises',
  annotations: 'What the server claims',
};

/** Returns what differs in a tool since the person allowed it: the smallest parts, in the order of the definition. */
export function changesOf({ before, asked }: ToolCallApproval): Changes {
  if (!before) return { listed: [], isAll: true };
  const found: Change[] = [];
  const now = definitionOf(asked.tool);
  for (const key of keysOf(before, now)) compare([NAMES[key] ?? key], before[key], now[key], found);
  return { listed: found.slice(0, MAX_SHOWN_CHANGES), isAll: found.length <= MAX_SHOWN_CHANGES };
}

function compare(path: readonly string[], before: Json | undefined, now: Json | undefined, found: Change[]): void {
  if (found.length > MAX_SHOWN_CHANGES) return;
  if (path.length < MAX_COMPARED_LEVELS && isObject(before) && isObject(now)) {
    for (const key of keysOf(before, now)) compare([...path, key], before[key], now[key], found);
    return;
  }
  const [was, is] = [textOf(before), textOf(now)];
  if (was !== is) found.push({ what: path.join(' › '), before: was, now: is });
}

function keysOf(before: JsonObject, now: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** A text in three parts: the middle one differs from the other text. */
interface Marked {
  readonly before: string;
  readonly different: string;
  readonly after: string;
}

/** Characters that are shown on either side of a difference. */
const AROUND = 60;

/**
 * Returns the differing part of two texts as one range, with a little of the text around it, so that a changed letter
 * at the end of a long text is visible without reading all of it.
 */
export function differentPart(before: string, now: string): { readonly before: Marked; readonly now: Marked } {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  // Never half of a character, which would be shown as a hidden one.
  if (isHalf(before, start) || isHalf(now, start)) start--;
  while (end > 0 && (isHalf(before, before.length - end) || isHalf(now, now.length - end))) end--;
  return { before: markedIn(before, start, end), now: markedIn(now, start, end) };
}

function markedIn(text: string, start: number, end: number): Marked {
  const stop = text.length - end;
  const from = beginning(text, start);
  const rest = cut(text.slice(stop, stop + AROUND + 1), AROUND);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    different: text.slice(start, stop),
    after: `${rest}${stop + rest.length < text.length ? '…' : ''}`,
  };
}

/** Moves the start to the beginning of a word, if one is near. */
function beginning(text: string, start: number): number {
  const from = start - AROUND;
  if (from < AROUND / 2) return 0;
  const word = text.slice(from, from + AROUND / 2).search(/(?<= )\S/);
  if (word >= 0) return from + word;
  return isHalf(text, from) ? from - 1 : from;
}

/** True if a cut here would split a character. */
function isHalf(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) && /^[\uD800-\uDBFF]/.test(text.slice(at - 1, at));
}

/**
 * What differs in the tool's definition since the person allowed it: the changed parts, with the changed letters
 * marked.
 */
function changesNote(approval: ToolCallApproval): TemplateResult | typeof nothing {
  const { listed, isAll } = changesOf(approval);
  if (listed.length === 0) return nothing;
  return html`<section class="note warning" part="list" data-name="changes" aria-label="What is different">
    <strong>Different since you allowed it</strong>
    ${listed.map(changed)} ${isAll ? nothing : html`<p>More is different than fits here.</p>`}
    <div class="wholes">
      ${collapsedJson('All of it, as you allowed it', approval.before)}
      ${collapsedJson('All of it, as it is now', definitionOf(approval.asked.tool))}
    </div>
  </section>`;
}

function changed({ what, before, now }: Change): TemplateResult {
  const parts = before !== undefined && now !== undefined ? differentPart(before, now) : undefined;
  return html`<div class="change">
    <strong class="small">${what}</strong>
    <dl>
      <dt class="small">Before</dt>
      <dd>${parts ? marked(parts.before) : whole(before)}</dd>
      <dt class="small">Now</dt>
      <dd>${parts ? marked(parts.now) : whole(now)}</dd>
    </dl>
  </div>`;
}

function whole(text: string | undefined): TemplateResult {
  return text === undefined ? html`<span class="quiet">nothing</span>` : collapsedText(text);
}

/** The equal part is short. The differing part may be long, and is then collapsed. */
function marked({ before, different, after }: Marked): TemplateResult {
  if (different.length > 200)
    return html`${before ? html`<p class="text">${before}</p>` : nothing}${collapsedText(different)}`;
  return html`<p class="text" dir="auto">${before}<mark>${different}</mark>${after}</p>`;
}

const WHO = {
  person: 'You started this call',
  page: 'This page started this call',
  model: 'A model wants to make this call; no person asked for it',
  app: 'An app inside this page wants to make this call; no person asked for it',
} as const;

const WHY = {
  destructive: 'The server says that this tool can delete or overwrite something, so it asks once more.',
  changed:
    'You allowed this tool earlier, but the server describes it differently now. What you allowed does not count.',
  unconfirmed: 'The server did not say what this tool is now.',
  unlisted: 'The server does not list this tool now, so nobody knows what it does.',
  unread: 'What you decided earlier cannot be read, so you are asked again.',
  'started-by': '',
  policy: 'This page wants calls like this to be seen first.',
} as const;

/** Who wants the call and why the person is asked, as sentences. */
function whySentences({ asked, why, lastSaid }: ToolCallApproval): readonly string[] {
  const known =
    lastSaid === undefined
      ? ''
      : lastSaid === 'never'
        ? 'Nothing is known of it but its name.'
        : `What you see here is from ${fetchedAt(lastSaid)}. If you allowed it earlier, that does not count.`;
  return [`${WHO[asked.initiator]}.`, WHY[why], known].filter(Boolean);
}

/** True if the call needs an extra confirmation: it cannot be undone or reaches beyond this server, or may do so. */
function needsDeliberateAct({ asked, lastSaid }: ToolCallApproval): ReturnType<typeof dangerOf> {
  // If the server does not confirm the definition now, only annotations that warn are trusted.
  const annotations = trustedAnnotations(asked.tool.annotations, lastSaid === undefined);
  return dangerOf(hintsOf(annotations), asked.initiator);
}

/** Why the person is asked, and what the server says that the tool does. */
function aboutCall(approval: ToolCallApproval): TemplateResult {
  const { tool, initiator } = approval.asked;
  const isByOthers = initiator === 'model' || initiator === 'app';
  return html`<div class="why">${whySentences(approval).map((sentence) => html`<p>${sentence}</p>`)}</div>
    ${changesNote(approval)}
    <dl class="about">
      ${
        // The heading has the same name.
        toolName(approval) === tool.name
          ? nothing
          : html`<div>
              <dt>Tool</dt>
              <dd><code dir="ltr">${tool.name}</code></dd>
            </div>`
      }
      <div>
        <dt>${approval.lastSaid === undefined ? 'Server says' : 'Server said'}</dt>
        <dd>
          ${tool.description ? collapsedText(tool.description) : html`<span class="quiet">nothing about what it does</span>`}
          ${approval.lastSaid === 'never' ? nothing : annotationsLine(tool.annotations, '', isByOthers)}
        </dd>
      </div>
      <div>
        <dt>Sent to</dt>
        <dd>${destination(approval)}</dd>
      </div>
    </dl>`;
}

function destination({ requestingServer }: ToolCallApproval): TemplateResult {
  return html`<bdi>${nameOf(requestingServer)}</bdi> at <strong>${requestingServer.host}</strong>${
      requestingServer.encrypted ? nothing : html`, not encrypted: anybody on the way can read it`
    }`;
}

/** Warnings about the arguments before they are sent. */
function cautionNotes(cautions: readonly Caution[]): TemplateResult | typeof nothing {
  if (cautions.length === 0) return nothing;
  const placesOf = (kind: Caution['kind']): string =>
    [...new Set(cautions.filter((caution) => caution.kind === kind).map(({ path }) => `“${path}”`))].join(', ');
  const secret = placesOf('secret');
  const hidden = placesOf('hidden');
  return notice({
    tone: 'warning',
    part: 'warning',
    name: 'caution',
    title: 'Look at this before it leaves.',
    lines: [
      secret && `${secret} looks like a password or a key. The server gets it as it is.`,
      hidden && `${hidden} holds characters that cannot be seen. They can carry hidden instructions.`,
    ],
  });
}

/** Something in the arguments that a person should see before they are sent. */
interface Caution {
  readonly kind: 'secret' | 'hidden';
  /** Its path: `headers.authorization`. */
  readonly path: string;
}

/** Values that are checked. The arguments are shown whole. */
const MAX_WARNED_VALUES = 10_000;
/** Paths that are named in the warnings. */
const MAX_SHOWN_CAUTIONS = 20;

/** Finds values that are or may be secrets, and values with hidden characters. @param schema of the arguments */
function cautionsIn(args: JsonObject, schema?: unknown): readonly Caution[] {
  const cautions: Caution[] = [];
  const waiting: [path: string, name: string, value: Json, place: Place][] = [['', '', args, placeOf(schema)]];
  for (let seen = 0; waiting.length > 0 && seen < MAX_WARNED_VALUES && cautions.length < MAX_SHOWN_CAUTIONS; seen++) {
    const [path, name, value, place] = waiting.shift()!;
    if (hasHidden(name)) cautions.push({ kind: 'hidden', path });
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [at, [key, child]] of Object.entries(value).slice(0, MAX_WARNED_VALUES).entries()) {
        const inside = isList ? itemOf(place, at) : memberOf(place, key, value as JsonObject);
        waiting.push([path === '' ? key : `${path}.${key}`, isList ? name : key, child, inside]);
      }
      continue;
    }
    if (secrecyOf(place, value) !== 'none') cautions.push({ kind: 'secret', path });
    if (typeof value === 'string' && hasHidden(value)) cautions.push({ kind: 'hidden', path });
  }
  return cautions;
}

/** Characters of a tool's name in the list of tools that a decision covers. */
const NAME_LENGTH = 200;

/** How long and for what the decision holds. */
interface RememberChoice {
  readonly duration: DecisionDuration;
  readonly scope: RememberScope;
}

/** What is stored, if anything. */
function rememberOf({ duration, scope }: RememberChoice): Remember | undefined {
  return duration === 'once' ? undefined : { duration, scope };
}

/** The second step: how long the decision holds, and for what. Collapsed, and "only this time" by default. */
function rememberChoice(
  { covered, lastSaid }: ToolCallApproval,
  choice: RememberChoice,
  change: (choice: RememberChoice) => void,
  never: () => void,
): TemplateResult {
  const scopes: readonly (readonly [RememberScope, string])[] = [
    ['arguments', 'this tool with exactly these arguments'],
    ['tool', 'this tool with any arguments'],
    // With one tool it would equal the option above.
    ...(covered && covered.tools.length > 1 ? ([['read-only', coveredWords(covered)]] as const) : []),
  ];
  const neverButton = html`<button type="button" class="plain" part="button" data-name="never-button" @click=${never}>
    Never run this tool
  </button>`;
  if (lastSaid !== undefined)
    return html`<details class="remember" part="field" data-name="remember">
      <summary>Ask again next time</summary>
      <p class="small quiet">
        You are asked each time, until the server says what this tool is. What it is not known to be cannot be allowed
        for longer.
      </p>
      ${neverButton}
    </details>`;
  return html`<details class="remember" part="field" data-name="remember">
    <summary>${summaryOf(choice.duration)}</summary>
    ${grantDurationChoice('How long your decision holds', choice.duration, (term) => change({ ...choice, duration: term }))}
    ${
      choice.duration === 'once'
        ? nothing
        : html`<fieldset>
              <legend>What it holds for</legend>
              ${scopes.map(([scope, label]) =>
                oneOf('scope', label, choice.scope === scope, () => change({ ...choice, scope })),
              )}
            </fieldset>
            ${covered && covered.tools.length > 1 ? coveredList(covered) : nothing}`
    }
    <p class="small quiet">
      A decision ends by itself when the server describes the tool differently. You can take it back at any time under
      “Decisions”.
    </p>
    ${neverButton}
  </details>`;
}

function coveredWords({ tools, of }: CoveredTools): string {
  return tools.length < of
    ? `${formatCount(tools.length)} of the ${formatCount(of)} tools of this server that it says read only`
    : `all tools of this server that it says read only: these ${formatCount(of)}`;
}

/** By name, so that the person sees before the decision which tools it covers. */
function coveredList({ tools, of }: CoveredTools): TemplateResult {
  const left = of - tools.length;
  return html`<details class="small covered" part="note" data-name="covered">
    <summary>Which tools read only (${formatCount(tools.length)})</summary>
    <ul>
      ${tools.map((tool) => {
        const label = oneLine(displayName(tool), NAME_LENGTH);
        const name = oneLine(tool.name, NAME_LENGTH);
        return html`<li>
          <bdi class="mono">${name}</bdi>${label === name ? nothing : html` <bdi class="quiet">${label}</bdi>`}
        </li>`;
      })}
    </ul>
    ${left > 0 ? html`<p>${formatCount(left)} more are not covered: they are asked about.</p>` : nothing}
  </details>`;
}

const FIELDS = { one: 'argument needs', other: 'arguments need' };
const ONCE: RememberChoice = { duration: 'once', scope: 'arguments' };

const ACTS = {
  destroys: 'I have read this. Run it, although it may delete or overwrite something.',
  'may destroy':
    'I have read this. Run it, although the server does not say whether it deletes or overwrites something.',
  'reaches out': 'I have read this. Run it, although it reaches other systems than this server.',
  'may reach out': 'I have read this. Run it, although the server does not say whether it reaches other systems.',
} as const;

/**
 * @summary Asks whether a tool is to be called, by whom, with what, and how long the answer holds.
 *
 * All arguments are shown as they would be sent, and can be changed; what the schema refuses is not sent. A tool that its
 * server calls destructive takes a tick as well as the button, and so does a model's call that reaches other systems, or of
 * which the server does not say that it does neither.
 *
 * @slot count - The number of waiting questions.
 * @fires mcp-approval-decide-request {McpApprovalDecideRequestEvent} - Before a decision is carried out. Prevent it to decide elsewhere.
 * @csspart base - The question.
 * @csspart header - The header: the title and its source.
 * @csspart title - The title.
 * @csspart list - A list.
 * @csspart warning - A warning.
 * @csspart note - A notice or a hint.
 * @csspart form - The arguments.
 * @csspart field - A field with its label.
 * @csspart label - The label of a field or value.
 * @csspart input - The input of a value.
 * @csspart checkbox - A check box.
 * @csspart error - An error with its remedy.
 * @csspart actions - The buttons.
 * @csspart button - Every button.
 * @csspart approve-button - The button that approves.
 * @csspart decline-button - The button that declines.
 * @csspart hidden-character - A sign in place of hidden characters.
 */
export class McpToolApprovalElement extends McpElement {
  static override styles: CSSResultGroup = [
    tokens,
    base,
    controls,
    questionFrameStyles,
    grantDurationStyles,
    toolApprovalStyles,
  ];

  #draft: ToolDraft | undefined;
  readonly #typed = new StoreController(this, () => this.#draft?.form.changes);
  readonly #keepFocus = new FocusFallback(this, ['#heading']);

  @query('mcp-schema-field') private fields!: HTMLElementTagNameMap['mcp-schema-field'] | null;

  @state() private issue = '';
  @state() private isDeliberate = false;
  @state() private choice: RememberChoice = ONCE;

  /** The question. */
  @property({ attribute: false })
  approval: ToolCallApproval | undefined;

  /** Where the decision is carried out; by default the queue of the surrounding session. */
  @consume({ context: approvalsContext, subscribe: true })
  @property({ attribute: false })
  approvals: ApprovalQueue | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('approval')) return;
    const { approval } = this;
    // A new snapshot of the same question must not lose what the person has changed.
    if (changed.get('approval')?.id === approval?.id) return;
    this.issue = '';
    this.isDeliberate = false;
    this.choice = ONCE;
    this.#draft = undefined;
    if (!approval) return;
    const { tool, arguments: args } = approval.asked;
    const draft = new ToolDraft();
    draft.follow(tool);
    // Exactly as they would be sent: absent values stay absent, and no defaults are filled in.
    draft.form = new FormState(buildForm(tool.inputSchema), args);
    this.#draft = draft;
  }

  readonly #run = async (press: Event): Promise<void> => {
    const { approval } = this;
    const draft = this.#draft;
    if (!approval || !draft) return;
    if (needsDeliberateAct(approval) && !this.isDeliberate) {
      this.issue = 'Tick the box first.';
      this.renderRoot.querySelector<HTMLElement>('#deliberate')?.focus();
      return;
    }
    const args = await draft.check();
    // Another question came, or this one was answered.
    if (draft !== this.#draft) return;
    if (args) {
      const remember = rememberOf(this.choice);
      decide(this, this.approvals, approval, { kind: 'run', arguments: args, ...(remember && { remember }) }, press);
      return;
    }
    this.issue = `${counted(draft.issues.length || 1, FIELDS)} attention.`;
    await this.updateComplete;
    this.fields?.focusFirstIssue();
  };

  readonly #refuse = (): void => {
    const { approval } = this;
    if (!approval) return;
    const remember = rememberOf({
      ...this.choice,
      scope: this.choice.scope === 'read-only' ? 'tool' : this.choice.scope,
    });
    decide(this, this.approvals, approval, { kind: 'decline', ...(remember && { remember }) });
  };

  readonly #never = (): void => {
    const { approval } = this;
    if (approval)
      decide(this, this.approvals, approval, { kind: 'decline', remember: { duration: 'always', scope: 'tool' } });
  };

  readonly #tick = (event: Event): void => {
    this.isDeliberate = (event.target as HTMLInputElement).checked;
  };

  readonly #choose = (choice: RememberChoice): void => {
    this.choice = choice;
  };

  readonly #toggleJson = (): void => {
    const draft = this.#draft;
    if (!draft) return;
    if (draft.json) draft.editAsFields();
    else draft.editAsJson();
    this.requestUpdate();
  };

  override render(): TemplateResult | typeof nothing {
    const { approval } = this;
    const draft = this.#draft;
    if (!approval || !draft) return nothing;
    const act = needsDeliberateAct(approval);
    return questionFrame({
      approval,
      heading: callHeading(approval),
      body: html`
        ${aboutCall(approval)} ${this.#arguments(draft)}
        ${
          act
            ? html`<label class="choice deliberate" part="checkbox" data-name="deliberate"
                ><input id="deliberate" type="checkbox" .checked=${this.isDeliberate} @change=${this.#tick} />
                ${ACTS[act]}</label
              >`
            : nothing
        }
        ${rememberChoice(approval, this.choice, this.#choose, this.#never)}
        <p class="issue" part="error" role="alert">${this.issue}</p>
      `,
      actions: html`<button type="button" part="button decline-button" @click=${this.#refuse}>Do not run</button>
        <button
          type="button"
          class=${act === 'destroys' ? 'danger' : 'primary'}
          part="button approve-button"
          ${guarded(approval.id)}
          @click=${this.#run}
        >
          ${callAct(approval)}
        </button>`,
    });
  }

  #arguments(draft: ToolDraft): TemplateResult {
    const { form } = draft;
    const now = (draft.json ? undefined : form.draft) as JsonObject | undefined;
    const cautions = cautionsIn(now ?? this.approval!.asked.arguments, this.approval!.asked.tool.inputSchema);
    const isEmpty = form.node.kind === 'object' && form.node.properties.length === 0 && form.root.entries.length === 0;
    return html`<section class="arguments" aria-labelledby="arguments">
      <div class="row">
        <h3 id="arguments">What is sent</h3>
        ${
          form.node.kind === 'json'
            ? nothing
            : html`<button
                class="plain small end"
                part="button"
                data-name="json-button"
                type="button"
                @click=${this.#toggleJson}
              >
                ${draft.json ? 'Edit as fields' : 'Edit as JSON'}
              </button>`
        }
      </div>
      ${cautionNotes(cautions)}
      <div part="form">
        ${
          draft.json
            ? jsonEditor(draft.json, (text) => {
                draft.setJson(text);
                this.requestUpdate();
              })
            : html`${isEmpty ? html`<p class="quiet">None.</p>` : nothing}<mcp-schema-field
                  .node=${form.node}
                  .form=${form}
                ></mcp-schema-field>`
        }
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-approval': McpToolApprovalElement;
  }
}
