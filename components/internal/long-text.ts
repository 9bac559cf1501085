import { css, type CSSResult, nothing, type TemplateResult } from 'lit';
import type { ErrorText } from '../../src/errors.js';
import { t } from '../words/common-words.js';
import { html, serverText } from './html.js';
import { richErrorWords } from '../words/messages.js';
import { cut } from './text.js';

/** Characters of one text that are laid out: 100,000 take 52 ms in one task, so these take about 20. */
const WHOLE_CHARACTERS = 40_000;

/** The whole text of a row that shows only its beginning, in a box that scrolls. */
export function wholeText(text: string, label: string): TemplateResult {
  const shown = text.slice(0, WHOLE_CHARACTERS);
  return html`<pre class="whole" part="note" data-name="whole" tabindex="0" role="group" aria-label=${label} dir="auto">
${serverText(shown)}</pre>
    ${
      text.length > WHOLE_CHARACTERS
        ? html`<p class="small quiet" part="note">
            ${t('common.firstCharacters', {
              shown: WHOLE_CHARACTERS,
              characters: t('common.characters', { count: text.length }),
            })}
          </p>`
        : nothing
    }`;
}

/** Shown instead of a tree or table: the reason, and the text as it came. */
export function textInstead(why: ErrorText, text: string): TemplateResult {
  return html`<p class="note small" part="note">${t.rich('common.shownAsItCame', { message: richErrorWords(why) })}</p>
    ${wholeText(text, t('common.text'))}`;
}

/**
 * Returns the text with every match of the query marked. Nothing is marked if the text has another length in lower
 * case.
 */
export function withMarks(text: string, sought: string): unknown {
  const [words, needle] = [text.toLowerCase(), sought.toLowerCase()];
  if (needle === '' || words.length !== text.length || !words.includes(needle)) return serverText(text);
  const parts: unknown[] = [];
  let from = 0;
  for (let at = words.indexOf(needle); at >= 0; at = words.indexOf(needle, from)) {
    parts.push(serverText(text.slice(from, at)), html`<mark>${serverText(text.slice(at, at + needle.length))}</mark>`);
    from = at + needle.length;
  }
  parts.push(serverText(text.slice(from)));
  return parts;
}

/** Languages that are left out before a fenced block. Another word is shown: a model reads it, so the person sees it. */
const FENCE_LANGUAGE =
  /^(?:bash|csv|graphql|html|http|javascript|js|json|markdown|md|python|py|sh|shell|sql|text|ts|typescript|xml|yaml|yml)?[ \t]*\r?\n/;

/** Characters of a text that is searched for marks: a fifth of a millisecond. A longer one is shown as it came. */
const MAX_MARKED_LENGTH = 20_000;

/**
 * A server's description with the Markdown that servers write in descriptions: `code`, **strong** and fenced blocks. Only the
 * marks themselves are left out. All else is shown as it came, links and HTML too, so that nothing is hidden from the person.
 */
export function markedText(text: string): string | readonly (string | TemplateResult)[] {
  if (text.length > MAX_MARKED_LENGTH || !/`|\*\*/.test(text)) return text;
  const pieces = text.split('```');
  // A fence without an end is no fence.
  const fences = pieces.length % 2 === 0 ? pieces.length - 1 : pieces.length;
  const shown = pieces
    .slice(0, fences)
    .flatMap((piece, index) =>
      index % 2 === 0
        ? markedWords(piece)
        : html`<code class="fence">${piece.replace(FENCE_LANGUAGE, '').trimEnd()}</code>`,
    );
  return fences === pieces.length ? shown : [...shown, '```', ...markedWords(pieces.at(-1)!)];
}

/** `code` and **strong** on one line. */
function markedWords(text: string): readonly (string | TemplateResult)[] {
  return text.split(/(`[^`\n]+`|\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*)/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    return piece.startsWith('`')
      ? html`<code>${piece.slice(1, -1)}</code>`
      : html`<strong>${piece.slice(2, -2)}</strong>`;
  });
}

/**
 * A server's text. Of a long text the beginning is shown, and the whole text after a press on “More”. @param limit the
 * characters that are shown without a press @param id the id of the text, or of the beginning of a long one, for
 * `aria-describedby`
 */
export function collapsedText(text: string | undefined, limit: number, id?: string): TemplateResult | typeof nothing {
  const trimmed = text?.trim();
  if (!trimmed) return nothing;
  if (trimmed.length <= limit) {
    return html`<p id=${id ?? nothing} class="help quiet" part="description" dir="auto">${markedText(trimmed)}</p>`;
  }
  const start = cut(trimmed, limit * 0.8).replace(/\s+\S*$/, '');
  return html`<details class="help quiet" part="description">
    <summary>
      <span class="start" id=${id ?? nothing}>${markedText(start)}…</span> <span class="more">${t('common.more')}</span
      ><span class="less">${t('common.less')}</span>
    </summary>
    <p>${markedText(trimmed)}</p>
  </details>`;
}

export const collapsedTextStyles: CSSResult = css`
  .help,
  .help > summary {
    white-space: pre-line;
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .help .fence {
    display: block;
    white-space: pre-wrap;
    unicode-bidi: plaintext;
  }
  .help code {
    overflow-wrap: anywhere;
  }
  .help > summary {
    list-style: none;
    inline-size: fit-content;
  }
  .help > summary::-webkit-details-marker {
    display: none;
  }
  .help[open] > summary > .start {
    display: none;
  }
  .more,
  .less {
    color: var(--_accent);
    font-weight: 600;
    white-space: nowrap;
  }
  .help[open] .more,
  .help:not([open]) .less {
    display: none;
  }
`;
