import { html, nothing, type TemplateResult } from 'lit';
import { displayName, type ContentBlock, type SamplingRequest, type Tool } from '../../src/index.js';
import { counted, type Noun } from '../words/counted.js';
import { foldedJson } from './folded-json.js';
import { editableText, item } from './item.js';
import type { OpenEdits } from './open-edits.js';
import { withMessageText, withSystemPrompt } from './request-edits.js';
import { contextInWords, preferencesInWords, toolChoiceInWords } from './request-words.js';

/** Messages, and tools, shown at first. The rest is one press away: nothing goes to a model that cannot be read before. */
const SHOWN = 20;

export interface RequestView {
  /** As the server sent it. */
  readonly asked: SamplingRequest;
  /** As it would go to the model. */
  readonly request: SamplingRequest;
  readonly edits: OpenEdits;
  /** Absent while it can only be read. */
  readonly edit?: ((change: (request: SamplingRequest) => SamplingRequest) => void) | undefined;
  /** Also what is beyond the first messages and tools. */
  readonly whole: boolean;
  readonly showWhole: () => void;
  readonly limits: TemplateResult;
}

/** Everything that goes to the model. */
export function requestView(view: RequestView): TemplateResult {
  const { asked, request, edits, edit, limits } = view;
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
      ${messages(view)} ${request.tools?.length || request.toolChoice ? tools(view) : nothing}
      ${item({ label: 'Context asked', body: contextInWords(request) })} ${limits}
      ${preferences ? item({ label: 'Model wished', body: preferences }) : nothing}
      ${request.metadata ? item({ label: 'Metadata', body: foldedJson('Show', request.metadata) }) : nothing}
    </dl>
    ${foldedJson('Everything the model gets, as JSON', request)}
  `;
}

function messages(view: RequestView): unknown {
  const { asked, request, edits, edit, whole } = view;
  const shown = whole ? request.messages : request.messages.slice(0, SHOWN);
  const rows = shown.flatMap(({ role, content }, m) => {
    if (content.length === 0) return [item({ label: `Message ${m + 1}`, role, body: 'empty' })];
    return content.map((block, b) => {
      const label = `Message ${m + 1}`;
      const whose = content.length > 1 ? `${role}, part ${b + 1}` : role;
      if (block.type !== 'text') return blockItem(label, whose, block);
      const original = asked.messages[m]?.content[b];
      return editableText(edits, {
        key: `message-${m}-${b}`,
        label,
        role: whose,
        value: block.text,
        original: original?.type === 'text' ? original.text : '',
        set: edit && ((text) => edit((current) => withMessageText(current, m, b, text))),
      });
    });
  });
  const more = showMore(view, request.messages.length - shown.length, { one: 'more message', other: 'more messages' });
  return more ? [...rows, item({ label: '', body: more })] : rows;
}

const TOOLS: Noun = { one: 'tool', other: 'tools' };

/** Anything but text: shown by the content policy, not editable. */
export function blockItem(label: string, role: string | undefined, block: ContentBlock): TemplateResult {
  return item({ label, role, body: html`<mcp-content .block=${block}></mcp-content>` });
}

function tools(view: RequestView): TemplateResult {
  const { tools: offered = [] } = view.request;
  const shown = view.whole ? offered : offered.slice(0, SHOWN);
  const more = showMore(view, offered.length - shown.length, { one: 'more tool', other: 'more tools' });
  const summary = `${counted(offered.length, TOOLS)} · ${toolChoiceInWords(view.request)}`;
  const list = html`<p>${summary}</p>
    <ul class="tools">
      ${shown.map(tool)}
    </ul>
    ${more}`;
  return item({ label: 'Tools offered', body: list });
}

function tool(offered: Tool): TemplateResult {
  const title = displayName(offered);
  return html`<li>
    <bdi class="mono">${offered.name}</bdi> ${title === offered.name ? nothing : html`<bdi>${title}</bdi>`}
    ${foldedJson('Details', offered)}
  </li>`;
}

function showMore({ showWhole }: RequestView, count: number, noun: Noun): TemplateResult | undefined {
  if (count <= 0) return undefined;
  return html`<button type="button" class="plain small" @click=${showWhole}>Show ${counted(count, noun)}</button>`;
}
