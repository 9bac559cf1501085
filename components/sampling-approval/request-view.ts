import { nothing, type TemplateResult } from 'lit';
import { modelFor } from '../../src/approvals/index.js';
import {
  type BudgetReading,
  type ContentBlock,
  displayName,
  type JsonObject,
  type SamplerModel,
  type SamplingRequest,
  type Tool,
} from '../../src/index.js';
import { collapsedText, type Fold, whenOpened } from '../approval-queue/question.js';
import { html } from '../internal/html.js';
import { cut, formatCount } from '../internal/text.js';
import {
  choice,
  closeOnEscape,
  editableChoice,
  editableJson,
  editableText,
  editActions,
  editButton,
  fieldId,
  collapsedJson,
  item,
  type OpenEdits,
} from './editors.js';
import { foldId, FOLDS, type Folds, SHOWN_AT_FIRST } from './folds.js';
import {
  contextInWords,
  contexts,
  limitsInput,
  type LimitsInput,
  limitsInWords,
  limitsIssues,
  partKey,
  preferencesInWords,
  type RequestDraft,
  toolChoices,
  toolChoiceInWords,
  toolKey,
  withField,
  withLimits,
  withMessageText,
  withSystemPrompt,
} from './request.js';
import { formatter } from '../words/messages.js';
import { t } from './messages.js';

type Used = 'requests' | 'tokens' | 'tokensEstimated' | 'cost' | 'costEstimated' | 'rounds';

/** The key of the limits among the open edits. */
const LIMITS = 'maxTokens';

interface LimitsView {
  readonly asked: SamplingRequest;
  readonly request: SamplingRequest;
  readonly edits: OpenEdits;
  /** The contents of the fields, if they differ from the request. */
  readonly input: LimitsInput | undefined;
  /** Undefined if the limits are read-only. */
  readonly edit?: ((change: (request: SamplingRequest) => SamplingRequest) => void) | undefined;
  readonly setInput: (input: LimitsInput | undefined) => void;
}

/** Characters of a tool's name that are shown beside its result. The whole name is shown beside its call. */
const NAME_SHOWN = 60;

interface RequestView {
  /** The request as the server sent it. */
  readonly asked: SamplingRequest;
  /** The request with the person's changes. */
  readonly draft: RequestDraft;
  readonly edits: OpenEdits;
  /** Undefined if the request is read-only. */
  readonly edit?: ((change: (request: SamplingRequest) => SamplingRequest) => void) | undefined;
  /** Shows the model to ask, if there is one. */
  readonly model: unknown;
  /** True if all messages and tools are shown, not only the first ones. */
  readonly whole: boolean;
  readonly showWhole: () => unknown;
  readonly limits: TemplateResult;
  readonly folds: Folds;
}

/** Shows everything that will be sent to the model. */
export function requestView(view: RequestView): TemplateResult {
  const { asked, draft, edits, edit, limits, model } = view;
  const request = draft.request ?? asked;
  const preferences = preferencesInWords(request.modelPreferences);
  return html`
    <dl>
      ${editableText(edits, {
        key: 'system',
        label: t('samplingApproval.systemPrompt'),
        value: request.systemPrompt ?? '',
        original: asked.systemPrompt ?? '',
        whenEmpty: t('samplingApproval.context.none'),
        fold: foldOf(view, FOLDS.system),
        set: edit && ((text) => edit((current) => withSystemPrompt(current, text))),
      })}
      ${messages(view, request)} ${request.tools?.length || request.toolChoice ? tools(view, request) : nothing}
      ${context(view, request)} ${limits}
      ${
        preferences || asked.modelPreferences
          ? editableJson(edits, {
              key: 'preferences',
              label: t('samplingApproval.modelWished'),
              value: request.modelPreferences,
              original: asked.modelPreferences,
              body: preferences || html`<span class="quiet">${t('samplingApproval.nothing')}</span>`,
              mayBeMissing: true,
              set: edit && ((value) => edit((current) => withField(current, 'modelPreferences', value))),
            })
          : nothing
      }
      ${model}
      ${
        request.metadata || asked.metadata
          ? editableJson(edits, {
              key: 'metadata',
              label: t('samplingApproval.metadata'),
              value: request.metadata,
              original: asked.metadata,
              body: request.metadata
                ? collapsedJson(
                    t('samplingApproval.show'),
                    request.metadata,
                    foldOf(view, FOLDS.metadata),
                    view.folds.inJson(request.metadata) === 0,
                  )
                : html`<span class="quiet">${t('samplingApproval.leftOut')}</span>`,
              mayBeMissing: true,
              set: edit && ((value) => edit((current) => withField(current, 'metadata', value as JsonObject))),
            })
          : nothing
      }
    </dl>
    ${collapsedJson(t('samplingApproval.theWholeRequestAs'), draft.remaining ?? request)}
  `;
}

