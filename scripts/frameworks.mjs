// `npm run test:frameworks`: each application of test/frameworks, made with a framework or a bundler, as its author has it: the
// package is installed from the packed tarball, the application is type-checked and built, and a person's way through it is
// driven in Chromium against a real MCP server. The last line is the sum: "N passed, N failed".
//   npm run test:frameworks -- vue svelte      only these
//   npm run test:frameworks -- --keep          leaves the installed applications where they are, and says where
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { Application, pack } from './frameworks/application.mjs';
import { fixtures } from './frameworks/fixtures.mjs';
import { serve } from './frameworks/serve.mjs';
import { openVisits } from './frameworks/visit.mjs';

const { chosen, keep } = readArguments(process.argv.slice(2));
const folder = mkdtempSync(path.join(tmpdir(), 'frameworks-'));
const rows = [];
let visits;
try {
  await buildIfStale('all');
  const tarball = pack(folder);
  visits = await openVisits();
  for (const fixture of chosen) {
    console.log(`\n── ${fixture.name}: ${fixture.title}`);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each takes what the machine has
    rows.push(await run(fixture, tarball));
  }
} finally {
  await visits?.close();
  if (keep) console.log(`\nThe applications are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

const failed = rows.filter(({ result }) => result !== 'passed').length;
console.log(`\n${tableOf(rows)}\n`);
console.log(`${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0;

/** Installs, checks, builds, serves and visits one application. Never throws: the failure is the result of the row. */
async function run(fixture, tarball) {
  const started = performance.now();
  const row = { fixture: fixture.name };
  let application;
  let site;
  try {
    application = new Application(fixture, folder, tarball);
    await application.install();
    await application.typecheck();
    await application.build();
    row.prepared = seconds(started);
    site = await serve(application);
    Object.assign(row, await visits.visit(site.address, fixture));
    row.result = 'passed';
  } catch (error) {
    console.error(error.message);
    if (site?.words()) console.error(site.words());
    row.result = `FAILED: ${error.message.split('\n')[0]}`;
  } finally {
    site?.stop();
    if (!keep) application?.remove();
  }
  row.seconds = seconds(started);
  console.log(`   ${row.result}, ${row.seconds} s`);
  return row;
}

function seconds(from) {
  return ((performance.now() - from) / 1000).toFixed(1);
}

function tableOf(all) {
  const columns = {
    fixture: 'fixture',
    seconds: 's',
    prepared: 's until built',
    scripts: 'scripts',
    largestKb: 'largest, KB gzip',
    scriptKb: 'all, KB gzip',
    serverRequests: 'requests to the server',
    result: 'result',
  };
  const cells = [
    Object.values(columns),
    ...all.map((row) => Object.keys(columns).map((key) => String(row[key] ?? '–'))),
  ];
  const widths = Object.keys(columns).map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function readArguments(args) {
  const all = fixtures();
  const named = args.filter((arg) => !arg.startsWith('--'));
  for (const name of named)
    if (!all.some((one) => one.name === name))
      fail(`There is no fixture "${name}". There are: ${all.map((one) => one.name).join(', ')}`);
  const chosen = named.length > 0 ? all.filter(({ name }) => named.includes(name)) : all;
  return { chosen, keep: args.includes('--keep') };
}

function fail(words) {
  console.error(words);
  process.exit(1);
}
