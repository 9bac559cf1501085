import type { TemplateResult } from 'lit';
import {
  MAX_FORM_ROWS,
  type NumberNode,
  type StringNode,
  checkValue,
  isDeclaredSecret,
} from '../../src/schema/index.js';
import { colorInput } from './color-input.js';
import { suggestionInput } from './combobox-input.js';
import { dateTimeInput } from './date-time-input.js';
import { dateTimeInputOf } from './date-time.js';
import { type FieldView, type LabelButton, isOptional, labelledField, readInputText } from './field-frame.js';
import { needsWholeText } from './what-is-sent.js';
import { fileInput } from './file-input.js';
import { isTooLongToEdit, longText } from './long-text.js';
import { numberInput } from './number-input.js';
import { type InputView, multilineInput, secretInput, textInput } from './text-input.js';
import { sentAsNull } from './words.js';
import { t } from './messages.js';

/**
 * Returns the control for text or a number. Typed text stays unchanged until it is sent. An empty input leaves the
 * value out; `null` and the empty string have buttons.
 */
export function textControl(view: FieldView, node: StringNode | NumberNode): TemplateResult {
  const isSecret = isDeclaredSecret(view.field) && !view.isUnmasked;
  if (isTooLongToEdit(readInputText(view)) && !(node.kind === 'string' && node.base64)) return longText(view, isSecret);
  const { input, button } = isSecret
    ? secretInput(view, node)
    : needsWholeText(view)
      ? { input: multilineInput(view, node), button: undefined }
      : node.kind === 'number'
        ? numberInput(view, node)
        : inputFor(view, node);
  const buttons = [button, emptyTextButton(view, node), splitButton(view), noneButton(view, node)];
  return labelledField(
    view,
    input,
    buttons.filter((each) => each !== undefined),
  );
}

function inputFor(view: FieldView, node: StringNode): InputView {
  if (node.base64) return fileInput(view, node);
  if (node.format === 'color') return colorInput(view, node);
  const time = dateTimeInputOf(node.format);
  if (time) return dateTimeInput(view, node, time);
  const isMultiline = node.multiline || (view.field.input.kind === 'text' && view.field.input.text.includes('\n'));
  if (!isMultiline && (node.suggestions.length > 0 || view.suggest)) return suggestionInput(view, node);
  return textInput(view, node);
}

/** In a row of a list, several lines can be one text or several rows. The person decides. */
function splitButton(view: FieldView): LabelButton | undefined {
  const { field } = view;
  const { parent } = field;
  const list = parent?.node;
  if (!parent || list?.kind !== 'list' || field.role !== 'row' || !readInputText(view).includes('\n')) return undefined;
  const [first = '', ...others] = readInputText(view)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (parent.rows.length + others.length > Math.min(list.maxItems ?? MAX_FORM_ROWS, MAX_FORM_ROWS)) return undefined;
  const press = (): void => {
    field.setText(first);
    const place = parent.rows.indexOf(field) + 1;
    for (const [index, line] of others.entries()) parent.insertRow(place + index, line);
    view.focusNext('#control');
  };
  return { label: t('schemaField.aRowForEach'), part: 'split-button', isSteady: true, press };
}

/** `null` cannot be typed, so it has a button. */
function noneButton(view: FieldView, node: StringNode | NumberNode): LabelButton | undefined {
  const { field, focusNext } = view;
  if (!node.nullable) return undefined;
  const isNone = field.input.kind === 'null';
  return {
    label: sentAsNull(),
    part: 'none-button',
    isPressed: isNone,
    isSteady: true,
    press: () => {
      if (!isNone) return field.setNull();
      field.include();
      // Without “Null”, an optional field with an empty input is left out.
      if (isOptional(field) && readInputText(view) === '') field.leaveOut();
      focusNext('#control');
    },
  };
}

/** The empty string cannot be typed. The button appears after the person has left the input empty. */
function emptyTextButton({ field }: FieldView, node: StringNode | NumberNode): LabelButton | undefined {
  if (node.kind !== 'string' || field.isItem) return undefined;
  const isEmptyText = field.input.kind === 'text' && field.input.text === '';
  if (!isEmptyText && !(field.touched && field.input.kind === 'absent' && checkValue(node, '').length === 0))
    return undefined;
  return {
    label: t('schemaField.sendEmptyText'),
    part: 'empty-button',
    isPressed: isEmptyText,
    press: () => (isEmptyText ? field.leaveOut() : field.setEmptyText()),
  };
}
