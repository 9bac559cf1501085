// `npm run accessibility:table`: writes the states that axe looks at in docs/accessibility.md, from test/accessibility/states.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { withSection } from '../../bench/report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const DOCUMENT = 'docs/accessibility.md';

/** The document as it should be now. */
export async function documentText() {
  const file = path.join(root, DOCUMENT);
  const text = withSection(readFileSync(file, 'utf8'), 'States', section(await states()));
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** @returns {Promise<typeof import('./states.ts')>} */
async function states() {
  const { code } = await transform(readFileSync(path.join(root, 'test/accessibility/states.ts'), 'utf8'), {
    loader: 'ts',
  });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

function section({ TAGS, RULES_OF_COLOUR, LOOKS, STATES }) {
  const code = (names) => names.map((name) => `\`${name}\``).join(', ');
  const count = Object.values(STATES).flat().length;
  const whole = LOOKS.filter(({ scheme }) => scheme === 'light');
  const [{ lang, dir }, other] = [whole[0], whole.at(-1)];
  const widths = [...new Set(whole.map(({ width }) => width))].join(', ');
  const others = LOOKS.filter(({ scheme }) => scheme !== 'light').map(
    ({ scheme, width, dir: way }) => `${scheme} at ${width} px, ${way}`,
  );
  return [
    `Written by \`npm run accessibility:table\` from \`test/accessibility/states.ts\`; do not edit. Each of the ${count} states is drawn with real elements, against real servers where there is one, and is a test without a finding (\`npm run test:slow\`, \`test/accessibility\`): all rules of axe for ${code(TAGS)} at ${widths} px, in \`${lang}\` from left to right (${dir}) and in \`${other.lang}\` from right to left (${other.dir}), in light; and its rules of colour (${code(RULES_OF_COLOUR)}) also in ${others.join(', ')}. “High contrast” is \`forced-colors: active\` with \`prefers-contrast: more\`. A button that lies half under a row of actions is scrolled to first.`,
    Object.entries(STATES)
      .map(([group, names]) => `- **${group}**: ${names.join(' · ')}`)
      .join('\n'),
  ].join('\n\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(path.join(root, DOCUMENT), await documentText());
