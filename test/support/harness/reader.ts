import { PATIENCE_MS } from '../../fixtures/eventually.js';
import { toldInSight } from '../../fixtures/in-sight.js';

/**
 * Speaks to an element the way a person does: by what is written on things. Looks through every shadow root, and only at
 * what is on screen.
 */
export class Reader<E extends HTMLElement = HTMLElement> {
  readonly element: E;

  constructor(element: E) {
    this.element = element;
  }

  remove(): void {
    this.element.remove();
  }

  /** An item of a list, by the name it is shown under, or its raw name. */
  option(item: string): Promise<HTMLElement> {
    return this.until(
      () => this.all('[role=option]').find((each) => textOf(each).includes(item)),
      `an item “${item}” in a list`,
    );
  }

  async fill(label: string, value: string): Promise<void> {
    const control = await this.until(() => this.#field(label), `a field “${label}”`);
    if (control instanceof HTMLSelectElement) {
      const wanted = [...control.options].find((option) => option.textContent?.trim() === value);
      if (!wanted) throw new Error(`No option “${value}” in “${label}”`);
      control.value = wanted.value;
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      if (control.checked !== (value === 'true')) control.click();
      return;
    } else control.value = value;
    control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    control.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }

  async press(name: string | RegExp): Promise<void> {
    const button = await this.until(() => this.button(name), `a button ${String(name)}`);
    // What a model calls runs once the browser has told that all of it was in sight.
    if ((button.getRootNode() as ShadowRoot).host?.localName === 'mcp-tool-approval') await toldInSight();
    button.click();
  }

  /** Presses what is called this in the template. */
  async act(name: string): Promise<void> {
    const find = (): HTMLElement | undefined =>
      this.all(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`)[0];
    (await this.until(find, `a part ${name}`)).click();
  }

  /** Ticks a box, by the words beside it. */
  async tick(words: RegExp): Promise<void> {
    const label = await this.until(
      () => this.all('label').find((each) => words.test(textOf(each))),
      `a box ${String(words)}`,
    );
    label.click();
  }

  /** A button that can be pressed, by what is written on it. */
  button(name: string | RegExp): HTMLButtonElement | undefined {
    const found = this.all<HTMLButtonElement>('button').filter(
      (each) => !each.disabled && matches(each.getAttribute('aria-label') ?? textOf(each), name),
    );
    // A section that is not shown keeps its buttons.
    return found.find((each) => each.checkVisibility({ visibilityProperty: true })) ?? found[0];
  }

  /** Opens everything that is folded. */
  unfold(): void {
    for (const fold of this.all<HTMLDetailsElement>('details')) fold.open = true;
  }

  /** Opens the menu of the log, with all that is folded in it. */
  async openLogMenu(): Promise<void> {
    const find = (): HTMLElement | undefined =>
      this.all('[data-name="menu-button"]').find(
        (each) => (each.getRootNode() as ShadowRoot).host.localName === 'mcp-log',
      );
    (await this.until(find, 'the menu of the log')).click();
    this.unfold();
  }

  /** Waits until that text is to be read somewhere. */
  async reads(text: string | RegExp): Promise<void> {
    await this.until(() => matches(textOf(this.element), text, true), `the text ${String(text)}`);
  }

  /** Whether that text is to be read somewhere now. */
  shows(text: string | RegExp): boolean {
    return matches(textOf(this.element), text, true);
  }

  /** Elements on screen, in every shadow root below the client. */
  all<T extends HTMLElement = HTMLElement>(selector: string): T[] {
    return [...walk(this.element)].filter(
      (each): each is T => each instanceof HTMLElement && each.matches(selector) && each.checkVisibility(),
    );
  }

  async until<T>(look: () => T | undefined | false | null, what: string): Promise<T> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > end)
        throw new Error(`There was never ${what}. On screen:\n${textOf(this.element).slice(-1200)}`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  #field(label: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | undefined {
    for (const each of this.all<HTMLLabelElement>('label')) {
      if (textOf(each).startsWith(label) && each.control)
        return each.control as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    }
    return this.all<HTMLInputElement>('input, select, textarea').find((each) =>
      each.getAttribute('aria-label')?.startsWith(label),
    );
  }
}

function* walk(root: Element | ShadowRoot): Generator<Element> {
  if (root instanceof Element) {
    yield root;
    if (root.shadowRoot) yield* walk(root.shadowRoot);
  }
  for (const child of root.children) yield* walk(child);
}

/** What a person would read, shadow roots included. */
function textOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) && !(node instanceof ShadowRoot)) return '';
  if (node instanceof Element && (node.localName === 'style' || getComputedStyle(node).display === 'none')) return '';
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes({ flatten: true });
    if (assigned.length > 0) return assigned.map(textOf).join('');
  }
  const inside = node instanceof HTMLElement && node.shadowRoot ? node.shadowRoot : node;
  return joined([...inside.childNodes], textOf).trim();
}

/** Nodes whose text goes on in that of the next one, with no space between: text, and a name that stands isolated in it. */
const IN_SENTENCE = /^(?:#text|#comment|BDI)$/;

/** What stands beside each other as one text, with single spaces. Also for nodes of another document. */
export function joined(nodes: readonly Node[], text: (node: Node) => string): string {
  return nodes
    .map((node) => (IN_SENTENCE.test(node.nodeName) ? text(node) : ` ${text(node)} `))
    .join('')
    .replaceAll(/\s+/g, ' ');
}

function matches(text: string, wanted: string | RegExp, part = false): boolean {
  if (wanted instanceof RegExp) return wanted.test(text);
  return part ? text.includes(wanted) : text === wanted;
}
