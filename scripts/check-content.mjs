// `npm run check:content -- <file.jsonl>`: every payload of a file, one JSON object with `payload` in each line, in every
// field a server controls, through the real elements in Chromium. Then everything is clicked, hovered and typed into.
// Exits 1 where anything ran, loaded, stayed, left, took the focus, or stood outside of its box.
//   --json <file>      everything that was found, as JSON
//   --only <stage>     the stages whose name contains this
//   --size <n>         payloads at the same time in a page (default: 40)
//   --pages <n>        pages at the same time (default: one more than there are processors, at most 8)
//   --timeout <ms>     for one stage of one batch (default: 180000)
//   --from, --to <n>   lines of the file
//   --variants <n>     each payload also in so many other spellings (default: none)
//   --turns <n>        each field of a place shows another payload, and each payload is in so many of its fields, not in all: thousands of
//                      payloads in minutes
//   --write            puts the sums into docs/content.md
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measuredOn, writeSection } from '../bench/report.mjs';
import { openCheckPages } from './check-content/check-pages.mjs';
import { readPayloads } from './check-content/read-payloads.mjs';
import { withVariants } from './check-content/variants.mjs';
import { lines, resultTable, section } from './check-content/words.mjs';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string', default: '40' },
    pages: { type: 'string', default: String(Math.min(8, cpus().length + 1)) },
    timeout: { type: 'string', default: '180000' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: 'Infinity' },
    variants: { type: 'string', default: '0' },
    turns: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
if (positionals.length !== 1) {
  console.error('Which file? npm run check:content -- <file.jsonl>');
  process.exit(2);
}

/** Milliseconds. */
const TELL_EVERY = 5_000;
const started = Date.now();
let told = 0;
const read = readPayloads(positionals[0]);
const chosen = read.payloads.filter(({ line }) => line >= Number(given.from) && line <= Number(given.to));
const payloads = withVariants(chosen, Number(given.variants));
const pages = await openCheckPages({ pages: Number(given.pages), timeoutMs: Number(given.timeout) });
const found = await pages.checkAll(payloads, {
  size: Number(given.size),
  only: given.only,
  tell,
  turns: given.turns && Number(given.turns),
});
await pages.close();

const rows = resultTable(found);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(lines(found, read.unreadable, rows));
console.log(`\n${payloads.length} payloads, ${seconds} s, Chromium ${pages.version}`);
if (given.json) {
  const sums = Object.fromEntries([...found.sums].map(([name, sum]) => [name, { ...sum, opened: [...sum.opened] }]));
  const all = {
    file: positionals[0],
    chromium: pages.version,
    seconds,
    unreadable: read.unreadable,
    sums,
    offenders: found.offenders,
  };
  writeFileSync(given.json, `${JSON.stringify(all, null, 1)}\n`);
}
if (given.write) {
  const turns = given.turns && Number(given.turns);
  const facts = { where: measuredOn(pages.version), payloads, seconds, read: chosen.length, turns };
  await writeSection('content.md', 'Hostile payloads', section(found, rows, facts));
}
// A browser that lost a page may leave open handles behind.
process.exit(found.offenders.length + read.unreadable.length === 0 && payloads.length > 0 ? 0 : 1);

/** How far it is, on stderr: every few seconds, in a terminal in the same line. */
function tell(done, remark) {
  if (remark) process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}${remark}\n`);
  const now = Date.now();
  if (now - told < TELL_EVERY && done < payloads.length) return;
  told = now;
  const spent = (now - started) / 1000;
  const left = done > 0 ? `, about ${Math.ceil((spent / done) * (payloads.length - done))} s left` : '';
  const line = `${done} of ${payloads.length} after ${Math.round(spent)} s${left}`;
  process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(60)}` : `${line}\n`);
}
