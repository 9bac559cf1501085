import { nothing, type TemplateResult } from 'lit';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { serverText } from '../words/server-text.js';

/** Characters of one text that are laid out at all: measured, 100,000 take 52 ms at a stretch, so these take about 20. */
const WHOLE_CHARACTERS = 40_000;

/** All of a text that a row shows only the beginning of, in a box that scrolls. */
export function wholeText(text: string, label: string): TemplateResult {
  const shown = text.slice(0, WHOLE_CHARACTERS);
  return html`<pre class="whole" part="whole" tabindex="0" role="group" aria-label=${label} dir="auto">
${serverText(shown)}</pre>
    ${
      text.length > WHOLE_CHARACTERS
        ? html`<p class="small quiet" part="note">
            The first ${formatCount(WHOLE_CHARACTERS)} of ${counted(text.length, CHARACTERS)} are shown. Copy gives all.
          </p>`
        : nothing
    }`;
}

/** In place of a tree or table: why there is none, and the text as it came. */
export function textInstead(message: string, text: string): TemplateResult {
  return html`<p class="note small" part="note">${message} It is shown as it came.</p>
    ${wholeText(text, 'Text')}`;
}

const CHARACTERS = { one: 'character', other: 'characters' };

/** The text with what is sought in it marked. Nothing is marked where small letters have another length than capitals. */
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
