// `npm run check:forms -- <file.jsonl>`: the form of every tool in a file, one JSON object with `name` and `inputSchema` in
// each line: compiled, mounted in Chromium, filled in with arguments that the schema accepts and with such that it does not.
//   --json <file>      everything that was found, as JSON
//   --only <name>      the tools whose name contains this
//   --seed <text>      other arguments; the same seed gives the same ones (default: 1)
//   --cases <n>        arguments the schema accepts, for each tool (default: 6)
//   --mutants <n>      arguments the schema refuses, for each tool (default: 16)
//   --pages <n>        tools at the same time (default: one for each processor, at most 4)
//   --timeout <ms>     for one tool (default: 180000)
//   --fast             puts the arguments into the form's state instead of typing them
//   --write            puts the sums into docs/forms.md
//   --all              a line for each tool, also for those without a problem
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measuredOn, writeSection } from '../bench/report.mjs';
import { openCheckPages } from './check-forms/check-pages.mjs';
import { readTools } from './check-forms/read-tools.mjs';
import { summarize } from './check-forms/summary.mjs';
import { lines, section } from './check-forms/words.mjs';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '6' },
    mutants: { type: 'string', default: '16' },
    pages: { type: 'string', default: String(Math.min(4, cpus().length)) },
    timeout: { type: 'string', default: '180000' },
    fast: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.length !== 1) {
  console.error('Which file? npm run check:forms -- <file.jsonl>');
  process.exit(2);
}

const started = Date.now();
const read = readTools(positionals[0]);
const tools = read.tools.filter(({ name }) => !given.only || name.includes(given.only));
const options = { seed: given.seed, cases: Number(given.cases), mutants: Number(given.mutants), fast: given.fast };
const pages = await openCheckPages(Number(given.pages), Number(given.timeout));
const reports = await pages.checkAll(tools, options, tell);
await pages.close();

const summary = summarize(reports, read.unreadable);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(lines(summary, reports, read.unreadable, given.all));
console.log(`\n${seconds} s, Chromium ${pages.version}, seed ${given.seed}${given.fast ? ', not typed' : ''}`);
if (given.json) {
  const found = {
    file: positionals[0],
    chromium: pages.version,
    seconds,
    options,
    summary,
    unreadable: read.unreadable,
    tools: reports,
  };
  writeFileSync(given.json, `${JSON.stringify(found, null, 1)}\n`);
}
if (given.write) await writeSection('forms.md', 'Published tools', section(summary, measuredOn(pages.version), given));
process.exitCode = summary.targets.every(({ met }) => met) ? 0 : 1;

function tell(done) {
  if (!process.stderr.isTTY && done % 100 !== 0) return;
  process.stderr.write(
    `${process.stderr.isTTY ? '\r' : ''}${done} of ${tools.length}${process.stderr.isTTY && done < tools.length ? '' : '\n'}`,
  );
}
