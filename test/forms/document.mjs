// `npm run forms:table`: writes the table of keywords in docs/forms.md, from test/schema/keywords, and measures
// react-jsonschema-form on the same schemas for it (test/forms/rjsf-measured.json).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { markdownTable, withSection } from '../../bench/report.mjs';
import { argumentsFor, groups, toolSchema } from '../schema/keywords/index.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const DOCUMENT = 'docs/forms.md';
const MEASURED = path.join(root, 'test/forms/rjsf-measured.json');

/** The document as it should be now. */
export async function documentText() {
  const file = path.join(root, DOCUMENT);
  const text = withSection(readFileSync(file, 'utf8'), 'Keywords', section());
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

function section() {
  const { versions, cases } = JSON.parse(readFileSync(MEASURED, 'utf8'));
  return [
    `Written by \`npm run forms:table\` from \`test/schema/keywords\`; do not edit. Each row is a test (\`test/schema/keywords.test.ts\`): the numbers are values that are sent as they are and values that are refused at their place. Inspector 2.12.0 was looked at by hand, shape by shape; what was not is “not measured”. react-jsonschema-form ${versions['@rjsf/core']} with \`@rjsf/validator-ajv8\` ${versions['@rjsf/validator-ajv8']} got the same schemas and values when the table was written; its validator needs \`unsafe-eval\`, so under a strict policy it refuses nothing and reports an error of its own.`,
    ...groups.map(({ title, cases: rows }) => `### ${title}\n\n${markdownTable(tableOf(rows, cases))}`),
  ].join('\n\n');
}

function tableOf(rows, measured) {
  return [
    ['keyword', 'Inspector', 'react-jsonschema-form', 'mcp-embed'],
    ...rows.map((given) => [
      given.keyword,
      given.inspector,
      rjsfInWords(given, measured[given.keyword]),
      `${given.ours}${tested(given.good.length, given.bad.length)}`,
    ]),
  ];
}

function rjsfInWords({ good, bad }, measured) {
  if (!measured) return '?';
  const { unsupported, controls, same, refused } = measured;
  const shown = unsupported
    ? '“unsupported”'
    : controls === 0
      ? 'no control'
      : controls === 1
        ? 'a control'
        : 'controls';
  const parts = [
    ...(good.length > 0 ? [`sent ${same} of ${good.length}`] : []),
    ...(bad.length > 0 ? [`refused ${refused} of ${bad.length}`] : []),
  ];
  return [shown, ...parts].join('; ');
}

function tested(good, bad) {
  const parts = [...(good > 0 ? [`sent ${good}`] : []), ...(bad > 0 ? [`refused ${bad}`] : [])];
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

async function measure() {
  const { bundle } = await import('../../bench/bundle.mjs');
  const { createPages } = await import('../../bench/subjects/page-subject.mjs');
  const { folder } = await bundle('forms/rjsf-keywords.js', 'browser');
  const pages = await createPages({ rjsf: folder });
  const { page } = await pages.openPage('rjsf');
  const all = groups.flatMap(({ cases }) => cases);
  // As text: names such as __proto__ would not survive otherwise.
  const given = all.map((each) => ({
    schema: toolSchema(each),
    good: each.good.map((value) => argumentsFor(each, value)),
    bad: each.bad.map((value) => argumentsFor(each, value)),
  }));
  const found = await page.evaluate(
    async ([file, text]) => (await import(file)).measure(JSON.parse(text)),
    ['/rjsf/index.js', JSON.stringify(given)],
  );
  await pages.close();
  const versionOf = (name) =>
    JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  const versions = Object.fromEntries(
    ['@rjsf/core', '@rjsf/validator-ajv8', 'react'].map((name) => [name, versionOf(name)]),
  );
  const cases = Object.fromEntries(all.map(({ keyword }, index) => [keyword, found[index]]));
  const text = JSON.stringify({ versions, cases });
  writeFileSync(MEASURED, await format(text, { ...(await resolveConfig(MEASURED)), filepath: MEASURED }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await measure();
  writeFileSync(path.join(root, DOCUMENT), await documentText());
}
