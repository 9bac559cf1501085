import { css, nothing, type CSSResult, type TemplateResult } from 'lit';
import { folded } from '../schema-field/folded.js';
import { html } from '../words/html.js';

/** Descriptions longer than this are folded. */
const SHORT = 480;

export interface ItemFacts {
  readonly title: string;
  readonly name: string;
  readonly description: string | undefined;
  /** The server's host; empty where there is no connection. */
  readonly host: string;
  /** What the server claims of it; nothing where it claims nothing of this kind. */
  readonly claims?: TemplateResult | undefined;
}

/** What this is, by the server's words, and where it is. */
export function itemHeader({ title, name, description, host, claims }: ItemFacts): TemplateResult {
  return html`<header part="header">
    <h2 part="title"><bdi>${title}</bdi></h2>
    <p class="where small quiet">
      ${title === name ? nothing : html`<code>${name}</code>`} ${host ? html`<span>on ${host}</span>` : nothing}
    </p>
    ${folded(description, SHORT)} ${claims ?? nothing}
  </header>`;
}

export const itemHeaderStyles: CSSResult = css`
  header {
    display: grid;
    gap: var(--_space-xs);
  }
  .where {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space-s);
  }
  .where:not(:has(*)) {
    display: none;
  }
  .claims {
    margin-block-start: var(--_space-xs);
  }
  .claims em {
    font-style: normal;
    border-block-end: 1px dotted currentColor;
  }
`;
