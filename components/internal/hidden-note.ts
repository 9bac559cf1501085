import { nothing, type TemplateResult } from 'lit';
import { hiddenParts } from '../../src/content/index.js';
import { t } from '../words/common-words.js';
import { html } from './html.js';
import { longestGap } from './text.js';

/** Kinds of hidden characters that are named next to an input. */
const SHOWN = 5;

/**
 * A note next to an input, which shows its text exactly and so cannot show hidden characters in it. The value stays
 * unchanged. @param id the id of the note, for `aria-describedby` of the input @param withGaps true to report long white
 * space too: it may hide the end of a text that the person did not type
 */
export function hiddenNote(text: string, id: string, withGaps = false): TemplateResult | typeof nothing {
  const signs = new Map<string, string>();
  for (const part of hiddenParts(text)) if (typeof part !== 'string') signs.set(part.sign, part.name);
  const gap = withGaps ? longestGap(text) : 0;
  if (signs.size === 0 && gap === 0) return nothing;
  const named = [...signs].slice(0, SHOWN).map(([sign, name]) => html`<li class="mono">${sign} ${name}</li>`);
  return html`<div id=${id} class="quiet small">
    ${t('common.hiddenCharacters')}
    <ul>
      ${gap > 0 ? html`<li>${t('common.spacesInARow', { count: gap })}</li>` : nothing}${named}${signs.size > SHOWN ? html`<li>${t('common.andOthers')}</li>` : nothing}
    </ul>
  </div>`;
}
