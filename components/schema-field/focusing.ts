import type { FieldState } from '../../src/schema/index.js';
import type { McpSchemaFieldElement } from './schema-field.js';

/** What focus goes to first, in a field with several controls. */
const FIRST = 'input, select, textarea, .held, mcp-schema-field, button:enabled:not(.aside)';
/** Where there is nothing else. */
const LAST = 'button:enabled';

/** Where focus goes in a field, and in the fields inside it. */
export class Focusing {
  readonly #host: McpSchemaFieldElement;
  readonly #renderAll: () => void;
  #next: FieldState | string | undefined;

  /** @param renderAll renders at once what would come by and by */
  constructor(host: McpSchemaFieldElement, renderAll: () => void) {
    this.#host = host;
    this.#renderAll = renderAll;
  }

  /** After the next rendering: a field inside, or what a selector finds. */
  next(target: FieldState | string): void {
    this.#next = target;
    this.#host.requestUpdate();
  }

  /** To be called when the host was rendered. */
  hostRendered(): void {
    const target = this.#next;
    this.#next = undefined;
    if (target === undefined) return;
    if (typeof target === 'string') this.first(target);
    else this.#field(target);
  }

  /** The first thing that a selector finds, or else the first control. False where there is none. */
  first(selector: string = FIRST, options?: FocusOptions): boolean {
    const root = this.#host.renderRoot;
    const found = [selector, FIRST, LAST]
      .map((each) => root.querySelector<HTMLElement>(each))
      .find((each) => each !== null);
    found?.focus(options);
    return found !== undefined;
  }

  /** The elements of the fields inside. */
  get inside(): readonly McpSchemaFieldElement[] {
    return [...this.#host.renderRoot.querySelectorAll<McpSchemaFieldElement>('mcp-schema-field')];
  }

  #field(field: FieldState): void {
    const find = (): McpSchemaFieldElement | undefined => this.inside.find((element) => element.field === field);
    if (!find()) this.#renderAll();
    void find()?.updateComplete.then(() => find()?.focus());
  }
}
