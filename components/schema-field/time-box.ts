import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { checkValue, type StringNode } from '../../src/schema/index.js';
import { html } from '../words/html.js';
import {
  offsetHere,
  offsetInWords,
  readMoment,
  spellings,
  writeMoment,
  type Moment,
  type TimeControl,
} from './date-time.js';
import { CONTROL_ID, describedBy, HINT_ID, type FieldView } from './field-view.js';
import { textBox, textOf, typeInto, type Box } from './text-box.js';
import { wallValue } from './wall-value.js';

/** Whether a point in time is typed as text, for what no calendar can say. */
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

const NAMES: { readonly [Control in TimeControl]: string } = {
  date: 'date',
  time: 'time',
  'datetime-local': 'date and time',
};
/** What patterns are tried on while nothing is chosen. */
const SAMPLE: { readonly [Control in TimeControl]: string } = {
  date: '1999-12-31',
  time: '14:30:00',
  'datetime-local': '1999-12-31T14:30:00',
};

/** A date, a time or both: the browser's own control, or text where it could not show all of what is there. */
export function timeBox(view: FieldView, node: StringNode, control: TimeControl): Box {
  const asText = view.keep(AsText);
  const text = textOf(view);
  const moment = text === '' ? { wall: '', offset: undefined } : readMoment(control, text);
  const toggle = (isOn: boolean): void => {
    asText.set(isOn);
    view.field.setUnfinished(undefined);
    view.focusNext(`#${CONTROL_ID}`);
  };
  if (!moment || asText.isOn) {
    const back = { label: 'Use the calendar', part: 'as-text-button', press: () => toggle(false) };
    return { control: textBox(view, node).control, aside: moment ? back : undefined };
  }
  const aside = { label: 'Type it', part: 'as-text-button', press: () => toggle(true) };
  return { control: native(view, node, control, moment), aside };
}

interface Shown {
  readonly wall: string;
  /** Undefined while nothing is chosen. */
  readonly offset: string | undefined;
}

function native(view: FieldView, node: StringNode, control: TimeControl, { wall, offset }: Shown): TemplateResult {
  const offsets = control === 'date' ? [] : offsetsFor(node, control, wall);
  const chosen = offset ?? offsets[0] ?? '';
  const write = (moment: Moment): void => typeInto(view, spelled(node, control, moment));
  const pick = (event: Event): void => {
    const box = event.target as HTMLInputElement;
    noteUnfinished(view, control, box);
    // A clock that hangs here goes with the seasons; any other stays where it was put.
    const followsHere = offset === undefined ? chosen === offsetHere(wall) : offset === offsetHere(wall);
    write({ wall: box.value, offset: followsHere ? offsetHere(box.value) : chosen });
  };
  const box = html`<input
    id="control"
    part="control"
    class="time"
    type=${control}
    aria-describedby=${describedBy(view, ...(wall && control !== 'date' ? [HINT_ID] : [])) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${wallValue(wall)}
    @input=${pick}
    @focusout=${(event: Event) => noteUnfinished(view, control, event.target as HTMLInputElement)}
    @keyup=${(event: Event) => noteUnfinished(view, control, event.target as HTMLInputElement)}
  />`;
  // Where no zone can be said there is none to choose.
  if (offsets.join() === '' && !offset) return box;
  const choices = offset === undefined || offsets.includes(offset) ? offsets : [offset, ...offsets];
  return html`<div class="beside">
      ${box}
      <select
        part="offset"
        class="offset"
        aria-label="${view.field.label}, time zone"
        @change=${(event: Event) => {
          const now = readMoment(control, textOf(view))?.wall ?? '';
          write({ wall: now, offset: (event.target as HTMLSelectElement).value });
        }}
      >
        ${choices.map((each) => html`<option value=${each} .selected=${each === chosen}>${offsetInWords(each)}</option>`)}
      </select>
    </div>
    ${wall ? html`<p id="hint" class="help quiet">Sent as <code dir="ltr">${textOf(view)}</code></p>` : nothing}`;
}

/** Where the clock may hang: here first, then UTC, then unsaid; as far as the server’s pattern lets each through. */
function offsetsFor(node: StringNode, control: TimeControl, wall: string): readonly string[] {
  const all = [...new Set([offsetHere(wall), 'Z', ''])];
  const accepted = all.filter(
    (offset) => acceptedSpelling(node, control, { wall: wall || SAMPLE[control], offset }) !== undefined,
  );
  return accepted.length > 0 ? accepted : all.slice(0, -1);
}

/** As RFC 3339 writes it, or in the way that the server’s pattern asks for. */
function spelled(node: StringNode, control: TimeControl, moment: Moment): string {
  return acceptedSpelling(node, control, moment) ?? writeMoment(control, moment);
}

function acceptedSpelling(node: StringNode, control: TimeControl, moment: Moment): string | undefined {
  return spellings(control, moment).find((text) => text !== '' && checkValue(node, text).length === 0);
}

/** A half filled control has no value, and nothing would tell that something was left out. */
function noteUnfinished({ field }: FieldView, control: TimeControl, box: HTMLInputElement): void {
  field.setUnfinished(box.validity.badInput ? `This ${NAMES[control]} is not complete.` : undefined);
}
