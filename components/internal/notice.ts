import { nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { html } from './html.js';

interface Notice {
  /** `warning` before an act that may harm, `error` after one that failed. */
  readonly tone?: 'warning' | 'error';
  readonly title?: unknown;
  /** The words of a server, before everything else. Then the title is a sentence like the others. */
  readonly quote?: unknown;
  /** Sentences, one a line: texts or templates. Empty ones are left out. */
  readonly lines?: readonly unknown[];
  /** Buttons, details and other content below the lines. */
  readonly more?: unknown;
  readonly part?: string;
  /** The `data-name`, by which a page or a test may find it. */
  readonly name?: string;
  /** `status` and `alert` are read out when the notice appears. */
  readonly role?: 'status' | 'alert';
}

/** A coloured box with a title and sentences. For a shadow root with the `controls` styles. */
export function notice({ tone, title, quote, lines = [], more = nothing, part, name, role }: Notice): TemplateResult {
  const shown = lines.filter((line) => line !== '' && line !== undefined && line !== nothing);
  const heading =
    title === undefined ? nothing : quote === undefined ? html`<strong>${title}</strong>` : html`<span>${title}</span>`;
  return html`<div
    class="note ${tone ?? ''}"
    part=${ifDefined(part)}
    data-name=${ifDefined(name)}
    role=${ifDefined(role)}
  >
    ${quote ?? nothing}${heading}${shown.map((line) => html` <span>${line}</span>`)}${more === nothing ? nothing : html` ${more}`}
  </div>`;
}
