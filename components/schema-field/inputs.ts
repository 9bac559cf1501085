import { noChange, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { setCommittedValue } from 'lit/directive-helpers.js';
import { directive, Directive, type DirectiveResult, type ElementPart, type PropertyPart } from 'lit/directive.js';
import { live } from 'lit/directives/live.js';
import { formatBytes, visibleText } from '../../src/content/index.js';
import {
  checkValue,
  type ChoiceNode,
  isDeclaredSecret,
  MAX_FORM_ROWS,
  type NumberNode,
  type Option,
  type StringNode,
} from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { Combobox, type ComboboxItem, Completions } from './combobox.js';
import {
  type LabelSide,
  type InputView,
  CONTROL_ID,
  describedBy,
  type FieldView,
  HINT_ID,
  isOptional,
  labelled,
  linesBox,
  type Moment,
  placeholderOf,
  offsetHere,
  offsetInWords,
  pasteLines,
  readMoment,
  Reveal,
  revealButton,
  shortWall,
  spellings,
  textBox,
  textOf,
  type DateTimeInput,
  timeControlOf,
  typeInto,
  writeMoment,
} from './field.js';

/** Any text, with what the server names: in its schema, or when it is asked while the person types. */
function suggestedBox(view: FieldView, node: StringNode): InputView {
  const { field, suggest } = view;
  const text = textOf(view);
  const combobox = view.keep(Combobox);
  const completions = view.keep(Completions);
  const ask = (typed: string): void => {
    if (suggest) completions.ask(suggest, field, typed);
  };
  const take = (value: string): void => typeInto(view, value);
  const known = completions.for(text);
  const items = [
    ...matching(node.suggestions, combobox.isFiltering ? text : '').map((option) =>
      itemOf(textFor(option.value), option, text, take),
    ),
    ...(known?.values ?? []).map((value) => itemOf(value, undefined, text, take)),
  ];
  return {
    control: combobox.render({
      id: CONTROL_ID,
      text,
      placeholder: placeholderOf(view, node),
      describedBy: describedBy(view),
      isInvalid: view.message !== undefined,
      isRequired: field.required,
      items,
      hasMore: known?.hasMore,
      open: () => ask(text),
      type: (typed) => {
        take(typed);
        ask(typed);
      },
      paste: (event) => pasteLines(view, event),
      leave: () => completions.forget(),
    }),
  };
}

function itemOf(value: string, option: Option | undefined, text: string, take: (value: string) => void): ComboboxItem {
  const label = option?.label ?? value;
  const about = option?.description ?? (label === value ? undefined : value);
  return { label, description: about, isChosen: value === text, choose: () => take(value) };
}

/** What has the text in it; first what begins with it. */
function matching(options: readonly Option[], text: string): readonly Option[] {
  const sought = text.trim().toLowerCase();
  if (sought === '') return options;
  const found = options.filter(({ label, value }) =>
    `${visibleText(label)}\n${label}\n${textFor(value)}`.toLowerCase().includes(sought),
  );
  const begins = ({ label }: Option): number => Number(!label.toLowerCase().startsWith(sought));
  return found.toSorted((one, other) => begins(one) - begins(other));
}

function textFor(value: Option['value']): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One of many given values: typed to be found, and nothing else counts. What is typed and none of them stays and is said to be wrong. */
export function chosenBox(view: FieldView, node: ChoiceNode): TemplateResult {
  const { field } = view;
  const { input } = field;
  const combobox = view.keep(Combobox);
  const chosen = input.kind === 'option' ? node.options[input.index] : undefined;
  // The box is for finding a choice: it holds its name as one reads it, and not what is sent.
  const text = input.kind === 'text' ? input.text : visibleText(chosen?.label ?? '');
  const indexes = new Map(node.options.map((option, index) => [option, index]));
  const choose = (option: Option): void => field.setOption(indexes.get(option) ?? 0);
  const found = matching(node.options, combobox.isFiltering || input.kind === 'text' ? text : '');
  const items: ComboboxItem[] = found.map((option) => ({
    label: option.label,
    description: option.description,
    isChosen: option === chosen,
    choose: () => choose(option),
  }));
  const type = (typed: string): void => {
    if (typed === '') field.leaveOut();
    else field.setText(typed);
  };
  return combobox.render({
    id: CONTROL_ID,
    text,
    placeholder: choicePlaceholder(view),
    describedBy: describedBy(view),
    isInvalid: view.message !== undefined,
    isRequired: field.required,
    isStrict: true,
    items: combobox.isFiltering ? items : [...absence(view), ...items],
    type,
    leave: (hasTyped) => {
      const exact = node.options.filter(({ label }) => visibleText(label).toLowerCase() === text.trim().toLowerCase());
      if (hasTyped && exact.length === 1) choose(exact[0]!);
    },
  });
}

function choicePlaceholder({ field }: FieldView): string {
  if (field.input.kind === 'null') return 'None';
  return isOptional(field) ? 'Left out' : 'Choose…';
}

function absence({ field }: FieldView): readonly ComboboxItem[] {
  const { kind } = field.input;
  const items: ComboboxItem[] = [];
  if (isOptional(field)) {
    items.push({ label: 'Leave out', isQuiet: true, isChosen: kind === 'absent', choose: () => field.leaveOut() });
  }
  if (field.node.nullable) {
    items.push({ label: 'None', isQuiet: true, isChosen: kind === 'null', choose: () => field.setNull() });
  }
  return items;
}

/** Bytes of a file that is put into a message. In base64 this fits the 4 MB that most servers read of one. */
export const MAX_FILE_BYTES = 2_500_000;

/** What is known of a file beside its bytes, which are all that is sent. */
class PickedFile {
  readonly #host: ReactiveControllerHost;
  /** The file that made `text`. */
  picked: { readonly name: string; readonly bytes: number; readonly text: string } | undefined;
  problem: string | undefined;
  isText = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  async read(file: File, take: (text: string) => void): Promise<void> {
    this.problem = undefined;
    if (file.size > MAX_FILE_BYTES) {
      this.problem = `${file.name} has ${formatBytes(file.size)}. At most ${formatBytes(MAX_FILE_BYTES)} can be sent.`;
    } else {
      try {
        const text = toBase64(new Uint8Array(await file.arrayBuffer()));
        this.picked = { name: file.name, bytes: file.size, text };
        take(text);
      } catch {
        this.problem = `${file.name} could not be read.`;
      }
    }
    this.#host.requestUpdate();
  }

  set(isText: boolean): void {
    this.isText = isText;
    this.problem = undefined;
    this.#host.requestUpdate();
  }
}

/** Bytes: a file of the person's, sent as base64. */
function fileBox(view: FieldView, node: StringNode): InputView {
  const file = view.keep(PickedFile);
  const toggle = (isText: boolean): void => {
    file.set(isText);
    view.focusNext(`#${CONTROL_ID}`);
  };
  if (file.isText) {
    const back = { label: 'Choose a file', part: 'as-text-button', press: () => toggle(false) };
    return { control: linesBox(view, node), aside: back };
  }
  const aside = { label: 'Type base64', part: 'as-text-button', press: () => toggle(true) };
  return { control: textOf(view) === '' ? picker(view, node, file) : chosen(view, file), aside };
}

function picker(view: FieldView, node: StringNode, file: PickedFile): TemplateResult {
  const pick = (event: Event): void => {
    const [picked] = (event.target as HTMLInputElement).files ?? [];
    if (!picked) return;
    void file.read(picked, (text) => {
      typeInto(view, text);
      view.focusNext('.clear');
    });
  };
  return html`<input
      id="control"
      part="input"
      data-name="control"
      type="file"
      accept=${node.contentMediaType ?? nothing}
      aria-describedby=${describedBy(view, HINT_ID) ?? nothing}
      aria-invalid=${view.message === undefined && !file.problem ? nothing : 'true'}
      aria-required=${view.field.required ? 'true' : nothing}
      @change=${pick}
    />
    <p id="hint" class="help quiet">Up to ${formatBytes(MAX_FILE_BYTES)}, sent as base64.</p>
    ${file.problem ? html`<p class="message" part="error" role="alert">${file.problem}</p>` : nothing}`;
}

function chosen(view: FieldView, { picked }: PickedFile): TemplateResult {
  const text = textOf(view);
  const isThis = picked?.text === text;
  const bytes = isThis ? picked.bytes : Math.floor((text.replace(/[=\s]/g, '').length * 3) / 4);
  const clear = (): void => {
    view.field.leaveOut();
    view.focusNext(`#${CONTROL_ID}`);
  };
  return html`<div class="picked" role="group" aria-labelledby="label" aria-describedby=${describedBy(view) ?? nothing}>
    <bdi class="name">${isThis ? picked.name : 'Base64 text'}</bdi>
    <span class="quiet small">${formatBytes(bytes)}</span>
    <button class="plain clear end" id="control" part="button" data-name="clear-button" type="button" @click=${clear}>
      Clear<span class="visually-hidden"> ${view.field.label}</span>
    </button>
  </div>`;
}

/** In pieces: a call cannot take a million arguments. */
function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}