/** Returns an amount such as `$3.00` or `$0.0042`: an amount below one cent has two significant digits. */
export function dollars(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : { minimumFractionDigits: 2 };
  return formatter('NumberFormat', { style: 'currency', currency: 'USD', ...digits }).format(amount);
}

/** Shows how much of its budget a server has used. */
export function budgetMeter(budget: BudgetReading): TemplateResult {
  const { limits, requests, tokens, cost, isEstimate, rounds } = budget;
  return html`<ul
    class="budget small"
    part="note"
    data-name="budget"
    aria-label=${t('samplingApproval.whatThisServerHas')}
  >
    ${line('requests', requests, limits.requestsPerMinute)}
    ${line(isEstimate ? 'tokensEstimated' : 'tokens', tokens, limits.tokensPerSession)}
    ${cost === undefined ? nothing : line(isEstimate ? 'costEstimated' : 'cost', cost, limits.costPerSession, dollars)}
    ${rounds > 0 ? line('rounds', rounds, limits.toolRounds) : nothing}
  </ul>`;
}

function line(what: Used, used: number, limit: number, format = formatCount): TemplateResult {
  const words = Number.isFinite(limit)
    ? t(`samplingApproval.usedOf.${what}`, { used: format(used), limit: format(limit) })
    : t(`samplingApproval.used.${what}`, { used: format(used) });
  return html`<li>
    ${words}
    ${
      Number.isFinite(limit)
        ? html`<meter
            aria-label=${words}
            min="0"
            max=${limit}
            high=${limit * 0.8}
            optimum="0"
            value=${Math.min(used, limit)}
          ></meter>`
        : nothing
    }
  </li>`;
}

/** Returns one sentence for each limit that is used up. */
function usedUpInWords({ usedUp, limits, freeInMs, rounds }: BudgetReading): readonly string[] {
  return usedUp.map((which) => {
    switch (which) {
      case 'requests':
        return t('samplingApproval.itHasAskedTimes', {
          requestsPerMinute: limits.requestsPerMinute,
          seconds: t('samplingApproval.seconds', { count: Math.max(1, Math.ceil(freeInMs / 1000)) }),
        });
      case 'tokens':
        return t('samplingApproval.itHasUsedIts', { tokensPerSession: limits.tokensPerSession });
      case 'cost':
        return t('samplingApproval.itHasSpentIts', { dollars: dollars(limits.costPerSession) });
      case 'rounds':
        return t('samplingApproval.theModelHasUsed', { rounds: t('samplingApproval.rounds', { count: rounds }) });
    }
  });
}

/** Asks the person to confirm a request beyond the budget. */
export function usedUpNote(
  budget: BudgetReading,
  name: string,
  isDeliberate: boolean,
  setDeliberate: (is: boolean) => void,
): TemplateResult {
  return html`<div class="note warning" part="warning" data-name="used-up">
    <strong>${t.rich('samplingApproval.hasUsedUpIts', { name })}</strong>
    ${usedUpInWords(budget).map((words) => html`<span>${words}</span>`)}
    ${
      budget.limits.past === 'refuse'
        ? html`<span>${t('samplingApproval.thisPageDoesNot')}</span>`
        : html`<label class="choice"
            ><input
              id="deliberate"
              type="checkbox"
              .checked=${isDeliberate}
              @change=${(event: Event) => setDeliberate((event.target as HTMLInputElement).checked)}
            />
            ${t('samplingApproval.iUnderstandThisGoes')}</label
          >`
    }
  </div>`;
}

