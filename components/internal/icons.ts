import { svg, type TemplateResult } from 'lit';
import { html } from './html.js';

/*
 * Drawn on a 16 × 16 grid with a 1.6 line, so that the icons fit text of any size. They are always next to text, so they
 * are hidden from assistive technology.
 */
function icon(shape: TemplateResult<2>): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${shape}</svg>`;
}

export const searchIcon: TemplateResult = icon(svg`<circle cx="7" cy="7" r="4.25" /><path d="m10.2 10.2 3.3 3.3" />`);
export const backIcon: TemplateResult = icon(svg`<path d="M10 3 5 8l5 5" />`);
export const moreIcon: TemplateResult = icon(svg`<path d="M3 8h.01M8 8h.01M13 8h.01" stroke-width="2.8" />`);
export const bracesIcon: TemplateResult = icon(
  svg`<path d="M6 2.5H5a1.5 1.5 0 0 0-1.5 1.5v2.5L2 8l1.5 1.5V12A1.5 1.5 0 0 0 5 13.5h1M10 2.5h1A1.5 1.5 0 0 1 12.5 4v2.5L14 8l-1.5 1.5V12a1.5 1.5 0 0 1-1.5 1.5h-1" />`,
);
export const historyIcon: TemplateResult = icon(
  svg`<path d="M2.6 6.2A5.8 5.8 0 1 1 2.2 9M2.4 2.6v3.7h3.7M8 5v3.3l2.2 1.4" />`,
);
export const filterIcon: TemplateResult = icon(svg`<path d="M2 4h12M4.5 8h7M7 12h2" />`);
export const downIcon: TemplateResult = icon(svg`<path d="m3.5 6 4.5 4.5L12.5 6" />`);
export const toolIcon: TemplateResult = icon(
  svg`<path d="M13.4 5.2a3.6 3.6 0 0 1-4.7 4.1l-4.4 4.4a1.4 1.4 0 0 1-2-2l4.4-4.4a3.6 3.6 0 0 1 4.1-4.7L8.7 4.7l.4 2.2 2.2.4z" />`,
);
export const resourceIcon: TemplateResult = icon(svg`<path d="M4 1.8h5.2L12.5 5v9.2H4z" /><path d="M9 2v3.3h3.4" />`);
export const talkIcon: TemplateResult = icon(svg`<path d="M2 5.5h11l-3-3M14 10.5H3l3 3" />`);
export const promptIcon: TemplateResult = icon(svg`<path d="M2.2 3.2h11.6v8H7.6l-3 2.6v-2.6H2.2z" />`);
export const moveUpIcon: TemplateResult = icon(svg`<path d="M8 13V3.5M4 7.2l4-4 4 4" />`);
export const moveDownIcon: TemplateResult = icon(svg`<path d="M8 3v9.5m4-3.7-4 4-4-4" />`);
export const removeIcon: TemplateResult = icon(svg`<path d="m4 4 8 8m0-8-8 8" />`);
