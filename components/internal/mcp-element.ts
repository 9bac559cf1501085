import {
  adoptStyles,
  type CSSResultGroup,
  type CSSResultOrNative,
  LitElement,
  type PropertyDeclaration,
  type PropertyValues,
} from 'lit';
import { visibleText } from '../../src/content/index.js';
import { errorText } from './error-texts.js';
import { restoreHostStyles } from './host-styles.js';
import { followPageFont, hasOwnFont } from './page-font.js';
import { followLanguage, leaveLanguage, useLanguageOf } from '../words/language.js';
import { languageInUse } from '../words/messages.js';
import { expectedInstead, isCompared } from './usable-values.js';

/**
 * The base class of every element. It reads boolean attributes, warns in the console about attributes that the element
 * does not have, says in the place of the element that it cannot use a value, and keeps the styles in another document.
 */
export class McpElement extends LitElement {
  /** The properties that were set since the last update that succeeded. */
  readonly #changed = new Set<PropertyKey>();
  /** Properties that were an empty text from the start: nothing means this there. */
  readonly #texts = new Set<PropertyKey>();
  #failure: HTMLElement | undefined;
  /** The children of its root that got a `lang` here. */
  readonly #named = new WeakSet<Element>();

  /** A worker has no style sheets, and Lit asks for them when it makes a class that extends one with styles. */
  static override finalizeStyles(styles?: CSSResultGroup): CSSResultOrNative[] {
    return globalThis.document ? super.finalizeStyles(styles) : [];
  }

