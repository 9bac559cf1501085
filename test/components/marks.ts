import { expect, waitUntil } from '@open-wc/testing';

/** What a reader must never be shown as it is. Emoji and scripts that need one of them do not occur in these tests. */
const RAW = /[\u202E\u200B\u{E0000}-\u{E007F}]/u;

/**
 * Texts as a hostile server would write them: what field it is, then text turned around, a character of no width, and the
 * name of the field once more in letters that nobody sees.
 */
export class Marks {
  #names: string[] = [];

  of(field: string): string {
    this.#names.push(field);
    return this.again(field);
  }

  /** This field need not show. */
  forget(field: string): void {
    this.#names = this.#names.filter((name) => name !== field);
  }

  /** Of a field that need not show: it is enough that nothing hidden of it does. */
  again(field: string): string {
    return `${field}\u202Eolleh\u200B!${Array.from(field, (each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0))).join('')}`;
  }

  /** Waits until each mark can be seen or heard somewhere inside, and holds that nothing hidden is anywhere. */
  async allSeenIn(element: Element): Promise<void> {
    const unseen = (): string[] => {
      const all = everythingIn(element).map(({ text }) => text);
      return this.#names.filter((name) => !all.some((text) => text.includes(`hidden text: “${name}”`)));
    };
    await waitUntil(() => unseen().length === 0, 'all marks are seen', { timeout: 4000 }).catch(() => {});
    expect(unseen(), 'fields that are not seen').to.deep.equal([]);
    nothingHiddenIn(element);
    this.#names = [];
  }
}

export function nothingHiddenIn(element: Element): void {
  const found = everythingIn(element).filter(({ text }) => RAW.test(text));
  expect(
    found.map(({ where, text }) => `${where}: ${JSON.stringify(text).slice(0, 80)}`),
    'places that show what is hidden',
  ).to.deep.equal([]);
}

interface Place {
  readonly where: string;
  readonly text: string;
}

/** Every text and every attribute inside, through all shadow roots; an element's text as a whole too. */
function everythingIn(node: Element | ShadowRoot): Place[] {
  const places: Place[] = [];
  const look = (inside: Element | ShadowRoot): void => {
    for (const child of inside.childNodes) {
      if (child instanceof Text) places.push({ where: `text in ${nameOf(inside)}`, text: child.data });
      if (!(child instanceof Element) || child.localName === 'style') continue;
      for (const { name, value } of child.attributes)
        // The value of an option is what is sent, exactly.
        if (!(name === 'value' && child.localName === 'option'))
          places.push({ where: `${nameOf(child)}[${name}]`, text: value });
      look(child);
      if (child.shadowRoot) look(child.shadowRoot);
      if (child instanceof HTMLIFrameElement) places.push({ where: 'frame', text: child.srcdoc });
    }
  };
  if (node instanceof Element) {
    for (const { name, value } of node.attributes) places.push({ where: `${nameOf(node)}[${name}]`, text: value });
    if (node.shadowRoot) look(node.shadowRoot);
  }
  look(node);
  return places;
}

function nameOf(node: Element | ShadowRoot): string {
  return node instanceof ShadowRoot ? `the shadow of ${node.host.localName}` : `<${node.localName}>`;
}

/** All elements of a kind inside, through every shadow root. */
export function inside<E extends Element>(element: Element, selector: string): E[] {
  const here = element.shadowRoot ?? element;
  return [...here.querySelectorAll('*')].flatMap((each) => [
    ...(each.matches(selector) ? [each as E] : []),
    ...(each.shadowRoot ? inside<E>(each, selector) : []),
  ]);
}
