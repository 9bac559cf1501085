// The output for the console: problems one by one, by kind, then the sums.
import { markdownTable, table } from '../../bench/report.mjs';

/** Lines about one kind of problem; the rest is in the JSON. */
const SHOWN = 12;
const WIDTH = 150;

export function lines({ figures, targets }, reports, unreadable, withAll) {
  return [
    ...(withAll ? [everyTool(reports), ''] : []),
    ...problems(reports, unreadable),
    rawFallbacks(reports),
    numbers(figures),
    '',
    table(targetsTable(targets)),
  ].join('\n');
}

function targetsTable(targets) {
  return [
    ['target', 'this run', ''],
    ...targets.map(({ what, value, met }) => [what, String(value), met ? 'met' : 'NOT met']),
  ];
}

/** For docs/forms.md. */
export function section({ figures, targets }, where, { seed, fast }) {
  return [
    `Written by \`npm run check:forms -- --write <file.jsonl>\` (${where}; seed ${seed}${fast ? ', not typed' : ''}); do not edit. ${numbers(figures).replaceAll('\n', ' ')}`,
    markdownTable(targetsTable(targets)),
  ].join('\n\n');
}

function everyTool(reports) {
  const row = (report) =>
    report.broken === undefined
      ? [
          report.name.slice(0, 60),
          String(report.fields),
          String(report.json.filter(({ anything }) => !anything).length),
          report.mountMs.toFixed(1),
          `${report.counts.typed}/${report.counts.valid}`,
          String(report.counts.invalid),
          String(report.misses.length),
        ]
      : [report.name.slice(0, 60), '–', '–', '–', '–', '–', 'broken'];
  return table([['tool', 'fields', 'raw', 'mount ms', 'valid', 'invalid', 'misses'], ...reports.map(row)]);
}

function problems(reports, unreadable) {
  const kinds = new Map();
  const add = (kind, line) => kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  for (const { line, why } of unreadable) add('no tool in this line', `line ${line}: ${why}`);
  for (const { name, broken, misses = [], referee, counts } of reports) {
    if (broken !== undefined) add('broken', `${name}: ${broken}`);
    if (referee === 'none') add('no referee could read the schema', name);
    else if (counts?.valid === 0) add('no valid arguments were found', name);
    for (const { what, why, pointer, way, keyword, args } of misses) {
      if (what === 'near place') continue;
      const where = `${name} ${pointer || '(the whole)'} [${[way, keyword].filter(Boolean).join(', ')}]`;
      add(what, `${where}: ${why}  ${JSON.stringify(args)}`);
    }
  }
  return [...kinds].map(([kind, all]) => {
    const shown = all.slice(0, SHOWN).map((line) => `  ${line.replaceAll('\n', '\\n').slice(0, WIDTH)}`);
    const more = all.length > SHOWN ? [`  … and ${all.length - SHOWN} more`] : [];
    return `${kind} (${all.length})\n${[...shown, ...more].join('\n')}\n`;
  });
}

/** Which tools need raw JSON somewhere, by reason; apart from those that ask for nothing in particular. */
function rawFallbacks(reports) {
  const kinds = new Map();
  for (const { name, json = [] } of reports) {
    for (const { place, reason, anything } of json) {
      const kind = anything ? 'The schema itself says "anything" here.' : reason;
      kinds.set(kind, [...(kinds.get(kind) ?? []), `${name} ${place || '(the whole)'}`]);
    }
  }
  const rows = [...kinds].toSorted((a, b) => b[1].length - a[1].length);
  if (rows.length === 0) return '';
  const cells = rows.map(([reason, places]) => {
    const tools = new Set(places.map((place) => place.split(' ')[0]));
    return [reason.slice(0, 90), String(places.length), String(tools.size), places.slice(0, 2).join(', ').slice(0, 80)];
  });
  return `${table([['kind json', 'places', 'tools', 'such as'], ...cells])}\n`;
}

function numbers(figures) {
  return [
    `${figures.tools} tools, ${figures.onlyAnything} of them with places where the schema says "anything"; ${figures.unreadable} lines without a tool.`,
    `${figures.valid} valid arguments, ${figures.validTyped} came out as they were put in. ${figures.invalid} invalid, ${figures.invalidTyped} of them could be typed into fields; ${figures.nearPlace} pointed at the neighbourhood.`,
    `${figures.withoutReferee} without a referee, ${figures.withoutArguments} without valid arguments. Mount: median CPU ${figures.mountMedianMs.toFixed(1)} ms.`,
  ].join('\n');
}
