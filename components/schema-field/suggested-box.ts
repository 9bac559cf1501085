import { visibleText } from '../../src/content/index.js';
import type { Option, StringNode } from '../../src/schema/index.js';
import { Combobox, type ComboboxItem } from './combobox.js';
import { Completions } from './completions.js';
import { CONTROL_ID, describedBy, type FieldView } from './field-view.js';
import { pasteLines, placeholderOf, textOf, typeInto, type Box } from './text-box.js';

/** Any text, with what the server names: in its schema, or when it is asked while the person types. */
export function suggestedBox(view: FieldView, node: StringNode): Box {
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
export function matching(options: readonly Option[], text: string): readonly Option[] {
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
