import type { TemplateResult } from 'lit';
import { formatCount } from '../words/counted.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';

/** Beyond this a text is folded: its beginning is shown, the rest is one press away. */
const OPEN_CHARACTERS = 400;
const OPEN_LINES = 8;

/** A text from a stranger, exactly as it is: no markup, no links, nothing left out. */
export function foldedText(text: string): TemplateResult {
  if (text === '') return html`<span class="quiet">empty</span>`;
  const lines = cut(text, OPEN_CHARACTERS).split('\n');
  if (text.length <= OPEN_CHARACTERS && lines.length <= OPEN_LINES)
    return html`<div class="text" dir="auto">${text}</div>`;
  return html`<details class="fold">
    <summary>
      <span class="excerpt text" dir="auto">${lines.slice(0, OPEN_LINES).join('\n')}…</span>
      <span class="more">Show all ${formatCount(text.length)} characters</span>
      <span class="less">Show less</span>
    </summary>
    <div class="text" dir="auto">${text}</div>
  </details>`;
}
