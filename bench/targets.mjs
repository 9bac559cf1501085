// The speed that the library promises, and whether this run reached it.
import { COLUMNS } from './contenders.mjs';

const LISTS = [
  ['list-1000', 'list of 1,000 tools'],
  ['list-10000', 'list of 10,000 tools'],
  ['list-schemas', 'list of 200 tools with output schemas'],
];

const TARGETS = [
  {
    what: 'all code that loads until the first result, gzip, over the official client',
    limit: 1,
    unit: '×',
    of: ({ sizes }) => sizes && ours(sizes).loaded.legacy / sizes.find(({ id }) => id === 'sdk-v2').loaded.legacy,
  },
  { what: 'import in Chromium, CPU', limit: 3, unit: 'ms', of: ({ sizes }) => sizes && ours(sizes).page },
  {
    what: 'a progress message in Chromium, CPU',
    limit: 2,
    unit: 'µs',
    of: ({ chromium }) => chromium && worst(chromium, 'progress', 'best'),
  },
  ...['chromium', 'node'].flatMap((where) =>
    LISTS.map(([id, name]) => ({
      what: `${name} in ${where === 'node' ? 'Node' : 'Chromium'}, over the floor`,
      limit: 1.25,
      unit: '×',
      of: (found) => found[where] && worst(found[where], id, 'ratio'),
    })),
  ),
  // Relative to the cost of every client with a limit, and on a machine of any speed.
  {
    what: 'a progress message in Chromium, over the floor',
    limit: 1.5,
    unit: '×',
    of: ({ chromium }) => chromium && worst(chromium, 'progress', 'ratio'),
  },
  ...['chromium', 'node'].flatMap((where) =>
    LISTS.map(([id, name]) => ({
      what: `${name} in ${where === 'node' ? 'Node' : 'Chromium'}, over a floor that stops at 64 MB`,
      limit: 1.25,
      unit: '×',
      of: (found) => found[where] && worst(found[where], id, 'ratio') / limitedFloor(found[where], id),
    })),
  ),
  {
    what: 'growth over 10,000 calls and 1,000 connections',
    limit: 0,
    unit: 'of 4 runs grow',
    of: ({ leaks }) => leaks && leaks.filter(({ flat }) => !flat).length,
  },
];

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

/** How many times the floor it is to stop at 64 MB. */
const limitedFloor = (rows, id) => rows.find((row) => row.id === `${id}-limited`).cells.find(Boolean).ratio;

/** The worse of our two columns: each era counts. */
function worst(rows, id, key) {
  const cells = rows.find((row) => row.id === id)?.cells;
  return cells && Math.max(...COLUMNS.flatMap(({ client }, index) => (client === 'ours' ? [cells[index][key]] : [])));
}
