import { css, type CSSResult, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { toJson } from '../../src/util/json.js';
import { CopyButton } from '../internal/copy-button.js';
import { closeOnEscape } from '../internal/close-on-escape.js';
import { html } from '../internal/html.js';
import { cut, formatCount } from '../internal/text.js';

/** Characters of a definition that are shown. Copy takes all of it. */
export const MAX_DEFINITION_SHOWN = 200_000;

/** The whole definition of an item as the server listed it, which a model is given too. It is rendered while it is open. */
export class DefinitionView {
  readonly #host: ReactiveControllerHost;
  readonly #copy: CopyButton;
  #of: string | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.#copy = new CopyButton(host);
  }

  open(name: string): void {
    this.#of = name;
    this.#host.requestUpdate();
  }

  isOpenFor(name: string): boolean {
    return this.#of === name;
  }

  /** @param closed called after it was closed, so that the focus goes somewhere */
  render(item: { readonly name: string }, closed: () => void): TemplateResult | typeof nothing {
    if (!this.isOpenFor(item.name)) return nothing;
    const close = (): void => {
      this.#of = undefined;
      closed();
      this.#host.requestUpdate();
    };
    return html`<section
      class="definition"
      part="code"
      data-name="definition"
      tabindex="-1"
      aria-labelledby="definition"
      @keydown=${closeOnEscape(close)}
    >
      <div class="row">
        <h3 id="definition">Definition</h3>
        <span class="end"></span>
        ${this.#copy.render(() => toJson(item, undefined, 2))}
        <button class="plain small" part="button" data-name="close-definition-button" type="button" @click=${close}>
          Close
        </button>
      </div>
      <pre class="mono" dir="ltr" tabindex="0" role="group" aria-label="Definition as JSON">${inWords(item)}</pre>
    </section>`;
  }
}

function inWords(item: unknown): string {
  const text = toJson(item, undefined, 2);
  if (text.length <= MAX_DEFINITION_SHOWN) return text;
  return `${cut(text, MAX_DEFINITION_SHOWN)}\n… (${formatCount(text.length)} characters in all)`;
}

export const definitionStyles: CSSResult = css`
  .definition {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .definition > pre {
    max-block-size: 28em;
    padding: var(--_space-s) var(--_space-m);
    overflow: auto;
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
`;
