import { LitElement, type PropertyValues } from 'lit';

/** The base of every element here. In the console, it names attributes that the element does not have. */
export class McpElement extends LitElement {
  override connectedCallback(): void {
    super.connectedCallback();
    warnOfUnknownAttributes(this);
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    rendered?.(this.renderRoot);
  }
}

let rendered: ((root: ParentNode) => void) | undefined;

/** Has `listener` called after each rendering of an element of this library, with what it rendered into. There is one listener. */
export function onRendered(listener: (root: ParentNode) => void): void {
  rendered = listener;
}

/** Attributes that every HTML element has, and those that say how it is placed in a form or a shadow root. */
const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['accesskey', 'anchor', 'autocapitalize', 'autocorrect', 'autofocus', 'class', 'contenteditable', 'dir'],
  ...['draggable', 'enterkeyhint', 'exportparts', 'form', 'hidden', 'id', 'inert', 'inputmode', 'is', 'itemid'],
  ...['itemprop', 'itemref', 'itemscope', 'itemtype', 'key', 'lang', 'name', 'nonce', 'part', 'popover', 'ref', 'role'],
  ...['slot', 'spellcheck', 'style', 'tabindex', 'title', 'translate', 'writingsuggestions', 'xmlns'],
]);

/**
 * Names that are not ours to judge: `aria-`, `data-`, event handlers, and what frameworks and browser extensions add
 * (`ng-version`, `_ngcontent-abc`, `v-cloak`, `x-data`, `hx-get`, `wire:click`, `@click`, `:url`, `bis_skin_checked`).
 */
const FOREIGN_ATTRIBUTE = /^(?:aria-|data-|on|ng-|v-|x-|hx-|q-|s-|js)|[^a-z-]/;

/** What attributes of 0.1 are called now. */
const RENAMED_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['answers', 'capabilities'],
  ['sign-in', 'redirect-uri'],
  ['sign-in-way', 'auth-mode'],
]);

/** Attributes that a page gave to elements before they had them: each is named once, by its tag and name. */
const warned = new Set<string>();

/** Warnings of a page. A script that makes up names all the time shall not fill the console and the memory. */
const MAX_ATTRIBUTE_WARNINGS = 100;

/** Letters that may differ in a name that is meant as another. */
const MAX_TYPING_MISTAKES = 2;

/** A mistyped `deny-tools` would deny nothing, and nobody would notice: HTML ignores attributes that it does not know. */
function warnOfUnknownAttributes(element: LitElement): void {
  const tag = element.localName;
  const known = (element.constructor as typeof LitElement).observedAttributes;
  for (const name of element.getAttributeNames()) {
    if (known.includes(name) || GLOBAL_ATTRIBUTES.has(name) || FOREIGN_ATTRIBUTE.test(name)) continue;
    const warning = `${tag} ${name}`;
    if (warned.has(warning) || warned.size >= MAX_ATTRIBUTE_WARNINGS) continue;
    warned.add(warning);
    const meant =
      RENAMED_ATTRIBUTES.get(name) ?? known.find((each) => differingLetters(each, name) <= MAX_TYPING_MISTAKES);
    const remedy =
      meant && known.includes(meant)
        ? `Use "${meant}".`
        : `It has ${known.length > 0 ? known.map((each) => `"${each}"`).join(', ') : 'no attributes of its own'}.`;
    console.warn(`mcp-embed: <${tag}> has no attribute "${name}", so it does nothing. ${remedy}`);
  }
}

/** How many letters have to be added, left out or changed (Levenshtein distance). */
function differingLetters(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [down, letter] of [...one].entries()) {
    const next = [down + 1];
    for (let at = 0; at < other.length; at++)
      next.push(Math.min(row[at]! + (letter === other[at] ? 0 : 1), row[at + 1]! + 1, next[at]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
