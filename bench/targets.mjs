// What the library promises of its speed, and whether this run kept it.

const TARGETS = [
  { what: 'core, gzip', limit: 10, unit: 'KB', of: ({ sizes }) => sizes && ours(sizes).gzip / 1024 },
  { what: 'import in Chromium, CPU', limit: 3, unit: 'ms', of: ({ sizes }) => sizes && ours(sizes).page.best },
  {
    what: 'a progress message in Chromium, CPU',
    limit: 2,
    unit: 'µs',
    of: ({ chromium }) => chromium && worst(chromium, /^progress$/, 'best'),
  },
  {
    what: 'lists in Chromium, over the floor',
    limit: 1.1,
    unit: '×',
    of: ({ chromium }) => chromium && worst(chromium, LISTS, 'ratio'),
  },
  {
    what: 'lists in Node, over the floor',
    limit: 1.1,
    unit: '×',
    of: ({ node }) => node && worst(node, LISTS, 'ratio'),
  },
  {
    what: 'growth over 10,000 calls and 1,000 connections',
    limit: 0,
    unit: 'of 4 runs grow',
    of: ({ leaks }) => leaks && leaks.filter(({ flat }) => !flat).length,
  },
];

const LISTS = /^list-(1000|10000|schemas)$/;

/** Rows of a table, its head first, for the targets that were measured. */
export function targetsOf(found) {
  const measured = TARGETS.map((target) => ({ ...target, value: target.of(found) })).filter(
    ({ value }) => value !== undefined,
  );
  return [
    ['target', 'at most', 'this run', ''],
    ...measured.map(({ what, limit, unit, value }) => [
      what,
      `${limit} ${unit}`,
      `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`,
      value <= limit ? 'met' : 'NOT met',
    ]),
  ];
}

const ours = (rows) => rows.find(({ id }) => id === 'ours');

/** The worse of our two columns, of the worst such operation. */
function worst(rows, ids, key) {
  const [first, second] = [1, 2];
  const values = rows.filter(({ id }) => ids.test(id)).flatMap(({ cells }) => [cells[first][key], cells[second][key]]);
  return Math.max(...values);
}
