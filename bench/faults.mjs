// `npm run bench:faults`: what each client does when its server fails, in Chromium, across origins. Prints the table and
// writes docs/faults.md. Exits 1 where ours does badly.
//   npm run bench:faults -- session-404 html    only these rows; nothing is written
import { createScriptedServer } from '../test/support/scripted-server.mjs';
import { bundle } from './bundle.mjs';
import { createFaultServer } from './fault-server.mjs';
import { rows } from './faults/rows.mjs';
import { sentence } from './faults/telling.mjs';
import { measuredOn, markdownTable, table, writeDocument } from './report.mjs';
import { createPages } from './subjects/page-subject.mjs';

/** Cells that run at the same time: most of them wait. */
const AT_ONCE = 4;
const CLIENTS = [
  { name: 'mcp-embed', bundle: 'ours', options: {} },
  { name: 'client 2.4.0 auto', bundle: 'sdk-v2', options: { mode: 'auto' } },
  { name: 'client 2.4.0 default', bundle: 'sdk-v2', options: { mode: 'legacy' } },
  { name: 'sdk 1.32.2', bundle: 'sdk-v1', options: {} },
];

const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? rows.filter(({ id }) => wanted.includes(id)) : rows;
const started = Date.now();

const folders = {};
for (const name of new Set(CLIENTS.map((client) => client.bundle)))
  folders[name] = (await bundle(`clients/${name}.js`, 'browser')).folder;
const [scripted, faulty, pages] = await Promise.all([
  createScriptedServer(),
  createFaultServer(),
  createPages(folders),
]);

const cells = chosen.flatMap((row) => CLIENTS.map((client) => ({ row, client })));
await runAll(
  // The slowest first, so that nobody waits for it alone.
  cells.filter(({ row }) => !row.alone).sort((a, b) => patience(b.row) - patience(a.row)),
  AT_ONCE,
);
await runAll(
  cells.filter(({ row }) => row.alone),
  1,
);
await pages.close();
scripted.stop();
faulty.stop();

const matrix = [
  ['fault', ...CLIENTS.map(({ name }) => name)],
  ...chosen.map((row) => [row.fault, ...cellsOf(row).map(({ verdict }) => verdict)]),
];
const goods = CLIENTS.map((client) => cells.filter((cell) => cell.client === client && cell.verdict === 'good').length);
const sum = [`good, of ${chosen.length}`, ...goods.map(String)];
console.log(table([...matrix, sum]));
for (const row of chosen) {
  console.log(`\n${row.fault}\n  good if ${row.rule}`);
  for (const { client, verdict, happened } of cellsOf(row)) console.log(`  ${verdict} ${client.name}: ${happened}`);
}
if (wanted.length === 0) await writeDocument('faults.md', document());
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
// What we promise; what the others do is only reported.
if (goods[0] < chosen.length) process.exitCode = 1;

function cellsOf(row) {
  return cells.filter((cell) => cell.row === row);
}

function patience({ options = {}, program }) {
  return options.patienceMs ?? (program === 'stay' ? 10_000 : 0);
}

async function runAll(list, atOnce) {
  const queue = [...list];
  const worker = async () => {
    for (let cell = queue.shift(); cell; cell = queue.shift()) await run(cell);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function run(cell) {
  const { row, client } = cell;
  const urls = [row.server].flat().map((server) => {
    const [kind, name] = server.split(':');
    return kind === 'fault' ? faulty.url(name) : scripted.url(name);
  });
  const { context, page } = await pages.openPage(client.bundle);
  try {
    const outcome = await page.evaluate(
      async ([programsFile, file, program, urls, options]) => {
        const { programs } = await import(programsFile);
        return programs[program](await import(file), urls, options);
      },
      ['/faults/programs.js', `/${client.bundle}/index.js`, row.program, urls, { ...client.options, ...row.options }],
    );
    const log = faulty.log(urls[0]);
    const facts = row.facts?.(outcome, log);
    cell.happened = (row.tell?.(outcome, log) ?? sentence(outcome.steps)) + (facts ? `; ${facts}` : '');
    cell.verdict = row.judge(outcome, log) ? 'good' : 'bad';
  } catch (error) {
    cell.happened = `the program itself failed: ${String(error)}`;
    cell.verdict = 'bad';
  } finally {
    await context.close();
  }
}

function document() {
  const details = chosen.map((row) =>
    [
      `### ${row.fault}`,
      `Good if ${row.rule}.`,
      cellsOf(row)
        .map(({ client, verdict, happened }) => `- **${client.name}: ${verdict}.** ${escape(happened)}`)
        .join('\n'),
    ].join('\n\n'),
  );
  return [
    '# When the server fails',
    `Written by \`npm run bench:faults\` (${measuredOn(pages.version)}); do not edit. Every client is bundled for a page and runs in Chromium, on another origin than the server, with the settings its documentation shows and its own time-outs. A step that has not ended after 12 s is waiting (65 s where it says so). \`auto\` is \`versionNegotiation: { mode: 'auto' }\` of \`@modelcontextprotocol/client\`; its default speaks revisions of 2025 only. \`sdk\` is \`@modelcontextprotocol/sdk\`.`,
    markdownTable([...matrix, sum]),
    '## What happened',
    ...details,
    '',
  ].join('\n\n');
}

/** What servers and errors say is no markup. */
function escape(words) {
  return words.replace(/[<>*_[\]`\\]/g, (sign) => `\\${sign}`);
}
