import { css, nothing, type CSSResult, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { formatCount } from '../words/counted.js';
import { cut } from '../words/cut.js';
import { html } from '../words/html.js';

/** Characters of a schema that are spelled out. */
const SHOWN = 200_000;

/** What the server wrote about the arguments, which is also what a model is given to read. Spelled out only while it is open. */
export class SchemaView {
  readonly #host: ReactiveControllerHost;
  #isOpen = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  render(schema: unknown): TemplateResult {
    const toggled = (event: Event): void => {
      this.#isOpen = (event.target as HTMLDetailsElement).open;
      this.#host.requestUpdate();
    };
    return html`<details class="schema" part="schema" @toggle=${toggled}>
      <summary class="small quiet">Show schema</summary>
      ${this.#isOpen ? html`<pre class="mono" dir="ltr" tabindex="0" aria-label="Schema">${inWords(schema)}</pre>` : nothing}
    </details>`;
  }
}

function inWords(schema: unknown): string {
  const text = JSON.stringify(schema, null, 2);
  if (text.length <= SHOWN) return text;
  return `${cut(text, SHOWN)}\n… (${formatCount(text.length)} characters in all)`;
}

export const schemaViewStyles: CSSResult = css`
  .schema > summary {
    inline-size: fit-content;
    min-block-size: 24px;
  }
  .schema > pre {
    max-block-size: 28em;
    margin-block-start: var(--_space-xs);
    padding: var(--_space-s) var(--_space-m);
    overflow: auto;
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
`;