/** Shows the limits: the number of tokens, the temperature and the stop sequences. */
export function limitsItem(view: LimitsView): TemplateResult {
  const { asked, request, edits, edit, setInput } = view;
  const original = limitsInput(asked);
  const input = view.input ?? limitsInput(request);
  const edited = (['maxTokens', 'temperature', 'stops'] as const).some((name) => input[name] !== original[name]);
  if (!edit || !edits.isOpen(LIMITS)) {
    const before = limitsInput(request);
    const action = edit && editButton(edits, LIMITS, 'limits', () => write(view, before));
    return item({ label: t('samplingApproval.limits'), edited, body: limitsInWords(request), action });
  }
  const fields = html`<div class="limits">
    ${field(view, input, 'maxTokens', t('samplingApproval.tokensAtMost'))}${field(view, input, 'temperature', t('samplingApproval.temperature'))}
    ${stopsField(view, input)}
  </div>`;
  const reset = (): void => write(view, original);
  const actions = editActions(edits, LIMITS, 'limits', edited, reset, () => {
    if (Object.keys(limitsIssues(input, asked.maxTokens)).length > 0) return;
    setInput(undefined);
    edits.close(LIMITS);
  });
  return item({ label: t('samplingApproval.limits'), edited, body: html`${fields}${actions}` });
}

function stopsField(view: LimitsView, input: LimitsInput): TemplateResult {
  return html`<label class="wide">
    <span>${t('samplingApproval.stopsAtOneOn')}</span>
    <textarea
      id=${fieldId('stops')}
      part="field"
      rows="2"
      dir="auto"
      .value=${input.stops}
      @input=${(event: InputEvent) => write(view, { ...input, stops: (event.target as HTMLTextAreaElement).value })}
      @keydown=${closeOnEscape(view.edits, LIMITS)}
    ></textarea>
  </label>`;
}

function field(view: LimitsView, input: LimitsInput, name: 'maxTokens' | 'temperature', label: string): TemplateResult {
  const issue = limitsIssues(input, view.asked.maxTokens)[name];
  return html`<label>
    <span>${label}</span>
    <input
      id=${fieldId(name)}
      part="field"
      inputmode="decimal"
      autocomplete="off"
      aria-invalid=${issue ? 'true' : 'false'}
      aria-describedby="issue-${name}"
      .value=${input[name]}
      @input=${(event: InputEvent) => write(view, { ...input, [name]: (event.target as HTMLInputElement).value })}
      @keydown=${closeOnEscape(view.edits, LIMITS)}
    />
    <span class="issue small" id="issue-${name}" aria-live="polite">${issue}</span>
  </label>`;
}

function write({ asked, edit, setInput }: LimitsView, input: LimitsInput): void {
  setInput(input);
  if (Object.keys(limitsIssues(input, asked.maxTokens)).length === 0) edit?.((request) => withLimits(request, input));
}

/** Returns the model to ask: the person's choice, the server's preference, or the first model. */
export function chosenModel(
  models: readonly SamplerModel[],
  request: SamplingRequest,
  chosen: string | undefined,
): SamplerModel | undefined {
  return models.find(({ id }) => id === chosen) ?? modelFor(request.modelPreferences, models) ?? models[0];
}

/** Shows the model and its cost. */
export function modelItem(
  models: readonly SamplerModel[],
  request: SamplingRequest,
  chosen: string | undefined,
  choose: ((id: string) => void) | undefined,
): TemplateResult | typeof nothing {
  const model = chosenModel(models, request, chosen);
  if (!model) return nothing;
  const name = model.name ?? model.id;
  const body =
    choose && models.length > 1
      ? choice(
          'model',
          t('samplingApproval.modelToAsk'),
          model.id,
          models.map((one) => [one.id, one.name ?? one.id]),
          choose,
        )
      : html`<bdi>${name}</bdi>`;
  const isWished = modelFor(request.modelPreferences, models) === model;
  const notes = [...(isWished ? [t('samplingApproval.fitsTheWish')] : []), ...(model.cost ? [price(model.cost)] : [])];
  return item({
    label: t('samplingApproval.modelToAsk'),
    body: html`${body}${notes.length ? html`<div class="quiet small">${notes.join(' · ')}</div>` : nothing}`,
  });
}

