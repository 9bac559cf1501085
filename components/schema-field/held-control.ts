import { html, type TemplateResult } from 'lit';
import { grouped } from './field-frame.js';
import type { FieldView } from './field-view.js';

/** Characters of a held value that are shown. */
const SHOWN = 2_000;

/** A value from elsewhere that the field cannot show: seen as it is, kept until it is replaced. */
export function heldControl(view: FieldView): TemplateResult {
  const { field } = view;
  const text = JSON.stringify(field.value, null, 2);
  const replace = (): void => {
    if (field.required) field.include();
    else field.leaveOut();
    view.focusNext('input, select, textarea, button');
  };
  return grouped(
    view,
    html`<pre class="held" tabindex="0">${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</pre>
      <div class="row"><button part="remove-button" type="button" @click=${replace}>Replace</button></div>`,
  );
}
