import type { TemplateResult } from 'lit';
import { checkValue, isDeclaredSecret, MAX_ROWS, type NumberNode, type StringNode } from '../../src/schema/index.js';
import { labelled, type Aside } from './field-frame.js';
import { isOptional, type FieldView } from './field-view.js';
import { fileBox } from './file-box.js';
import { numberBox } from './number-box.js';
import { secretBox } from './secret-box.js';
import { suggestedBox } from './suggested-box.js';
import { textBox, textOf, type Box } from './text-box.js';
import { timeControlOf } from './date-time.js';
import { timeBox } from './time-box.js';

/** Text and numbers: what is typed stays as typed until it is sent. An empty box is left out; none and empty are said. */
export function textControl(view: FieldView, node: StringNode | NumberNode): TemplateResult {
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

function boxOf(view: FieldView, node: StringNode): Box {
  if (node.base64) return fileBox(view, node);
  const time = timeControlOf(node.format);
  if (time) return timeBox(view, node, time);
  const isMultiline = node.multiline || (view.field.input.kind === 'text' && view.field.input.text.includes('\n'));
  if (!isMultiline && (node.suggestions.length > 0 || view.suggest)) return suggestedBox(view, node);
  return textBox(view, node);
}

/** Several lines in a row of a list are one text, or were meant as rows: the person says which. */
function splitButton(view: FieldView): Aside | undefined {
  const { field } = view;
  const { parent } = field;
  const list = parent?.node;
  if (!parent || list?.kind !== 'list' || field.role !== 'row' || !textOf(view).includes('\n')) return undefined;
  const [first = '', ...others] = textOf(view)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (parent.rows.length + others.length > Math.min(list.maxItems ?? MAX_ROWS, MAX_ROWS)) return undefined;
  const press = (): void => {
    field.setText(first);
    const place = parent.rows.indexOf(field) + 1;
    for (const [index, line] of others.entries()) parent.insertRow(place + index, line);
    view.focusNext('#control');
  };
  return { label: 'A row for each line', part: 'split-button', isSteady: true, press };
}

/** None is a value that no key types. */
function noneButton(view: FieldView, node: StringNode | NumberNode): Aside | undefined {
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
function emptyTextButton({ field }: FieldView, node: StringNode | NumberNode): Aside | undefined {
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
