import type { TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { visibleText } from '../../src/content/index.js';
import { formatCount } from '../words/counted.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';

/** Characters of an encoded picture, sound or file that are spelled out. It is shown decoded elsewhere. */
const ENCODED_SHOWN = 80;
/** Characters of JSON that are spelled out. */
const JSON_SHOWN = 1_000_000;

/** A value as JSON, spelled out only while it is unfolded: a request can be megabytes large. */
export function foldedJson(summary: string, value: unknown): TemplateResult {
  const spellOut = (pre: Element | null | undefined): void => {
    if (pre) pre.textContent = pre.closest('details')?.open ? visibleText(toJson(value)) : '';
  };
  const toggled = (event: Event): void => spellOut((event.currentTarget as Element).querySelector('pre'));
  return html`<details class="small" @toggle=${toggled}>
    <summary class="quiet">${summary}</summary>
    <pre class="text mono" dir="ltr" ${ref(spellOut)}></pre>
  </details>`;
}

function toJson(value: unknown): string {
  const shorten = (key: string, part: unknown): unknown =>
    (key === 'data' || key === 'blob') && typeof part === 'string' && part.length > ENCODED_SHOWN
      ? `${part.slice(0, ENCODED_SHOWN)}… (${formatCount(part.length)} characters)`
      : part;
  const json = JSON.stringify(value, shorten, 2);
  if (json.length <= JSON_SHOWN) return json;
  return `${cut(json, JSON_SHOWN)}\n… (${formatCount(json.length)} characters in all)`;
}
