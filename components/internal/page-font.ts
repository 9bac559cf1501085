import type { LitElement } from 'lit';

let ownFont: CSSStyleSheet | undefined;
let initialFamily: string | undefined;

/**
 * A page that sets no font has that of the browser, mostly Times, which is hard to read in a form. There an element has
 * the font of the system, until the page sets one. CSS cannot ask for this.
 */
export function followPageFont(element: LitElement): void {
  const root = element.shadowRoot;
  const around = element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;
  // The style sheet of this window cannot be used in another document.
  if (!root || !around || element.ownerDocument !== document) return;
  const sheet = (ownFont ??= sheetOf(':host { font-family: var(--mcp-font, system-ui, sans-serif) }'));
  const sheets = root.adoptedStyleSheets;
  const isBare = getComputedStyle(around).fontFamily === (initialFamily ??= readInitialFamily(root));
  if (isBare === sheets.includes(sheet)) return;
  root.adoptedStyleSheets = isBare ? [...sheets, sheet] : sheets.filter((each) => each !== sheet);
}

/** True if the element has the font of the system because the page had none when it was looked at. */
export function hasOwnFont({ shadowRoot }: LitElement): boolean {
  return ownFont !== undefined && shadowRoot?.adoptedStyleSheets.includes(ownFont) === true;
}

function sheetOf(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

function readInitialFamily(root: ShadowRoot): string {
  const probe = document.createElement('span');
  probe.style.setProperty('font-family', 'initial');
  root.append(probe);
  const { fontFamily } = getComputedStyle(probe);
  probe.remove();
  return fontFamily;
}
