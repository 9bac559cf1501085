import { nothing, type TemplateResult } from 'lit';
import { hiddenParts } from '../../src/content/index.js';
import { html } from './html.js';

/** Kinds of hidden characters that are named beside a box. */
const SHOWN = 5;

/**
 * Beside a box for text, which shows its text exactly and so cannot show what is hidden in it: says what that is. What is sent
 * stays as it is.
 * @param id names the line, so that the box can be described by it
 */
export function hiddenNote(text: string, id: string): TemplateResult | typeof nothing {
  const signs = new Map<string, string>();
  for (const part of hiddenParts(text)) if (typeof part !== 'string') signs.set(part.sign, part.name);
  if (signs.size === 0) return nothing;
  const named = [...signs].slice(0, SHOWN).map(([sign, name]) => html`<li class="mono">${sign} ${name}</li>`);
  return html`<div id=${id} class="quiet small">
    Holds characters that do not show:
    <ul>
      ${named}${signs.size > SHOWN ? html`<li>and others</li>` : nothing}
    </ul>
  </div>`;
}
