import { nothing, type TemplateResult } from 'lit';
import { displayName, type ContentBlock, type JsonObject, type SamplingRequest, type Tool } from '../../src/index.js';
import { foldedText } from '../approval-queue/folded-text.js';
import { counted, type Noun } from '../words/counted.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';
import { editableChoice } from './choice.js';
import { editableJson } from './editable-json.js';
import { foldedJson } from './folded-json.js';
import { editableText, item } from './item.js';
import type { OpenEdits } from './open-edits.js';
import { partKey, toolKey, type RequestDraft } from './request-draft.js';
import { withField, withMessageText, withSystemPrompt } from './request-edits.js';
import { CONTEXTS, contextInWords, preferencesInWords, TOOL_CHOICES, toolChoiceInWords } from './request-words.js';

/** Messages, and tools, shown at first. The rest is one press away: nothing goes to a model that cannot be read before. */
const SHOWN = 20;
/** Characters of a tool's name that stand beside what it gave. The whole name stands where it was called. */
const NAME_SHOWN = 60;

export interface RequestView {
  /** As the server sent it. */
  readonly asked: SamplingRequest;
  /** What the person makes of it. */
  readonly draft: RequestDraft;
  readonly edits: OpenEdits;
  /** Absent while it can only be read. */
  readonly edit?: ((change: (request: SamplingRequest) => SamplingRequest) => void) | undefined;
  /** Which model is asked, where there are any. */
  readonly model: unknown;
  /** Also what is beyond the first messages and tools. */
  readonly whole: boolean;
  readonly showWhole: () => unknown;
  readonly limits: TemplateResult;
}

/** Everything that goes to the model. */
export function requestView(view: RequestView): TemplateResult {
  const { asked, draft, edits, edit, limits, model } = view;
  const request = draft.request ?? asked;
  const preferences = preferencesInWords(request.modelPreferences);
  return html`
    <dl>
      ${editableText(edits, {
        key: 'system',
        label: 'System prompt',
        value: request.systemPrompt ?? '',
        original: asked.systemPrompt ?? '',
        whenEmpty: 'none',
        set: edit && ((text) => edit((current) => withSystemPrompt(current, text))),
      })}
      ${messages(view, request)} ${request.tools?.length || request.toolChoice ? tools(view, request) : nothing}
      ${context(view, request)} ${limits}
      ${
        preferences || asked.modelPreferences
          ? editableJson(edits, {
              key: 'preferences',
              label: 'Model wished',
              value: request.modelPreferences,
              original: asked.modelPreferences,
              body: preferences || html`<span class="quiet">nothing</span>`,
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
              label: 'Metadata',
              value: request.metadata,
              original: asked.metadata,
              body: request.metadata ? foldedJson('Show', request.metadata) : html`<span class="quiet">left out</span>`,
              mayBeMissing: true,
              set: edit && ((value) => edit((current) => withField(current, 'metadata', value as JsonObject))),
            })
          : nothing
      }
    </dl>
    ${foldedJson('Everything the model gets, as JSON', draft.remaining ?? request)}
  `;
}

function messages(view: RequestView, request: SamplingRequest): unknown {
  const { asked, draft, edits, edit, whole } = view;
  const shown = whole ? request.messages : request.messages.slice(0, SHOWN);
  const toolOf = toolsByCall(request.messages);
  const rows = shown.flatMap(({ role, content }, m) => {
    if (content.length === 0) return [item({ label: `Message ${m + 1}`, role, body: 'empty' })];
    return content.map((block, b) => {
      const label = `Message ${m + 1}`;
      const whose = content.length > 1 ? `${role}, part ${b + 1}` : role;
      if (block.type === 'tool_result')
        return blockItem(label, `${whose}, ${resultOf(toolOf.get(block.toolUseId))}`, block);
      // A use of a tool and its result belong together: without one of them no endpoint takes the conversation.
      if (block.type === 'tool_use') return blockItem(label, whose, block);
      const key = partKey(m, b);
      const leave = edit && leaveButton(draft, key, whose ? `${label}, ${whose}` : label);
      if (draft.isOut(key)) return item({ label, role: whose, edited: true, body: LEFT_OUT, action: leave });
      if (block.type !== 'text') return blockItem(label, whose, block, leave);
      const original = asked.messages[m]?.content[b];
      return editableText(edits, {
        key: `message-${m}-${b}`,
        label,
        role: whose,
        value: block.text,
        original: original?.type === 'text' ? original.text : '',
        more: leave,
        set: edit && ((text) => edit((current) => withMessageText(current, m, b, text))),
      });
    });
  });
  const more = showMore(view, request.messages.length - shown.length, { one: 'more message', other: 'more messages' });
  return more ? [...rows, item({ label: '', body: more })] : rows;
}

