import '../../../components/define/mcp-tool-form.js';
import type { McpToolCallRequestEvent } from '../../../components/events.js';
import type { McpSchemaFieldElement } from '../../../components/schema-field/schema-field.js';
import type { McpToolFormElement } from '../../../components/tool-form/tool-form.js';
import type { JsonObject, Tool } from '../../../src/index.js';
import type { FieldState } from '../../../src/schema/index.js';
import { tick, typeText } from './keyboard.js';

/** Milliseconds after which nobody waits for a yes or no any more: it never comes. */
const DECIDES_WITHIN = 20_000;
/** Fields of which some may still be on their way. */
const MANY = 8;

export type Outcome = { readonly sent: JsonObject } | Refusal;

export interface Refusal {
  /** JSON Pointers of the fields that say something is wrong with them. */
  readonly refused: readonly string[];
  /** Where the first line of the summary leads: the field that has focus then; undefined for none. */
  readonly firstLink: string | undefined;
  readonly words: string;
  /** The text itself is no JSON that can be sent: there is no field to point at. */
  readonly unreadable?: boolean;
}

/** A form in the page, used from outside as a person uses it. */
export class FormPage {
  readonly element: McpToolFormElement;

  private constructor(element: McpToolFormElement) {
    this.element = element;
  }

  static async open(tool: Tool): Promise<FormPage> {
    const element = document.createElement('mcp-tool-form');
    element.definition = tool;
    document.body.append(element);
    await tick();
    void element.offsetHeight;
    return new FormPage(element);
  }

  close(): void {
    this.element.remove();
  }

  /** False where the only field is an editor for JSON already. */
  get hasJsonEditor(): boolean {
    return this.element.renderRoot.querySelector('[data-name~="json-button"]') !== null;
  }

  /** Undefined for a tool without arguments. */
  get fields(): McpSchemaFieldElement | undefined {
    return this.element.renderRoot.querySelector('mcp-schema-field') ?? undefined;
  }

  /** Presses the button, and tells what came of it. */
  async submit(): Promise<Outcome> {
    let sent: JsonObject | undefined;
    const listen = (event: McpToolCallRequestEvent): void => {
      event.preventDefault();
      sent = event.arguments;
    };
    this.element.addEventListener('mcp-tool-call-request', listen);
    try {
      part(this.element, 'submit-button').click();
      const deadline = performance.now() + DECIDES_WITHIN;
      while (performance.now() < deadline) {
        await tick();
        if (sent) return { sent };
        if (this.element.renderRoot.querySelector('[data-name~="error-summary"], [aria-invalid="true"]'))
          return await this.#refusal();
      }
      throw new Error('The form neither sent nor said what is wrong.');
    } finally {
      this.element.removeEventListener('mcp-tool-call-request', listen);
    }
  }

  /** Puts the whole of the arguments in as text. */
  async typeJson(args: JsonObject): Promise<void> {
    if (!this.json) {
      part(this.element, 'json-button').click();
      await tick();
    }
    if (!this.json) throw new Error('There is no editor for JSON.');
    await typeText(this.json, JSON.stringify(args));
  }

  get json(): HTMLTextAreaElement | undefined {
    return this.element.renderRoot.querySelector<HTMLTextAreaElement>('textarea#json') ?? undefined;
  }

  async #refusal(): Promise<Refusal> {
    const words = this.element.renderRoot.querySelector('[data-name~="error-summary"]')?.textContent ?? '';
    if (this.json) {
      part(this.element, 'form-button').click();
      await tick();
    }
    if (this.fieldCount > MANY) await this.complete();
    const problem = this.json && this.element.renderRoot.querySelector('[part~="error"]:not([data-name])')?.textContent;
    if (problem) return { refused: [], firstLink: undefined, words: problem, unreadable: true };
    const refused = [...this.#shown()]
      .filter(({ element }) => ownPart(element, 'error'))
      .map(({ field }) => field.pointer);
    const link = this.element.renderRoot.querySelector<HTMLElement>(
      '[data-name~="error-summary"] button, [data-name~="error-summary"] a',
    );
    link?.click();
    await tick();
    return {
      refused,
      firstLink: link ? fieldWithFocus()?.pointer : undefined,
      words: words.replace(/\s+/g, ' ').trim(),
    };
  }

  *#shown(): Generator<{ element: McpSchemaFieldElement; field: FieldState }> {
    if (this.fields) yield* fieldsIn(this.fields);
  }

  /** How many fields there are on the screen. */
  get fieldCount(): number {
    return [...this.#shown()].length;
  }

  /** The fields of a long form come while the browser is idle: waits for the last of them. */
  async complete(): Promise<void> {
    for (let before = -1; before < this.fieldCount;) {
      before = this.fieldCount;
      // Not every engine tells when it is idle; there the form takes its time by the clock.
      await new Promise((resolve) => {
        if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 250 });
        else setTimeout(resolve, 100);
      });
      await tick();
    }
  }
}

function* fieldsIn(element: McpSchemaFieldElement): Generator<{ element: McpSchemaFieldElement; field: FieldState }> {
  const field = fieldOf(element);
  if (field) yield { element, field };
  for (const inner of element.renderRoot.querySelectorAll('mcp-schema-field')) yield* fieldsIn(inner);
}

export function fieldOf(element: McpSchemaFieldElement): FieldState | undefined {
  return element.field ?? element.form?.root;
}

function fieldWithFocus(): FieldState | undefined {
  let active = document.activeElement;
  let field: FieldState | undefined;
  while (active) {
    if (active.localName === 'mcp-schema-field') field = fieldOf(active as McpSchemaFieldElement) ?? field;
    active = active.shadowRoot?.activeElement ?? null;
  }
  return field;
}

export function ownPart(element: McpSchemaFieldElement, name: string): HTMLElement | undefined {
  return (
    element.renderRoot.querySelector<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`) ??
    undefined
  );
}

function part(element: McpToolFormElement, name: string): HTMLElement {
  const found = element.renderRoot.querySelector<HTMLElement>(
    `:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`,
  );
  if (!found) throw new Error(`The form has no ${name}.`);
  return found;
}
