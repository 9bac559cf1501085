import type { TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import type { ChoiceNode, Option } from '../../src/schema/index.js';
import { Combobox, type ComboboxItem } from './combobox.js';
import { CONTROL_ID, describedBy, isOptional, type FieldView } from './field-view.js';
import { matching } from './suggested-box.js';

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
    placeholder: placeholderOf(view),
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

function placeholderOf({ field }: FieldView): string {
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