/** Which tool each call was for: a result names its call only. */
function toolsByCall(messages: SamplingRequest['messages']): ReadonlyMap<string, string> {
  const uses = messages.flatMap(({ content }) => content.filter((block) => block.type === 'tool_use'));
  return new Map(uses.map(({ id, name }) => [id, name]));
}

function resultOf(tool: string | undefined): string {
  return tool === undefined ? 'result' : `result of ${cut(tool, NAME_SHOWN)}`;
}

const TOOLS: Noun = { one: 'tool', other: 'tools' };

/** Anything but text: shown by the content policy, not editable. */
export function blockItem(
  label: string,
  role: string | undefined,
  block: ContentBlock,
  action?: unknown,
): TemplateResult {
  return item({ label, role, body: html`<mcp-content .block=${block}></mcp-content>`, action });
}

const LEFT_OUT = html`<span class="quiet">Left out: the model does not get this.</span>`;

function leaveButton(draft: RequestDraft, key: string, label: string): TemplateResult {
  return html`<button type="button" class="plain small" @click=${() => draft.toggle(key)}>
    ${draft.isOut(key) ? 'Put back' : 'Leave out'}<span class="visually-hidden"> ${label}</span>
  </button>`;
}

/** What the model is to see beside this: a wish that the page’s sampler may follow. */
function context({ asked, edits, edit }: RequestView, request: SamplingRequest): TemplateResult {
  const value = request.includeContext ?? 'none';
  const original = asked.includeContext ?? 'none';
  // Where nothing was wished, nothing is added.
  const set =
    edit && original !== 'none'
      ? (wish: string) => edit((now) => withField(now, 'includeContext', wish as SamplingRequest['includeContext']))
      : undefined;
  const body = contextInWords(request);
  return editableChoice(edits, {
    key: 'context',
    label: 'Context asked',
    value,
    original,
    options: CONTEXTS,
    body,
    set,
  });
}

function tools(view: RequestView, request: SamplingRequest): TemplateResult {
  const { tools: offered = [] } = request;
  const { asked, draft, edit, edits } = view;
  const left = offered.filter((_, at) => !draft.isOut(toolKey(at))).length;
  const mode = request.toolChoice?.mode ?? 'auto';
  const shown = view.whole ? offered : offered.slice(0, SHOWN);
  const more = showMore(view, offered.length - shown.length, { one: 'more tool', other: 'more tools' });
  return editableChoice(edits, {
    key: 'tools',
    label: 'Tools offered',
    value: mode,
    original: asked.toolChoice?.mode ?? 'auto',
    options: TOOL_CHOICES,
    edited: left < offered.length,
    body: html`<p>${counted(left, TOOLS)} · ${toolChoiceInWords(request)}</p>
      <ul class="tools">
        ${shown.map((each, at) => tool(each, at, view))}
      </ul>
      ${more}`,
    set:
      edit &&
      ((value) => edit((now) => withField(now, 'toolChoice', { ...now.toolChoice, mode: value as typeof mode }))),
  });
}

/** One tool, as the model is told of it. */
function tool(offered: Tool, at: number, { draft, edit }: RequestView): TemplateResult {
  const title = displayName(offered);
  const key = toolKey(at);
  const leave = edit ? leaveButton(draft, key, offered.name) : nothing;
  if (draft.isOut(key)) return html`<li><bdi class="mono">${offered.name}</bdi> ${LEFT_OUT} ${leave}</li>`;
  return html`<li>
    <bdi class="mono">${offered.name}</bdi> ${title === offered.name ? nothing : html`<bdi>${title}</bdi>`}
    ${offered.description ? html`<div class="quiet">${foldedText(offered.description)}</div>` : nothing}
    ${foldedJson('Definition', offered)} ${leave}
  </li>`;
}

function showMore({ showWhole }: RequestView, count: number, noun: Noun): TemplateResult | undefined {
  if (count <= 0) return undefined;
  return html`<button type="button" class="plain small" @click=${showWhole}>Show ${counted(count, noun)}</button>`;
}