/** Stops of a slider: one with more cannot be set by hand, and a number is typed. */
const MAX_SLIDER_STOPS = 20;

/** A number as text: a native number box loses “1.”, “-” and every digit it cannot hold. */
function numberBox(view: FieldView, node: NumberNode): InputView {
  const box = html`<input
    id="control"
    part="input"
    data-name="control"
    class="number"
    type="text"
    inputmode=${inputModeOf(node)}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    dir="ltr"
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(textOf(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
  />`;
  const stops = stopsOf(node);
  return { control: stops ? html`<div class="beside">${box}${slider(view, stops)}</div>` : box };
}

interface Stops {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** From where to where in which steps; undefined where bounds are missing, mean nothing, or lie too far apart. */
function stopsOf(node: NumberNode): Stops | undefined {
  const { minimum: from, maximum: to } = node;
  const step = node.multipleOf ?? (node.integer ? 1 : undefined);
  if (from === undefined || to === undefined || step === undefined || node.exclusiveMinimum !== undefined)
    return undefined;
  const count = (to - from) / step;
  return count >= 2 && count <= MAX_SLIDER_STOPS && Number.isInteger(from / step) ? { from, to, step } : undefined;
}

/** Says roughly what the box beside it says exactly. While nothing is typed it stands at the start and counts for nothing. */
function slider(view: FieldView, { from, to, step }: Stops): TemplateResult {
  const text = textOf(view);
  const isSet = text.trim() !== '' && Number.isFinite(Number(text));
  return html`<input
    class=${isSet ? 'slider' : 'slider unset'}
    part="input"
    data-name="slider"
    type="range"
    min=${from}
    max=${to}
    step=${step}
    aria-label="${view.field.label}, slider"
    aria-valuetext=${isSet ? nothing : 'not set'}
    .value=${live(String(isSet ? Number(text) : from))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
  />`;
}

function inputModeOf(node: NumberNode): string | typeof nothing {
  // Number pads of phones have no minus sign.
  const least = node.minimum ?? node.exclusiveMinimum ?? -1;
  return least < 0 ? nothing : node.integer ? 'numeric' : 'decimal';
}

/** A password or key: dots instead of letters. One of several lines, such as a private key, keeps its lines. */
function secretBox(view: FieldView, node: StringNode | NumberNode): InputView {
  const reveal = view.keep(Reveal);
  const aside = revealButton(reveal);
  if (textOf(view).includes('\n')) return { control: linesBox(view, node, !reveal.isOn), aside };
  const control = html`<input
    id="control"
    part="input"
    data-name="control"
    type=${reveal.isOn ? 'text' : 'password'}
    placeholder=${placeholderOf(view, node) ?? nothing}
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    inputmode=${node.kind === 'number' ? 'decimal' : nothing}
    dir="ltr"
    aria-describedby=${describedBy(view) ?? nothing}
    aria-invalid=${view.message === undefined ? nothing : 'true'}
    aria-required=${view.field.required ? 'true' : nothing}
    .value=${live(textOf(view))}
    @input=${(event: Event) => typeInto(view, (event.target as HTMLInputElement).value)}
    @paste=${(event: ClipboardEvent) => pasteLines(view, event)}
  />`;
  return { control, aside };
}

/** Writes a time into its control only where the control shows another one: writing would drop what is half typed. */
class WallValue extends Directive {
  override render(wall: string): unknown {
    return wall;
  }

