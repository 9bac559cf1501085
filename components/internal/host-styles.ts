import type { CSSResultOrNative, LitElement } from 'lit';

/** The rules of the hosts that were given back, by the document or shadow root that they are in. */
const restored = new WeakMap<DocumentOrShadowRoot, Set<string>>();

/**
 * Restores the host styles that a page's style sheet reset. A rule such as `* { all: unset }` takes precedence over
 * `:host` rules, and with them over `display: block`. Browsers do not let a component say “unless the page says
 * otherwise” to that, so the same rules are added to the page, with no specificity and after its own: every selector of
 * the page but `*` still takes precedence, as far as it can (see `reset` in styles.ts). Nothing is added if there is no reset.
 */
export function restoreHostStyles(element: LitElement): void {
  restore(element);
  // The reset may come in a style sheet that is still loading.
  if (document.readyState !== 'complete') addEventListener('load', () => restore(element), { once: true });
}

function restore(element: LitElement): void {
  const root = element.getRootNode() as (Document | ShadowRoot) & Node;
  const tag = element.localName;
  if (!element.isConnected || restored.get(root)?.has(tag)) return;
  // No element of this library is inline by its own styles.
  if (getComputedStyle(element).display !== 'inline') return;
  const rules = hostRules(tag, (element.constructor as typeof LitElement).elementStyles);
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    root.adoptedStyleSheets.push(sheet);
  } catch {
    // The document of another window refuses it. The element works, in the way in which the page shows it.
  }
  restored.set(root, (restored.get(root) ?? new Set()).add(tag));
}

/** A rule about the host itself, with or without a condition in brackets. */
const HOST = /^:host(?:\((.+)\))?$/;

function hostRules(tag: string, styles: readonly CSSResultOrNative[]): string {
  const read = (rules: CSSRuleList): string =>
    [...rules]
      .map((rule) => {
        if (rule instanceof CSSMediaRule) return `@media ${rule.conditionText} { ${read(rule.cssRules)} }`;
        const [isOfHost, condition = ''] = HOST.exec((rule as CSSStyleRule).selectorText ?? '') ?? [];
        return isOfHost ? `:where(${tag}${condition}) { ${(rule as CSSStyleRule).style.cssText} }` : '';
      })
      .join('\n');
  return styles
    .map((one) => ('styleSheet' in one ? one.styleSheet : one))
    .map((sheet) => (sheet ? read(sheet.cssRules) : ''))
    .join('\n');
}
