// The output for the console and docs/content.md: a row for each stage and kind of offence, then the offenders.
import { markdownTable, table } from '../../bench/report.mjs';

const KINDS = [
  'executed',
  'requested',
  'left over',
  'navigated',
  'focus stolen',
  'outside its box',
  'violation',
  'broken',
];
/** Offenders that are listed; the rest is in the JSON. */
const SHOWN = 60;
const count = (number) => number.toLocaleString('en');

/** A row for each stage that is clean, and for each field that is not. */
export function resultTable({ stages, sums, offenders }) {
  const cells = (some) =>
    KINDS.map((kind) =>
      count(
        new Set(
          some
            .filter(({ findings }) => findings.some(({ wrong }) => wrong === kind))
            .flatMap(({ payloads }) => payloads.map(({ line }) => line)),
        ).size,
      ),
    );
  const rows = stages.flatMap(({ name, fields }) => {
    const own = offenders.filter(({ stage }) => stage === name);
    const { shown, elements } = sums.get(name);
    const bad = [...new Set(own.map(({ field }) => field))].filter(Boolean);
    return [
      [`${name}: ${fields.length} fields`, count(shown), count(elements), ...cells(own)],
      ...bad.map((field) => [`  ${field}`, '', '', ...cells(own.filter((one) => one.field === field))]),
    ];
  });
  return [['shown in', 'payloads × fields', 'elements', ...KINDS], ...rows];
}

export function lines(found, unreadable, rows) {
  return [
    ...unreadable.map(({ line, why }) => `line ${line}: ${why}`),
    ...offenderLines(found.offenders),
    ...found.stages
      .filter(({ notShown }) => notShown.length > 0)
      .map(({ name, notShown }) => `not on the screen in ${name}: ${notShown.join(', ')}`),
    '',
    table(rows),
  ].join('\n');
}

function offenderLines(offenders) {
  const all = offenders.map(({ stage, field, payloads, findings }) => {
    const [first] = payloads;
    const which =
      payloads.length === 1
        ? `line ${first.line} (${first.source})`
        : `${payloads.length} payloads from line ${first.line}`;
    return [
      `${stage}${field && ` / ${field}`}, ${which}: ${JSON.stringify(first.payload).slice(0, 160)}`,
      ...findings.slice(0, 4).map(({ wrong, detail }) => `    ${wrong}: ${detail.replaceAll('\n', ' ')}`),
    ].join('\n');
  });
  return all.length > SHOWN ? [...all.slice(0, SHOWN), `… and ${all.length - SHOWN} more`, ''] : [...all, ''];
}

/** For docs/content.md. */
export function section(found, rows, { where, payloads, seconds, read, turns }) {
  const fields = found.stages.reduce((sum, stage) => sum + stage.fields.length, 0);
  const live = payloads.filter(({ executes, network }) => executes || network).length;
  const spread =
    turns === undefined
      ? `each in all ${fields} fields`
      : `each in ${count(turns)} of the fields of each of ${found.stages.length} places, ${fields} fields in all, which take turns`;
  const spelled =
    payloads.length > read
      ? ` (${count(read)} of a file, and the same in other spellings: scripts/check-content/variants.mjs)`
      : '';
  return [
    `Written by \`npm run check:content -- --write <file.jsonl>\` (${where}; ${seconds} s); do not edit. ${count(payloads.length)} payloads${spelled}, ${count(live)} of which run or load something where nothing holds them back, ${spread}, through the real elements in Chromium, fed by a real HTTP server. The columns count payloads with anything wrong.`,
    markdownTable(rows.filter(([name]) => !name.startsWith('  '))),
    '`--variants <n>` adds the same payloads in other spellings, `--turns <n>` gives each field of a place another payload: thousands take minutes, and what is found is looked at again in every field. Without them, each payload is in every field.',
  ].join('\n\n');
}
