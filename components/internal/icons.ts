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
export const downIcon: TemplateResult = icon(svg`<path d="m3.5 6 4.5 4.5L12.5 6" />`);
export const toolIcon: TemplateResult = icon(
  svg`<path d="M13.4 5.2a3.6 3.6 0 0 1-4.7 4.1l-4.4 4.4a1.4 1.4 0 0 1-2-2l4.4-4.4a3.6 3.6 0 0 1 4.1-4.7L8.7 4.7l.4 2.2 2.2.4z" />`,
);
export const resourceIcon: TemplateResult = icon(svg`<path d="M4 1.8h5.2L12.5 5v9.2H4z" /><path d="M9 2v3.3h3.4" />`);
export const talkIcon: TemplateResult = icon(svg`<path d="M2 5.5h11l-3-3M14 10.5H3l3 3" />`);
export const serverIcon: TemplateResult = icon(
  svg`<path d="M2.2 2.8h11.6v4.2H2.2zM2.2 9h11.6v4.2H2.2zM5 4.9h.2M5 11.1h.2" />`,
);
export const promptIcon: TemplateResult = icon(svg`<path d="M2.2 3.2h11.6v8H7.6l-3 2.6v-2.6H2.2z" />`);
export const moreIcon: TemplateResult = icon(svg`<path d="M3 8h.01M8 8h.01M13 8h.01" stroke-width="2" />`);
export const moveUpIcon: TemplateResult = icon(svg`<path d="M8 13V3.5M4 7.2l4-4 4 4" />`);
export const moveDownIcon: TemplateResult = icon(svg`<path d="M8 3v9.5m4-3.7-4 4-4-4" />`);
export const removeIcon: TemplateResult = icon(svg`<path d="m4 4 8 8m0-8-8 8" />`);
export const readsIcon: TemplateResult = icon(
  svg`<path d="M1.4 8S3.9 3.7 8 3.7 14.6 8 14.6 8 12.1 12.3 8 12.3 1.4 8 1.4 8z" /><circle cx="8" cy="8" r="1.9" />`,
);
export const destroysIcon: TemplateResult = icon(svg`<path d="M8 2.2 14.4 13.4H1.6zM8 6.4v3.2M8 11.4v.2" />`);
