import type { TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { ChoiceNode, Option, StringNode } from '../../src/schema/index.js';
import { Combobox, type ComboboxItem, Completions } from './combobox.js';
import { CONTROL_ID, type FieldView, describedBy, isOptional, readInputText } from './field-frame.js';
import { type InputView, pasteLines, placeholderOf, typeInto } from './text-input.js';
import { chooseOne, notSent, sentAsNull } from './words.js';

/** Returns a text input with suggestions from the schema, or from the server's completions while the person types. */
export function suggestionInput(view: FieldView, node: StringNode): InputView {
  const { field, suggest } = view;
  const text = readInputText(view);
  const combobox = view.stateOf(Combobox);
  const completions = view.stateOf(Completions);
  const ask = (typed: string): void => {
    if (suggest) completions.ask(suggest, field, typed);
  };
  const setText = (value: string): void => typeInto(view, value);
  const known = completions.for(text);
  const items = [
    ...matching(node.suggestions, combobox.isFiltering ? text : '').map((option) =>
      itemOf(textFor(option.value), option, text, setText),
    ),
    ...(known?.values ?? []).map((value) => itemOf(value, undefined, text, setText)),
  ];
  return {
    input: combobox.render({
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
        setText(typed);
        ask(typed);
      },
      paste: (event) => pasteLines(view, event),
      leave: () => completions.forget(),
    }),
  };
}

function itemOf(
  value: string,
  option: Option | undefined,
  text: string,
  setText: (value: string) => void,
): ComboboxItem {
  const label = option?.label ?? value;
  const about = option?.description ?? (label === value ? undefined : value);
  return { label, description: about, isChosen: value === text, choose: () => setText(value) };
}

/** Returns the options that contain the text. Options that begin with it come first. */
function matching(options: readonly Option[], text: string): readonly Option[] {
  const query = text.trim().toLowerCase();
  if (query === '') return options;
  const found = options.filter(({ label, value }) =>
    `${visibleText(label)}\n${label}\n${textFor(value)}`.toLowerCase().includes(query),
  );
  const begins = ({ label }: Option): number => Number(!label.toLowerCase().startsWith(query));
  return found.toSorted((one, other) => begins(one) - begins(other));
}

function textFor(value: Option['value']): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a combobox for one of many given values. Any other text stays in the input and is an error. */
export function optionCombobox(view: FieldView, node: ChoiceNode): TemplateResult {
  const { field } = view;
  const { input } = field;
  const combobox = view.stateOf(Combobox);
  const chosen = input.kind === 'option' ? node.options[input.index] : undefined;
  // The input shows the option's label, not the value that is sent.
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
    items: combobox.isFiltering ? items : [...absenceItems(view), ...items],
    type,
    leave: (hasTyped) => {
      const exact = node.options.filter(({ label }) => visibleText(label).toLowerCase() === text.trim().toLowerCase());
      if (hasTyped && exact.length === 1) choose(exact[0]!);
    },
  });
}

function choicePlaceholder({ field }: FieldView): string {
  if (field.input.kind === 'null') return sentAsNull();
  return isOptional(field) ? notSent() : chooseOne();
}

function absenceItems({ field }: FieldView): readonly ComboboxItem[] {
  const { kind } = field.input;
  const items: ComboboxItem[] = [];
  if (isOptional(field)) {
    items.push({ label: notSent(), isQuiet: true, isChosen: kind === 'absent', choose: () => field.leaveOut() });
  }
  if (field.node.nullable) {
    items.push({ label: sentAsNull(), isQuiet: true, isChosen: kind === 'null', choose: () => field.setNull() });
  }
  return items;
}
