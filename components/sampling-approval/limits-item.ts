import { html, nothing, type TemplateResult } from 'lit';
import type { SamplingRequest } from '../../src/index.js';
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
  const edited = input.maxTokens !== original.maxTokens || input.temperature !== original.temperature;
  if (!edit || !edits.isOpen(LIMITS)) {
    const before = limitsInput(request);
    const action = edit && editButton(edits, LIMITS, 'limits', () => write(view, before));
    return item({ label: 'Limits', edited, body: limitsInWords(request), action });
  }
  const fields = html`<div class="limits">
    ${field(view, input, 'maxTokens', 'Tokens at most')}${field(view, input, 'temperature', 'Temperature')}
  </div>`;
  const reset = (): void => write(view, original);
  const stops = asked.stopSequences?.length ? html`<p class="quiet small">${limitsInWords(request)}</p>` : nothing;
  const actions = editActions(edits, LIMITS, 'limits', edited, reset, () => {
    if (Object.keys(limitsIssues(input, asked.maxTokens)).length > 0) return;
    setInput(undefined);
    edits.close(LIMITS);
  });
  return item({ label: 'Limits', edited, body: html`${fields}${stops}${actions}` });
}

function field(view: LimitsView, input: LimitsInput, name: keyof LimitsInput, label: string): TemplateResult {
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