function price({ input, output }: NonNullable<SamplerModel['cost']>): string {
  if (input === 0 && output === 0) return t('samplingApproval.free');
  return t('samplingApproval.perMillionTokensIn', { input: dollars(input), output: dollars(output) });
}

function foldOf({ folds }: RequestView, key: string): Fold {
  return { id: foldId(key), opened: () => folds.see(key) };
}

/** The role of a message: the specification has two. */
export function roleWords(role: SamplingRequest['messages'][number]['role']): string {
  return t(`samplingApproval.messageRole.${role}`);
}

const messageLabel = (index: number): string => t('samplingApproval.message', { number: index + 1 });

function messages(view: RequestView, request: SamplingRequest): unknown {
  const { asked, draft, edits, edit, whole } = view;
  const shown = whole ? request.messages : request.messages.slice(0, SHOWN_AT_FIRST);
  const toolOf = toolsByCall(request.messages);
  const rows = shown.flatMap(({ role, content }, m) => {
    if (content.length === 0)
      return [item({ label: messageLabel(m), role: roleWords(role), body: t('samplingApproval.emptyMessage') })];
    return content.map((block, b) => {
      const label = messageLabel(m);
      const whose =
        content.length > 1 ? t('samplingApproval.rolePart', { role: roleWords(role), part: b + 1 }) : roleWords(role);
      if (block.type === 'tool_result')
        return foldedBlockItem(view, partKey(m, b), label, `${whose}, ${resultOf(toolOf.get(block.toolUseId))}`, block);
      // A tool use and its result belong together: no endpoint accepts a conversation in which one of them is missing.
      if (block.type === 'tool_use') return foldedBlockItem(view, partKey(m, b), label, whose, block);
      const key = partKey(m, b);
      const leave = edit && leaveButton(draft, key, whose ? `${label}, ${whose}` : label);
      if (draft.isOut(key)) return item({ label, role: whose, edited: true, body: leftOut(), action: leave });
      if (block.type !== 'text') return foldedBlockItem(view, key, label, whose, block, leave);
      const original = asked.messages[m]?.content[b];
      return editableText(edits, {
        key: `message-${m}-${b}`,
        label,
        role: whose,
        value: block.text,
        original: original?.type === 'text' ? original.text : '',
        more: leave,
        fold: foldOf(view, key),
        set: edit && ((text) => edit((current) => withMessageText(current, m, b, text))),
      });
    });
  });
  const left = request.messages.length - shown.length;
  const more = showMore(view, left, t('samplingApproval.showMoreMessages', { count: left }), FOLDS.messages);
  return more ? [...rows, item({ label: '', body: more })] : rows;
}

/** Returns the tool of each call, because a result contains only the ID of its call. */
function toolsByCall(messages: SamplingRequest['messages']): ReadonlyMap<string, string> {
  const uses = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_use'));
  return new Map(uses.map(({ id, name }) => [id, name]));
}

function resultOf(tool: string | undefined): string {
  return tool === undefined
    ? t('samplingApproval.result')
    : t('samplingApproval.resultOf', { tool: cut(tool, NAME_SHOWN) });
}

/** Shows content other than text, according to the content policy. It cannot be edited. */
export function blockItem(
  label: string,
  role: string | undefined,
  block: ContentBlock,
  action?: unknown,
): TemplateResult {
  return item({ label, role, body: html`<mcp-content .block=${block}></mcp-content>`, action });
}

