import { type ReactiveControllerHost, type TemplateResult, noChange, nothing } from 'lit';
import { setCommittedValue } from 'lit/directive-helpers.js';
import { Directive, type DirectiveResult, type ElementPart, type PropertyPart, directive } from 'lit/directive.js';
import { type StringNode, checkValue } from '../../src/schema/index.js';
import { errorText } from '../internal/error-texts.js';
import { html } from '../internal/html.js';
import {
  type DateTimeInput,
  type DateTimeParts,
  localOffset,
  offsetLabel,
  parseDateTime,
  withoutZeroSeconds,
  dateTimeSpellings,
  formatDateTime,
} from './date-time.js';
import { CONTROL_ID, type FieldView, HINT_ID, describedBy, readInputText } from './field-frame.js';
import { type InputView, textInput, typeInto } from './text-input.js';
import { t } from './messages.js';
import { labelOf } from './words.js';

/**
 * Sets the value of an input only if the input shows another time, because setting it would discard a partly typed
 * time.
 */
class LocalValue extends Directive {
  override render(local: string): unknown {
    return local;
  }

  override update(part: PropertyPart | ElementPart, [local]: [string]): unknown {
    if (withoutZeroSeconds((part.element as HTMLInputElement).value) === withoutZeroSeconds(local)) return noChange;
    // Lit skips a value equal to the last one it set, but this value must be set.
    setCommittedValue(part);
    return local;
  }
}

const localValue: (local: string) => DirectiveResult = directive(LocalValue);

/** Stores whether the person types the date as text, such as a date that does not exist. */
class AsText {
  readonly #host: ReactiveControllerHost;
  isOn = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  set(isOn: boolean): void {
    this.isOn = isOn;
    this.#host.requestUpdate();
  }
}

/** Checked against the schema's pattern while nothing is chosen. */
const SAMPLES: { readonly [Type in DateTimeInput]: string } = {
  date: '1999-12-31',
  time: '14:30:00',
  'datetime-local': '1999-12-31T14:30:00',
};

/**
 * Returns the browser's input for a date, a time or both, or a text input if the browser's input cannot show the whole
 * value.
 */
export function dateTimeInput(view: FieldView, node: StringNode, type: DateTimeInput): InputView {
  const asText = view.stateOf(AsText);
  const text = readInputText(view);
  const shown = text === '' ? { local: '', offset: undefined } : parseDateTime(type, text);
  const toggle = (isOn: boolean): void => {
    asText.set(isOn);
    view.field.setUnfinished(undefined);
    view.focusNext(`#${CONTROL_ID}`);
  };
  if (!shown || asText.isOn) {
    const back = { label: t('schemaField.useTheCalendar'), part: 'as-text-button', press: () => toggle(false) };
    return { input: textInput(view, node).input, button: shown ? back : undefined };
  }
  const button = { label: t('schemaField.typeIt'), part: 'as-text-button', press: () => toggle(true) };
  return { input: nativeInput(view, node, type, shown), button };
}

interface ShownDateTime {
  readonly local: string;
  /** Undefined while nothing is chosen. */
  readonly offset: string | undefined;
}

function nativeInput(
  view: FieldView,
  node: StringNode,
  type: DateTimeInput,
  { local, offset }: ShownDateTime,
): TemplateResult {
  const offsets = type === 'date' ? [] : offsetsFor(node, type, local);
  const chosen = offset ?? offsets[0] ?? '';
  const write = (parts: DateTimeParts): void => typeInto(view, spellingFor(node, type, parts));
  const pick = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    noteUnfinished(view, type, input);
    // The browser's own offset changes with daylight saving time; any other stays.
    const isLocalOffset = offset === undefined ? chosen === localOffset(local) : offset === localOffset(local);
    write({ local: input.value, offset: isLocalOffset ? localOffset(input.value) : chosen });
  };
  const input = html`<input
    id="control"
    part="input"
    data-name="control"
    class="time"
    type=${type}
    aria-describedby=${describedBy(view, ...(local && type !== 'date' ? [HINT_ID] : [])) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${localValue(local)}
    @input=${pick}
    @focusout=${(event: Event) => noteUnfinished(view, type, event.target as HTMLInputElement)}
    @keyup=${(event: Event) => noteUnfinished(view, type, event.target as HTMLInputElement)}
  />`;
  // The pattern allows no offset: there is none to choose.
  if (offsets.join() === '' && !offset) return input;
  const choices = offset === undefined || offsets.includes(offset) ? offsets : [offset, ...offsets];
  return html`<div class="beside">
      ${input}
      <select
        part="input"
        data-name="offset"
        class="offset"
        aria-label=${t('schemaField.timeZone', { label: labelOf(view.field) })}
        @change=${(event: Event) => {
          const now = parseDateTime(type, readInputText(view))?.local ?? '';
          write({ local: now, offset: (event.target as HTMLSelectElement).value });
        }}
      >
        ${choices.map((each) => html`<option value=${each} .selected=${each === chosen}>${offsetLabel(each)}</option>`)}
      </select>
    </div>
    ${local ? html`<p id="hint" class="help quiet">${t.rich('schemaField.sentAs', { text: html`<code dir="ltr">${readInputText(view)}</code>` })}</p>` : nothing}`;
}

/** Returns the offsets to choose from: the browser's, UTC and none, if the schema's pattern accepts them. */
function offsetsFor(node: StringNode, type: DateTimeInput, local: string): readonly string[] {
  const all = [...new Set([localOffset(local), 'Z', ''])];
  const accepted = all.filter(
    (offset) => acceptedSpelling(node, type, { local: local || SAMPLES[type], offset }) !== undefined,
  );
  return accepted.length > 0 ? accepted : all.slice(0, -1);
}

/** Returns the text in the format of RFC 3339, or in the format that the schema's pattern requires. */
function spellingFor(node: StringNode, type: DateTimeInput, parts: DateTimeParts): string {
  return acceptedSpelling(node, type, parts) ?? formatDateTime(type, parts);
}

function acceptedSpelling(node: StringNode, type: DateTimeInput, parts: DateTimeParts): string | undefined {
  return dateTimeSpellings(type, parts).find((text) => text !== '' && checkValue(node, text).length === 0);
}

/** A partly filled input has no value. Without this message, the form would be sent as if the field were empty. */
function noteUnfinished({ field }: FieldView, type: DateTimeInput, input: HTMLInputElement): void {
  field.setUnfinished(input.validity.badInput ? errorText(`components.notComplete.${type}`) : undefined);
}