  override connectedCallback(): void {
    if (this.ownerDocument.contentType !== 'text/html' && !this.hasUpdated) this.#readAttributes();
    super.connectedCallback();
    followLanguage(this);
    warnOfUnknownAttributes(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    leaveLanguage(this);
  }

  /** The browser removes the style sheets when the element is moved to another document, such as that of a frame. */
  adoptedCallback(): void {
    if (this.shadowRoot) adoptStylesIn(this.shadowRoot, this.#styles);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (this.ownerDocument === document) return super.createRenderRoot();
    const root = this.shadowRoot ?? this.attachShadow((this.constructor as typeof LitElement).shadowRootOptions);
    adoptStylesIn(root, this.#styles);
    this.renderOptions.renderBefore ??= root.firstChild;
    return root;
  }

  get #styles(): readonly CSSResultOrNative[] {
    return (this.constructor as typeof LitElement).elementStyles;
  }

  override requestUpdate(...asked: Parameters<LitElement['requestUpdate']>): void {
    const [name, before] = asked;
    // Lit asks for the first update before this class has its fields, without a name.
    if (name === undefined) return super.requestUpdate();
    const self = this as unknown as Record<PropertyKey, unknown>;
    const value = self[name];
    const expected = expectedInstead(name, value);
    if (value === '' && before === undefined && expected === undefined) this.#texts.add(name);
    // Frameworks set null or undefined for a missing value.
    const { elementProperties } = this.constructor as typeof LitElement;
    const isEmpty = (value ?? undefined) === undefined && elementProperties.get(name)?.state !== true;
    if (expected !== undefined || (isEmpty && (value === null || this.#texts.has(name)))) {
      const instead = this.#texts.has(name) ? '' : undefined;
      if (expected !== undefined) warnOfUnusableValue(this.localName, name, expected);
      // This method is called again, with a value that can be used.
      if (value !== instead) {
        self[name] = instead;
        return;
      }
    }
    this.#changed.add(name);
    super.requestUpdate(...asked);
  }

  /** A page may set any value. An unusable one must leave neither a blank nor an uncaught error. */
  protected override performUpdate(): void {
    useLanguageOf(this);
    try {
      super.performUpdate();
      this.#changed.clear();
      this.#failure?.remove();
      this.#failure = undefined;
    } catch (error) {
      this.#showFailure(error);
    }
  }

  /** True if the property is set, to neither `''` nor `false`. */
  #says(name: PropertyKey): boolean {
    const value = (this as unknown as Record<PropertyKey, unknown>)[name];
    return value !== undefined && value !== '' && value !== false;
  }

  #showFailure(error: unknown): void {
    const tag = this.localName;
    const { elementProperties } = this.constructor as typeof LitElement;
    const names = [...this.#changed]
      .filter((name) => elementProperties.get(name)?.state !== true && !isCompared(name) && this.#says(name))
      .map(String);
    const { text } =
      names.length > 0
        ? errorText('components.unusableValue', { tag, names })
        : errorText('components.cannotBeShown', { tag });
    if (this.#failure?.textContent === text) return;
    warnOnce(text, error);
    this.#failure?.remove();
    this.#failure = this.ownerDocument.createElement('div');
    this.#failure.className = 'note error';
    this.#failure.setAttribute('part', 'error');
    this.#failure.setAttribute('role', 'alert');
    this.#failure.textContent = visibleText(text);
    this.renderRoot?.prepend(this.#failure);
  }

  /** Chromium does not call back for the attributes of an element that its XML parser makes. */
  #readAttributes(): void {
    for (const name of (this.constructor as typeof LitElement).observedAttributes)
      if (this.hasAttribute(name)) this.attributeChangedCallback(name, null, this.getAttribute(name));
  }

  /**
   * The presence of a boolean attribute means true, as in HTML, but the text `false` means false, because frameworks
   * write it: Vue for `:read-only="false"`, Preact and Svelte for `read-only={false}`, Angular for `[attr.read-only]`.
   */
  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    const options = value?.toLowerCase() === 'false' ? booleanOptions(this, name) : undefined;
    super.attributeChangedCallback(name, before, options ? null : value);
    // The presence of a reflected attribute is the state, for CSS.
    if (options?.reflect) this.removeAttribute(name);
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    if (!isInside(this)) {
      if (!this.hasUpdated) restoreHostStyles(this);
      if (!this.hasUpdated || hasOwnFont(this)) followPageFont(this);
    }
    this.#nameLanguage();
    rendered?.(this.renderRoot);
  }

  /** In a page of another language, the element sets `lang` on its contents. Texts of servers have an unknown language (html.ts). */
  #nameLanguage(): void {
    const language = languageInUse();
    const isOfThePage = this.matches(`:lang(${language})`);
    for (const child of this.renderRoot.children)
      if (isOfThePage && this.#named.delete(child)) child.removeAttribute('lang');
      else if (!isOfThePage && (this.#named.has(child) || !child.hasAttribute('lang'))) {
        this.#named.add(child);
        // Also with the value that it has, setting it makes the browser compute the styles of all inside again.
        if (child.getAttribute('lang') !== language) child.setAttribute('lang', language);
      }
  }
}

/** Style sheets that were made for another document, by document and text. */
const foreignSheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Gives a root the styles, as sheets of its own document: a sheet belongs to the document that it was made for. */
function adoptStylesIn(root: ShadowRoot, styles: readonly CSSResultOrNative[]): void {
  const { ownerDocument } = root;
  if (ownerDocument === document) return adoptStyles(root, [...styles]);
  const view = ownerDocument.defaultView;
  // A document without a window shows nothing.
  if (!view) return;
  const sheets = foreignSheets.get(ownerDocument) ?? new Map<string, CSSStyleSheet>();
  foreignSheets.set(ownerDocument, sheets);
  root.adoptedStyleSheets = styles.map((style) => {
    const text = 'cssText' in style ? style.cssText : [...style.cssRules].map((rule) => rule.cssText).join('\n');
    const sheet = sheets.get(text) ?? new view.CSSStyleSheet();
    if (!sheets.has(text)) sheet.replaceSync(text);
    sheets.set(text, sheet);
    return sheet;
  });
}

/** True if the element is inside one of this library, which no style of the page reaches. */
function isInside(element: LitElement): boolean {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.host instanceof McpElement;
}

/** The options of the boolean property that an attribute sets; undefined for another attribute. */
function booleanOptions(element: LitElement, attribute: string): PropertyDeclaration | undefined {
  const { elementProperties } = element.constructor as typeof LitElement;
  const [, options] =
    [...elementProperties].find(([name, one]) => (one.attribute ?? String(name).toLowerCase()) === attribute) ?? [];
  return options?.type === Boolean ? options : undefined;
}

let rendered: ((root: ParentNode) => void) | undefined;

/** Sets the one listener that is called after each rendering of an element of this library, with its root. */
export function onRendered(listener: (root: ParentNode) => void): void {
  rendered = listener;
}

/** Attributes of every HTML element, and those for forms and shadow roots. */
const GLOBAL_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['accesskey', 'anchor', 'autocapitalize', 'autocorrect', 'autofocus', 'class', 'contenteditable', 'dir'],
  ...['draggable', 'enterkeyhint', 'exportparts', 'form', 'hidden', 'id', 'inert', 'inputmode', 'is', 'itemid'],
  ...['itemprop', 'itemref', 'itemscope', 'itemtype', 'key', 'lang', 'name', 'nonce', 'part', 'popover', 'ref', 'role'],
  ...['slot', 'spellcheck', 'style', 'tabindex', 'title', 'translate', 'writingsuggestions', 'xmlns'],
]);

/**
 * Foreign attributes: `aria-`, `data-`, event handlers, and those of frameworks and browser extensions (`ng-version`,
 * `_ngcontent-abc`, `v-cloak`, `x-data`, `hx-get`, `wire:click`, `@click`, `:url`, `bis_skin_checked`).
 */
const FOREIGN_ATTRIBUTE = /^(?:aria-|data-|on|ng-|v-|x-|hx-|q-|s-|js)|[^a-z-]/;

/** The new names of attributes of 0.1. */
const RENAMED_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['answers', 'capabilities'],
  ['sign-in', 'redirect-uri'],
  ['sign-in-way', 'auth-mode'],
]);

/** The attributes that were reported, by tag and name: each is reported once. */
const warned = new Set<string>();

/** Warnings of one page. A script that makes up names all the time must not fill the console and the memory. */
const MAX_ATTRIBUTE_WARNINGS = 100;

/** A value that cannot be used is ignored: one warning for each property of an element, and not one for each rendering. */
function warnOfUnusableValue(tag: string, name: PropertyKey, expected: string): void {
  warnOnce(`<${tag}> ignores the value of the property "${String(name)}": it must be ${expected}.`);
}

function warnOnce(warning: string, ...details: readonly unknown[]): void {
  if (warned.has(warning) || warned.size >= MAX_ATTRIBUTE_WARNINGS) return;
  warned.add(warning);
  console.warn(`mcp-embed: ${warning}`, ...details);
}

/** Letters by which a mistyped name may differ from the one that is meant. */
const MAX_TYPING_MISTAKES = 2;

/** A mistyped `deny-tools` would deny nothing and nobody would notice, because HTML ignores unknown attributes. */
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

/** The number of letters to add, remove or change (Levenshtein distance). */
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