/** The same, behind a fold if it has much text. */
function foldedBlockItem(
  view: RequestView,
  key: string,
  label: string,
  role: string | undefined,
  block: ContentBlock,
  action?: unknown,
): TemplateResult {
  const characters = view.folds.inBlock(block);
  if (characters === 0) return blockItem(label, role, block, action);
  const fold = foldOf(view, key);
  const body = html`<details class="small" @toggle=${whenOpened(fold)}>
    <summary class="quiet" id=${fold.id}>${t('samplingApproval.showCharacters', { count: characters })}</summary>
    <mcp-content whole .block=${block}></mcp-content>
  </details>`;
  return item({ label, role, body, action });
}

const leftOut = (): TemplateResult => html`<span class="quiet">${t('samplingApproval.leftOutTheModel')}</span>`;

function leaveButton(draft: RequestDraft, key: string, label: string): TemplateResult {
  return html`<button type="button" class="plain small" @click=${() => draft.toggle(key)}>
    ${draft.isOut(key) ? t('samplingApproval.putBack') : t('samplingApproval.leaveOut')}<span class="visually-hidden">
      ${label}</span
    >
  </button>`;
}

/** Shows the context that the server wants the model to see. The page's sampler decides whether the model sees it. */
function context({ asked, edits, edit }: RequestView, request: SamplingRequest): TemplateResult {
  const value = request.includeContext ?? 'none';
  const original = asked.includeContext ?? 'none';
  // If the server wants no context, the person cannot add any.
  const set =
    edit && original !== 'none'
      ? (wish: string) => edit((now) => withField(now, 'includeContext', wish as SamplingRequest['includeContext']))
      : undefined;
  const body = contextInWords(request);
  return editableChoice(edits, {
    key: 'context',
    label: t('samplingApproval.extraContext'),
    value,
    original,
    options: contexts(),
    body,
    set,
  });
}

function tools(view: RequestView, request: SamplingRequest): TemplateResult {
  const { tools: offered = [] } = request;
  const { asked, draft, edit, edits } = view;
  const left = offered.filter((_, at) => !draft.isOut(toolKey(at))).length;
  const mode = request.toolChoice?.mode ?? 'auto';
  const shown = view.whole ? offered : offered.slice(0, SHOWN_AT_FIRST);
  const hidden = offered.length - shown.length;
  const more = showMore(view, hidden, t('samplingApproval.showMoreTools', { count: hidden }), FOLDS.tools);
  return editableChoice(edits, {
    key: 'tools',
    label: t('samplingApproval.toolsOffered'),
    value: mode,
    original: asked.toolChoice?.mode ?? 'auto',
    options: toolChoices(),
    edited: left < offered.length,
    body: html`<p>${t('samplingApproval.tools', { count: left })} · ${toolChoiceInWords(request)}</p>
      <ul class="tools">
        ${shown.map((each, at) => tool(each, at, view))}
      </ul>
      ${more}`,
    set:
      edit &&
      ((value) => edit((now) => withField(now, 'toolChoice', { ...now.toolChoice, mode: value as typeof mode }))),
  });
}

/** Shows one tool as the model receives it. */
function tool(offered: Tool, at: number, view: RequestView): TemplateResult {
  const { draft, edit } = view;
  const title = displayName(offered);
  const key = toolKey(at);
  const leave = edit ? leaveButton(draft, key, offered.name) : nothing;
  if (draft.isOut(key)) return html`<li><bdi class="mono">${offered.name}</bdi> ${leftOut()} ${leave}</li>`;
  return html`<li>
    <bdi class="mono">${offered.name}</bdi> ${title === offered.name ? nothing : html`<bdi>${title}</bdi>`}
    ${offered.description ? html`<div class="quiet">${collapsedText(offered.description, foldOf(view, FOLDS.description(at)))}</div>` : nothing}
    ${collapsedJson(t('samplingApproval.definition'), offered, foldOf(view, FOLDS.definition(at)), edit !== undefined && view.folds.inDefinition(offered) === 0)}
    ${leave}
  </li>`;
}

function showMore({ showWhole }: RequestView, count: number, words: string, key: string): TemplateResult | undefined {
  if (count <= 0) return undefined;
  return html`<button type="button" class="plain small" id=${foldId(key)} @click=${showWhole}>${words}</button>`;
}
