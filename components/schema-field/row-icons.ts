import { svg, type TemplateResult } from 'lit';
import { html } from '../words/html.js';

function icon(shape: TemplateResult<2>): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${shape}</svg>`;
}

export const upIcon: TemplateResult = icon(svg`<path d="M8 13V3.5M4 7.2l4-4 4 4" />`);
export const downIcon: TemplateResult = icon(svg`<path d="M8 3v9.5m4-3.7-4 4-4-4" />`);
export const removeIcon: TemplateResult = icon(svg`<path d="m4 4 8 8m0-8-8 8" />`);
