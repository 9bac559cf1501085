import { type TemplateResult, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FormNode, JsonNode } from '../../src/schema/index.js';
import { html } from '../internal/html.js';
import { richErrorWords } from '../words/messages.js';
import { shortened } from '../internal/text.js';
import { booleanControl, choiceControl, constantControl } from './choice-control.js';
import {
  type FieldView,
  HINT_ID,
  describedBy,
  fieldGroup,
  isOptional,
  labelledField,
  readInputText,
} from './field-frame.js';
import { listControl, tupleControl } from './list-control.js';
import { isTooLongToEdit, longText } from './long-text.js';
import { namedValue, objectControl } from './object-control.js';
import { textControl } from './text-control.js';
import { unionControl } from './union-control.js';
import { toJson } from '../../src/util/json.js';
import { t } from './messages.js';

/** Characters of an unsupported value that are shown; the rest is cut. */
const MAX_UNSUPPORTED_LENGTH = 2_000;

/**
 * Shows a value that the field's control cannot show, such as one from the history, as JSON. The value stays until the
 * person replaces it.
 */
function unsupportedValue(view: FieldView): TemplateResult {
  const { field } = view;
  const text = toJson(field.value, undefined, 2);
  const replace = (): void => {
    if (isOptional(field)) field.leaveOut();
    else field.include();
    view.focusNext('input, select, textarea, button');
  };
  return fieldGroup(
    view,
    html`<pre class="unsupported" tabindex="0" dir="ltr">${shortened(text, MAX_UNSUPPORTED_LENGTH)}</pre>
      <div class="row">
        <button part="button" data-name="replace-button" type="button" @click=${replace}>
          ${t('schemaField.replace')}
        </button>
      </div>`,
  );
}

/** Returns an input for JSON, with the reason: the schema allows any value, or no form can be built for it. */
function jsonControl(view: FieldView, node: JsonNode): TemplateResult {
  const { field } = view;
  if (isTooLongToEdit(readInputText(view))) return longText(view);
  return labelledField(
    view,
    html`<textarea
        id="control"
        part="input"
        data-name="control"
        class="mono"
        rows="3"
        dir="ltr"
        spellcheck="false"
        autocapitalize="off"
        placeholder=${placeholderOf(node)}
        aria-describedby=${describedBy(view, HINT_ID) ?? nothing}
        aria-invalid=${view.message === undefined ? nothing : 'true'}
        aria-required=${field.required ? 'true' : nothing}
        .value=${live(field.input.kind === 'text' ? field.input.text : '')}
        @input=${(event: Event) => field.setText((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <p id="hint" class="help quiet">
        ${t.rich('schemaField.typeItAsJson', { reason: richErrorWords(node.reason) })}
      </p>`,
  );
}

function placeholderOf({ types }: JsonNode): string | typeof nothing {
  if (types[0] === 'object') return '{ }';
  return types[0] === 'array' ? '[ ]' : nothing;
}

type Control<Node> = (view: FieldView, node: Node) => TemplateResult;

const CONTROLS: { readonly [Kind in FormNode['kind']]: Control<Extract<FormNode, { kind: Kind }>> } = {
  string: textControl,
  number: textControl,
  boolean: booleanControl,
  choice: choiceControl,
  constant: constantControl,
  list: listControl,
  tuple: tupleControl,
  object: objectControl,
  union: unionControl,
  json: jsonControl,
};

/** Returns the control of a field: the one for its node, or the one for an unsupported value. */
export function controlOf(view: FieldView): TemplateResult {
  const { field } = view;
  const control = CONTROLS[field.node.kind] as Control<FormNode>;
  const shown = field.input.kind === 'held' ? unsupportedValue(view) : control(view, field.node);
  return field.role === 'entry' ? namedValue(view, shown) : shown;
}
