import { nothing, type TemplateResult } from 'lit';
import { jsonLine, toJson } from '../../src/util/json.js';
import { html, serverText } from '../internal/html.js';
import { longestGap } from '../internal/text.js';
import { Toggle } from './control-memory.js';
import { type FieldView, readInputText } from './field-frame.js';
import { isTooLongToEdit } from './long-text.js';
import { t } from './messages.js';

/** Characters of a text that any field shows on one line. */
const ONE_LINE_LENGTH = 24;

/** Remembers that a text was too long for one line: a box that became a line would lose the focus. */
class WholeText extends Toggle {}

/** True if the text of this field needs a box in which all of it shows. */
export function needsWholeText(view: FieldView): boolean {
  if (!view.filled) return false;
  const whole = view.stateOf(WholeText);
  const text = readInputText(view);
  whole.isOn ||= text.length > ONE_LINE_LENGTH || longestGap(text) > 0;
  return whole.isOn;
}

/** The value as it is sent, beside a control that does not show all of it: a title, a long name, a value without a control. */
export function whatIsSent(view: FieldView): TemplateResult | typeof nothing {
  const { field, filled } = view;
  if (!filled || field.parts.length > 0) return nothing;
  const { name = '' } = field;
  return html`${field.role === 'entry' && name.length > ONE_LINE_LENGTH ? sentLine(name) : nothing}${sentValue(view)}
    <span class="end" aria-hidden="true"></span>`;
}

function sentValue(view: FieldView): TemplateResult | typeof nothing {
  const { node, input, value } = view.field;
  if (input.kind === 'held') return sentFold(toJson(value, undefined, 2));
  if (input.kind === 'text' && isTooLongToEdit(input.text)) return sentFold(input.text);
  if (node.kind !== 'choice' || value === undefined) return nothing;
  const label = input.kind === 'option' ? node.options[input.index]?.label : undefined;
  return label === value ? nothing : sentLine(jsonLine(value, Infinity).text);
}

function sentLine(text: string): TemplateResult {
  return html`<p class="help quiet" part="note" data-name="sent">
    ${t.rich('schemaField.sentAs', { text: html`<code dir="ltr">${serverText(text)}</code>` })}
  </p>`;
}

function sentFold(text: string): TemplateResult {
  return html`<details class="sent" part="note" data-name="sent">
    <summary>${t('schemaField.showAll', { characters: t('schemaField.characters', { count: text.length }) })}</summary>
    <pre class="unsupported" tabindex="0" dir="auto">${serverText(text)}</pre>
  </details>`;
}
