// `npm run themes`: writes the tables of docs/theming.md: the tokens, the lowest contrasts of each theme, and the parts of each element.
//   npm run themes -- --pictures    also makes the picture of each theme in docs/images
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { chromium } from 'playwright-core';
import { buildIfStale } from './build.mjs';
import { chromeArgs, chromePath } from './browser.mjs';
import { contrasts, openThemePage } from './themes/contrast.mjs';
import { picture } from './themes/picture.mjs';
import { themes, TOKENS } from './themes/tokens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = path.join(root, 'docs/theming.md');
const SCHEMES = ['light', 'dark'];
const code = (words) => `\`${words}\``;
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The tables of the document, by the name of their place. */
export async function tables(page) {
  const looks = [{ name: 'the default', css: '' }, ...themes()].flatMap((theme) =>
    SCHEMES.map((scheme) => ({ ...theme, scheme })),
  );
  const rows = [];
  for (const { name, css, scheme } of looks) {
    // oxlint-disable-next-line no-await-in-loop -- one page shows them in turn
    const found = await contrasts(page, { css, scheme });
    const lowest = (ratio) => Math.min(...found.filter((pair) => pair.ratio === ratio).map((pair) => pair.contrast));
    rows.push([name, scheme, ...[4.5, 3].map((ratio) => (Math.floor(lowest(ratio) * 10) / 10).toFixed(1))]);
  }
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist/custom-elements.json'), 'utf8'));
  const elements = manifest.modules.flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => tagName));
  const parts = elements
    .map(({ tagName, cssParts = [] }) => [
      code(tagName),
      cssParts
        .map(({ name }) => code(name))
        .toSorted()
        .join(' '),
    ])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const tokens = TOKENS.map(({ name, purpose }) => [code(name), purpose.replaceAll(/`(color-[a-z]+)`/g, '`--mcp-$1`')]);
  return {
    tokens: table(['token', 'for'], tokens),
    contrast: table(['theme', 'scheme', 'lowest of a text', 'lowest of a shape'], rows),
    parts: table(['element', 'parts'], parts),
  };
}

/** The document with these tables. */
export async function written(page) {
  const text = Object.entries(await tables(page)).reduce(
    (sofar, [name, rows]) =>
      sofar.replace(new RegExp(`(<!-- ${name}: npm run themes -->\n)[^]*?(<!-- end -->)`), `$1\n${rows}\n\n$2`),
    readFileSync(DOCUMENT, 'utf8'),
  );
  return format(text, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildIfStale('all');
  const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  try {
    writeFileSync(DOCUMENT, await written(await openThemePage(browser)));
    if (process.argv.includes('--pictures')) await picture(browser);
  } finally {
    await browser.close();
  }
}
