import type { TemplateResult } from 'lit';
import { html } from '../words/html.js';
import { scopeWords } from './scope-words.js';

/** Rights, in words and as they travel; the new ones first where there were some before. */
export function scopeList(
  scopes: readonly string[],
  added: readonly string[],
  marksNew: boolean,
  site: string,
): TemplateResult {
  if (scopes.length === 0) return html`what <bdi>${site}</bdi> thinks right; it will say so`;
  const isNew = (scope: string): boolean => marksNew && added.includes(scope);
  const sorted = [...scopes.filter(isNew), ...scopes.filter((scope) => !isNew(scope))];
  return html`<ul class="scopes" part="scopes" tabindex="0" role="list" aria-label="Rights">
    ${sorted.map((scope) => {
      const { words } = scopeWords(scope);
      return html`<li part="scope">
        ${isNew(scope) ? html`<span class="new">New: </span>` : ''}${words ? html`${words} ` : ''}<code>${scope}</code>
      </li>`;
    })}
  </ul>`;
}
