import type { TemplateResult } from 'lit';
import type { SamplingRequest } from '../../src/index.js';
import { html } from '../words/html.js';
import { closeOnEscape, editActions, editButton, item } from './item.js';
import { fieldId, type OpenEdits } from './open-edits.js';
import { limitsInput, limitsIssues, withLimits, type LimitsInput } from './request-edits.js';
import { limitsInWords } from './request-words.js';

/** Its key among the open edits. */
export const LIMITS = 'maxTokens';

export interface LimitsView {
  readonly asked: SamplingRequest;
  readonly request: SamplingRequest;
  readonly edits: OpenEdits;
  /** What is in the fields, where that is not what the request says. */
  readonly input: LimitsInput | undefined;
  /** Absent while it can only be read. */
  readonly edit?: ((change: (request: SamplingRequest) => SamplingRequest) => void) | undefined;
  readonly setInput: (input: LimitsInput | undefined) => void;
}

/** How much the model may say, and how freely. */
export function limitsItem(view: LimitsView): TemplateResult {
  const { asked, request, edits, edit, setInput } = view;
  const original = limitsInput(asked);
  const input = view.input ?? limitsInput(request);
  const edited = (['maxTokens', 'temperature', 'stops'] as const).some((name) => input[name] !== original[name]);
  if (!edit || !edits.isOpen(LIMITS)) {
    const before = limitsInput(request);
    const action = edit && editButton(edits, LIMITS, 'limits', () => write(view, before));
    return item({ label: 'Limits', edited, body: limitsInWords(request), action });
  }
  const fields = html`<div class="limits">
    ${field(view, input, 'maxTokens', 'Tokens at most')}${field(view, input, 'temperature', 'Temperature')}
    ${stopsField(view, input)}
  </div>`;
  const reset = (): void => write(view, original);
  const actions = editActions(edits, LIMITS, 'limits', edited, reset, () => {
    if (Object.keys(limitsIssues(input, asked.maxTokens)).length > 0) return;
    setInput(undefined);
    edits.close(LIMITS);
  });
  return item({ label: 'Limits', edited, body: html`${fields}${actions}` });
}

function stopsField(view: LimitsView, input: LimitsInput): TemplateResult {
  return html`<label class="wide">
    <span>Stops at, one on each line</span>
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