  override update(part: PropertyPart | ElementPart, [wall]: [string]): unknown {
    if (shortWall((part.element as HTMLInputElement).value) === shortWall(wall)) return noChange;
    // Whatever was written last, this is to be written now.
    setCommittedValue(part);
    return wall;
  }
}

const wallValue: (wall: string) => DirectiveResult = directive(WallValue);

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

const NAMES: { readonly [Control in DateTimeInput]: string } = {
  date: 'date',
  time: 'time',
  'datetime-local': 'date and time',
};
/** What patterns are tried on while nothing is chosen. */
const SAMPLE: { readonly [Control in DateTimeInput]: string } = {
  date: '1999-12-31',
  time: '14:30:00',
  'datetime-local': '1999-12-31T14:30:00',
};

/** A date, a time or both: the browser's own control, or text where it could not show all of what is there. */
function timeBox(view: FieldView, node: StringNode, control: DateTimeInput): InputView {
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

function native(view: FieldView, node: StringNode, control: DateTimeInput, { wall, offset }: Shown): TemplateResult {
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
    part="input"
    data-name="control"
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
        part="input"
        data-name="offset"
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
function offsetsFor(node: StringNode, control: DateTimeInput, wall: string): readonly string[] {
  const all = [...new Set([offsetHere(wall), 'Z', ''])];
  const accepted = all.filter(
    (offset) => acceptedSpelling(node, control, { wall: wall || SAMPLE[control], offset }) !== undefined,
  );
  return accepted.length > 0 ? accepted : all.slice(0, -1);
}

/** As RFC 3339 writes it, or in the way that the server’s pattern asks for. */
function spelled(node: StringNode, control: DateTimeInput, moment: Moment): string {
  return acceptedSpelling(node, control, moment) ?? writeMoment(control, moment);
}

function acceptedSpelling(node: StringNode, control: DateTimeInput, moment: Moment): string | undefined {
  return spellings(control, moment).find((text) => text !== '' && checkValue(node, text).length === 0);
}

/** A half filled control has no value, and nothing would tell that something was left out. */
function noteUnfinished({ field }: FieldView, control: DateTimeInput, box: HTMLInputElement): void {
  field.setUnfinished(box.validity.badInput ? `This ${NAMES[control]} is not complete.` : undefined);
}

/** Text and numbers: what is typed stays as typed until it is sent. An empty box is left out; none and empty are said. */
export function textInput(view: FieldView, node: StringNode | NumberNode): TemplateResult {
  const isSecret = isDeclaredSecret(view.field) && !view.isUnmasked;
  const { control, aside } = isSecret
    ? secretBox(view, node)
    : node.kind === 'number'
      ? numberBox(view, node)
      : boxOf(view, node);
  const asides = [aside, emptyTextButton(view, node), splitButton(view), noneButton(view, node)];
  return labelled(
    view,
    control,
    asides.filter((each) => each !== undefined),
  );
}

function boxOf(view: FieldView, node: StringNode): InputView {
  if (node.base64) return fileBox(view, node);
  const time = timeControlOf(node.format);
  if (time) return timeBox(view, node, time);
  const isMultiline = node.multiline || (view.field.input.kind === 'text' && view.field.input.text.includes('\n'));
  if (!isMultiline && (node.suggestions.length > 0 || view.suggest)) return suggestedBox(view, node);
  return textBox(view, node);
}

/** Several lines in a row of a list are one text, or were meant as rows: the person says which. */
function splitButton(view: FieldView): LabelSide | undefined {
  const { field } = view;
  const { parent } = field;
  const list = parent?.node;
  if (!parent || list?.kind !== 'list' || field.role !== 'row' || !textOf(view).includes('\n')) return undefined;
  const [first = '', ...others] = textOf(view)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (parent.rows.length + others.length > Math.min(list.maxItems ?? MAX_FORM_ROWS, MAX_FORM_ROWS)) return undefined;
  const press = (): void => {
    field.setText(first);
    const place = parent.rows.indexOf(field) + 1;
    for (const [index, line] of others.entries()) parent.insertRow(place + index, line);
    view.focusNext('#control');
  };
  return { label: 'A row for each line', part: 'split-button', isSteady: true, press };
}

/** None is a value that no key types. */
function noneButton(view: FieldView, node: StringNode | NumberNode): LabelSide | undefined {
  const { field, focusNext } = view;
  if (!node.nullable) return undefined;
  const isNone = field.input.kind === 'null';
  return {
    label: 'None',
    part: 'none-button',
    isPressed: isNone,
    isSteady: true,
    press: () => {
      if (!isNone) return field.setNull();
      field.include();
      // Nothing was there before: an empty box, which is left out as any other.
      if (isOptional(field) && textOf(view) === '') field.leaveOut();
      focusNext('#control');
    },
  };
}

/** So is a text of no letters. Offered once the person has passed by and left the box empty. */
function emptyTextButton({ field }: FieldView, node: StringNode | NumberNode): LabelSide | undefined {
  if (node.kind !== 'string' || field.isItem) return undefined;
  const isEmptyText = field.input.kind === 'text' && field.input.text === '';
  if (!isEmptyText && !(field.touched && field.input.kind === 'absent' && checkValue(node, '').length === 0))
    return undefined;
  return {
    label: 'Send empty text',
    part: 'empty-button',
    isPressed: isEmptyText,
    press: () => (isEmptyText ? field.leaveOut() : field.setEmptyText()),
  };
}
