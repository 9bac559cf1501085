import type { TemplateResult } from 'lit';
import { t } from '../words/common-words.js';
import { html, serverText } from './html.js';
import { cut } from './text.js';

/** Lines of a server's words that are shown without a press. */
const OPEN_LINES = 3;
/** Characters of them: about three lines on a phone. */
const OPEN_CHARACTERS = 120;

/**
 * A server's own words, as a quotation: never in the style of our headings, without links, hidden characters shown. A server may
 * write what looks like a sentence of this page.
 */
export function serverQuote(words: string): TemplateResult {
  const text = words.trim() || t('common.nothingMore');
  const lines = cut(text, OPEN_CHARACTERS).split('\n').slice(0, OPEN_LINES);
  const start = lines.join('\n').trimEnd();
  const isWhole = start.length === text.length;
  return html`<blockquote class="server-words" data-name="server-words">
    <span class="by">${t('common.serverSaysLabel')}</span>
    ${
      isWhole
        ? html`<q dir="auto">${serverText(text)}</q>`
        : html`<details>
            <summary>
              <q class="start" dir="auto">${serverText(start)}…</q>
              <span class="more">${t('common.more')}</span><span class="less">${t('common.less')}</span>
            </summary>
            <q dir="auto">${serverText(text)}</q>
          </details>`
    }
  </blockquote>`;
}

/** The same as text, to be copied or spoken. */
export function quotedWords(words: string): string {
  return t('common.serverSays', { words: words.trim() || t('common.nothingMore') });
}
