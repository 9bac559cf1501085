/* What the style sheet of a page does to an element in it, measured. */

/** Adds a style sheet to the page, as its author would. @returns what takes it away */
export function styledPage(css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.unshift(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** Properties that would alter how a name reads, each with a value that no page should have. */
export const ALTERING: Readonly<Record<string, string>> = {
  'font-style': 'italic',
  'font-variant-caps': 'small-caps',
  'font-variant-ligatures': 'none',
  'letter-spacing': '3px',
  'word-spacing': '9px',
  'text-align': 'center',
  'text-indent': '40px',
  'text-shadow': '2px 2px 3px red',
  'text-transform': 'uppercase',
  'white-space-collapse': 'preserve',
  'text-wrap-mode': 'nowrap',
  hyphens: 'auto',
  '-webkit-text-security': 'disc',
};

/** Everything else about text that is inherited, but not from a page. */
const INHERITED: Readonly<Record<string, string>> = {
  'border-collapse': 'collapse',
  'border-spacing': '9px',
  'caption-side': 'bottom',
  'caret-color': 'red',
  'accent-color': 'red',
  cursor: 'crosshair',
  'empty-cells': 'hide',
  'font-feature-settings': '"smcp"',
  'font-kerning': 'none',
  'font-size-adjust': '0.9',
  'font-stretch': 'expanded',
  'font-variation-settings': '"wght" 900',
  'font-weight': '900',
  'image-rendering': 'pixelated',
  'line-break': 'anywhere',
  'line-height': '3',
  'list-style-position': 'inside',
  'list-style-type': 'square',
  'overflow-wrap': 'break-word',
  'paint-order': 'stroke',
  quotes: '"<" ">"',
  'tab-size': '20',
  'text-align-last': 'right',
  'text-emphasis-style': 'dot',
  'text-orientation': 'upright',
  'text-rendering': 'geometricPrecision',
  'text-wrap-style': 'balance',
  'user-select': 'none',
  '-webkit-text-fill-color': 'red',
  '-webkit-text-stroke-width': '2px',
  'word-break': 'break-all',
};

export const TEXT_OF_A_PAGE: Readonly<Record<string, string>> = { ...ALTERING, ...INHERITED };

export function rule(selector: string, declarations: Readonly<Record<string, string>>): string {
  return `${selector} { ${Object.entries(declarations)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ')} }`;
}

/** The element and all in it, through every shadow root, that is shown. */
export function shownIn(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  const look = (at: Element): void => {
    if (at instanceof HTMLElement && at.checkVisibility({ visibilityProperty: true })) found.push(at);
    for (const child of at.shadowRoot?.children ?? []) look(child);
    for (const child of at.children) look(child);
  };
  look(element);
  return found;
}

const MEASURED = [...Object.keys(TEXT_OF_A_PAGE), 'font-family', 'font-size', 'color', 'inline-size', 'block-size'];

export function nameOf(element: Element): string {
  const root = element.getRootNode();
  const host = root instanceof ShadowRoot ? `${root.host.localName} ` : '';
  return `${host}${element.localName}${element.className && typeof element.className === 'string' ? `.${element.className.trim().replaceAll(/\s+/g, '.')}` : ''}`;
}

/** What of the looks of an element, and of all in it, is not the same once the page has this style sheet. */
export async function changesUnder(css: string, element: Element): Promise<string[]> {
  const all = shownIn(element);
  const measure = (): string[][] => {
    return all.map((each) => {
      const style = getComputedStyle(each);
      return MEASURED.map((name) => style.getPropertyValue(name));
    });
  };
  const before = measure();
  const away = styledPage(css);
  await frames();
  const after = measure();
  away();
  return all.flatMap((each, at) =>
    MEASURED.flatMap((name, of) =>
      before[at]![of] === after[at]![of] ? [] : [`${nameOf(each)} ${name}: ${before[at]![of]} → ${after[at]![of]}`],
    ),
  );
}

export async function frames(): Promise<void> {
  // The first may be the one that a ResizeObserver waits for.
  for (let left = 3; left > 0; left--)
    // oxlint-disable-next-line no-await-in-loop -- one frame after the other
    await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** What is wider than its box, where the box does not scroll sideways by intent. */
export function sticksOutOf(element: HTMLElement, scrolling = '.sections, pre, .rows-box, .box, .document'): string[] {
  const outer = element.getBoundingClientRect();
  return shownIn(element).flatMap((each) => {
    const { overflowX } = getComputedStyle(each);
    const scrolls = (overflowX === 'auto' || overflowX === 'scroll') && !each.matches(scrolling);
    if (scrolls && each.scrollWidth > each.clientWidth + 1)
      return [`${nameOf(each)} scrolls: ${each.scrollWidth} in ${each.clientWidth}`];
    if (isClipped(each, element)) return [];
    const { left, right, width } = each.getBoundingClientRect();
    return width > 0 && (left < outer.left - 1 || right > outer.right + 1)
      ? [
          `${nameOf(each)} ${Math.round(left)}…${Math.round(right)} in ${Math.round(outer.left)}…${Math.round(outer.right)}`,
        ]
      : [];
  });
}

/** True if something between it and the element cuts off what sticks out, which a reader of the text is told with “…”. */
function isClipped(each: Element, within: Element): boolean {
  for (let at: Element | null = each; at && at !== within; at = at.parentElement ?? hostOf(at))
    if (at !== each && getComputedStyle(at).overflowX !== 'visible') return true;
  return false;
}

const hostOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
};

/** Words that are broken inside, as “Tool|s” is. */
export function brokenWordsIn(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    const words: string[] = [];
    for (const text of element.childNodes) {
      if (!(text instanceof Text)) continue;
      for (const { index, 0: word } of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) words.push(word);
      }
    }
    return words;
  });
}
