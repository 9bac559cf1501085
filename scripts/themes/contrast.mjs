// The contrast of each pair of colours in a theme, as a browser shows them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAIRS } from './tokens.mjs';

const script = fileURLToPath(new URL('../../dist/mcp-embed.iife.js', import.meta.url));
const NAMES = [...new Set(PAIRS.flatMap(({ foreground, ground }) => [foreground, ground]))];

/** A page with one element of the library, to read colours from. It needs the script-tag files. */
export async function openThemePage(browser) {
  const page = await browser.newPage();
  await page.setContent(
    '<!doctype html><html lang="en"><title>theme</title><style></style><mcp-code-view></mcp-code-view>',
  );
  await page.addScriptTag({ content: readFileSync(script, 'utf8') });
  await page.evaluate(() => customElements.whenDefined('mcp-code-view').then(() => {}));
  return page;
}

/** @param page from `openThemePage` @param {{ css?: string, scheme: 'light' | 'dark' }} look */
export async function contrasts(page, { css = '', scheme }) {
  const colors = await page.evaluate(colorsOf, { css, scheme, names: NAMES });
  const of = (name) => colors[NAMES.indexOf(name)];
  return PAIRS.map((pair) => ({ ...pair, contrast: contrastOf(of(pair.foreground), of(pair.ground)) }));
}

/** Runs in the page. */
function colorsOf({ css, scheme, names }) {
  document.documentElement.style.colorScheme = scheme;
  document.querySelector('style').textContent = css;
  const element = document.querySelector('mcp-code-view');
  const options = { willReadFrequently: true };
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', options);
  return names.map((name) => {
    element.style.color = `var(${name})`;
    context.fillStyle = getComputedStyle(element).color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
}

/** As WCAG 2.2 computes it. */
function contrastOf(one, other) {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color) {
  const [red, green, blue] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
