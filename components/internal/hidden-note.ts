import { nothing, type TemplateResult } from 'lit';
import { hiddenParts } from '../../src/content/index.js';
import { t } from './common-words.js';
import { html } from './html.js';

/** Kinds of hidden characters that are named beside an input. */
const SHOWN = 5;

/**
 * A note beside an input, which shows its text exactly and so cannot show hidden characters in it. The value stays
 * unchanged. @param id the id of the note, for `aria-describedby` of the input
 */
export function hiddenNote(text: string, id: string): TemplateResult | typeof nothing {
  const signs = new Map<string, string>();
  for (const part of hiddenParts(text)) if (typeof part !== 'string') signs.set(part.sign, part.name);
  if (signs.size === 0) return nothing;
  const named = [...signs].slice(0, SHOWN).map(([sign, name]) => html`<li class="mono">${sign} ${name}</li>`);
  return html`<div id=${id} class="quiet small">
    ${t('common.hiddenCharacters')}
    <ul>
      ${named}${signs.size > SHOWN ? html`<li>${t('common.andOthers')}</li>` : nothing}
    </ul>
  </div>`;
}
