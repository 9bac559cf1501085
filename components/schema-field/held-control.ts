import type { TemplateResult } from 'lit';
import { shortened } from '../words/cut.js';
import { html } from '../words/html.js';
import { grouped } from './field-frame.js';
import { isOptional, type FieldView } from './field-view.js';

/** Characters of a held value that are shown. */
const SHOWN = 2_000;

/** A value from elsewhere that the field cannot show: seen as it is, kept until it is replaced. */
export function heldControl(view: FieldView): TemplateResult {
  const { field } = view;
  const text = JSON.stringify(field.value, null, 2);
  const replace = (): void => {
    if (isOptional(field)) field.leaveOut();
    else field.include();
    view.focusNext('input, select, textarea, button');
  };
  return grouped(
    view,
    html`<pre class="held" tabindex="0" dir="ltr">${shortened(text, SHOWN)}</pre>
      <div class="row"><button part="replace-button" type="button" @click=${replace}>Replace</button></div>`,
  );
}
