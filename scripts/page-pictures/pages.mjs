// Pages with styles as sites have them. Each is one row: the styles, attributes of the page and of the client, what the
// browser is asked for.

/** CSS pixels of the window, unless a page has its own. */
export const WIDTHS = [1200, 390];

const PLAIN = 'body { margin: 16px; font: 16px/1.5 system-ui, sans-serif }';

const TAILWIND = `*, ::before, ::after, ::backdrop { box-sizing: border-box; border: 0 solid; margin: 0; padding: 0 }
  html { line-height: 1.5; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif }
  h1, h2, h3 { font-size: inherit; font-weight: inherit } ol, ul, menu { list-style: none }
  img, svg, video, iframe { display: block } button, input, select, textarea { font: inherit; color: inherit; background: none }
  main { padding: 24px }`;

const BOOTSTRAP = `*, ::before, ::after { box-sizing: border-box }
  body { margin: 0; padding: 16px; font: 400 1rem/1.5 system-ui, sans-serif; color: #212529; background: #fff }
  h1 { margin: 0 0 .5rem; font-weight: 500; line-height: 1.2; font-size: 2.5rem } p { margin: 0 0 1rem }
  dialog { width: 80px; padding: 90px; border: 9px solid red }`;

const BLOG = `body { margin: 0; background: #faf7f2; color: #3b3a36; font: 300 18px/1.9 Georgia, serif; letter-spacing: .03em; hyphens: auto;
  text-align: justify; text-indent: 1.5em } main { max-width: 720px; margin: auto; padding: 24px }
  .entry, main > * { margin-block: 1.75em } a, button { text-transform: uppercase }`;

/** @type {Record<string, { css?: string, attributes?: string, client?: string, widths?: number[], height?: number, scale?: number, print?: boolean, media?: object, onPage?: (page: import('playwright-core').Page) => Promise<unknown> }>} */
export const PAGES = {
  plain: { css: PLAIN, widths: [2000, 1200, 700, 390, 320, 280] },
  dark: { css: `:root { color-scheme: dark } ${PLAIN}` },
  'root-62.5': {
    css: 'html { font-size: 62.5% } body { margin: 16px; font: 1.6rem/1.5 sans-serif }',
    widths: [1200, 560, 390],
  },
  unset: { css: '* { all: unset } main { display: block; padding: 16px } head, style, script { display: none }' },
  tailwind: { css: TAILWIND },
  bootstrap: { css: BOOTSTRAP },
  blog: { css: BLOG },
  uppercase: { css: `${PLAIN} body { text-transform: uppercase; letter-spacing: .2em; font-variant: small-caps }` },
  'spaced-all': {
    css: `${PLAIN} * { letter-spacing: 3px; text-transform: uppercase; text-align: center; line-height: 2.4 }`,
  },
  centred: { css: `${PLAIN} body { text-align: center; font-style: italic; text-shadow: 1px 1px 2px red }` },
  rtl: { css: PLAIN, attributes: 'dir="rtl"', widths: [1200, 700, 390] },
  zoomed: { css: `${PLAIN} html { zoom: 1.5 }` },
  scaled: { css: `${PLAIN} main { transform: scale(.75); transform-origin: 0 0 }`, widths: [1200] },
  'hidden-first': {
    css: `${PLAIN} main { display: none } main.shown { display: block }`,
    onPage: (page) => page.evaluate(() => setTimeout(() => document.querySelector('main').classList.add('shown'), 500)),
  },
  'browser-zoom-200': { css: PLAIN, widths: [640], height: 400, scale: 2 },
  'text-zoom-200': {
    css: 'html { font-size: 200% } body { margin: 16px; font: 1rem/1.5 sans-serif }',
    widths: [1200, 390],
  },
  'forced-colors': { css: PLAIN, media: { forcedColors: 'active' } },
  'forced-colors-dark': { css: PLAIN, media: { forcedColors: 'active', colorScheme: 'dark' }, widths: [1200] },
  'reduced-motion': { css: PLAIN, media: { reducedMotion: 'reduce' }, widths: [1200] },
  print: { css: PLAIN, print: true, widths: [800] },
  'print-dark': { css: PLAIN, client: 'theme="dark"', print: true, widths: [800] },
  compact: { css: PLAIN, client: 'density="compact"' },
  'in-a-column': {
    css: `${PLAIN} main { display: grid; grid-template-columns: 1fr 320px } h1, p { grid-column: 1 } mcp-client { grid-area: 1 / 2 / 3 / 3 }`,
    widths: [1200],
  },
};
