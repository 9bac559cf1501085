import { css, type CSSResult, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { CatalogChange } from '../../src/index.js';
import { toJson } from '../../src/util/json.js';
import { CopyButton } from '../internal/copy-button.js';
import { closeOnEscape } from '../internal/close-on-escape.js';
import { html } from '../internal/html.js';
import { cut } from '../internal/text.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Characters of a definition that are shown. Copy takes all of it. */
export const MAX_DEFINITION_SHOWN = 200_000;

interface Defined<Item> {
  readonly item: Item;
  /** The name or the URI of the item. */
  readonly key: string;
  /** Its change since the last visit. */
  readonly change?: CatalogChange<Item> | undefined;
  /** Called after it was closed, so that the focus goes somewhere. */
  readonly closed: () => void;
}

/** The whole definition of an item as the server listed it, which a model is given too. It is rendered while it is open. */
export class DefinitionView {
  readonly #host: ReactiveControllerHost;
  readonly #copy: CopyButton;
  #of: string | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    this.#copy = new CopyButton(host);
  }

  open(key: string): void {
    this.#of = key;
    this.#host.requestUpdate();
  }

  close(): void {
    this.#of = undefined;
    this.#host.requestUpdate();
  }

  isOpenFor(key: string): boolean {
    return this.#of === key;
  }

  render<Item>({ item, key, change, closed }: Defined<Item>): TemplateResult | typeof nothing {
    if (!this.isOpenFor(key)) return nothing;
    const close = (): void => {
      closed();
      this.close();
    };
    return html`<section
      class="definition appears"
      part="code"
      data-name="definition"
      tabindex="-1"
      aria-labelledby="definition"
      @keydown=${closeOnEscape(close)}
    >
      <div class="row">
        <h3 id="definition">${t('itemForm.definition')}</h3>
        <span class="end"></span>
        ${this.#copy.render(() => toJson(item, undefined, 2))}
        <button class="plain small" part="button" data-name="close-definition-button" type="button" @click=${close}>
          ${common('common.close')}
        </button>
      </div>
      ${change ? html`<p class="small" data-name="definition-change">${t(`itemForm.definition.${change.kind}`)}</p>` : nothing}
      ${json(item)}
      ${
        change?.before === undefined
          ? nothing
          : html`<details data-name="definition-before">
              <summary class="small">${t('itemForm.asItWas')}</summary>
              ${json(change.before)}
            </details>`
      }
    </section>`;
  }
}

/** As a tree; a longer text is cut, and shown as text. */
function json(item: unknown): TemplateResult {
  const text = toJson(item);
  if (text.length <= MAX_DEFINITION_SHOWN) return html`<mcp-json-view .source=${text}></mcp-json-view>`;
  const shown = `${cut(text, MAX_DEFINITION_SHOWN)}\n${t('itemForm.charactersInAll', { count: text.length })}`;
  return html`<pre class="mono" dir="ltr" tabindex="0" role="group" aria-label=${t('itemForm.definitionAsJson')}>
${shown}</pre>`;
}

export const definitionStyles: CSSResult = css`
  .definition {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_space-xs);
  }
  .definition > pre,
  .definition > details > pre {
    max-block-size: 28em;
    padding: var(--_space-s) var(--_space-m);
    overflow: auto;
    border-radius: var(--_radius);
    background: var(--_surface-2);
    white-space: pre-wrap;
  }
`;
