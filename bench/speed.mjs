// How much CPU time each operation takes, in rounds: every client has its turn in each, so that a busy moment of the machine
// meets them all.
import { COLUMNS } from './contenders.mjs';
import { operations } from './operations.js';

/** Milliseconds one operation may take in all, unless it says so itself; at least MIN_ROUNDS are made. */
const BUDGET_MS = 3500;
const MIN_ROUNDS = 3;

/** Further measurements, each in a row below its operation, under the column it belongs to. */
const BESIDE = [
  // A step that only our client takes, and only in a page: it stores a list for the next visit.
  {
    of: ['list-10000'],
    where: ['chromium'],
    id: 'kept',
    what: 'and kept in IndexedDB',
    column: { name: 'mcp-embed 2025', client: 'ours', era: 'legacy', options: { storage: 'local' } },
  },
  // The idle-time work of the transcript, done at once: the transcript is on by default.
  {
    of: ['list-1000', 'list-schemas'],
    where: ['chromium', 'node'],
    id: 'noted',
    what: 'and written down in the transcript at once',
    column: { name: 'mcp-embed 2025', client: 'ours', era: 'legacy', options: { storage: 'none', isNoted: true } },
  },
  {
    of: ['list-1000', 'list-schemas'],
    where: ['chromium', 'node'],
    id: 'silent',
    what: 'without a transcript',
    column: { name: 'mcp-embed 2025', client: 'ours', era: 'legacy', options: { storage: 'none', transcript: false } },
  },
  // The cost of a limit for the length of an answer: `response.text()` takes whatever a server sends.
  {
    of: ['list-1000', 'list-10000', 'list-schemas'],
    where: ['chromium', 'node'],
    id: 'limited',
    what: 'a floor that stops at 64 MB',
    column: { name: 'floor', client: 'floor', era: 'legacy', options: { hasLimit: true } },
  },
];

/**
 * @param {Record<string, { measure: Function, run: Function, leave: Function }>} subjects client → where it runs
 * @returns {Promise<{ id: string, what: string, unit: string, cells: ({ best: number, median: number, ratio: number } | undefined)[] }[]>}
 *   one cell for each column
 */
export async function measureSpeed(subjects, server, { where, only = '', tell = () => {} }) {
  const rows = [];
  for (const operation of operations.filter(({ id }) => id.startsWith(only))) {
    tell(operation.what);
    const beside = BESIDE.filter((one) => one.of.includes(operation.id) && one.where.includes(where));
    const samples = await rounds(operation, [...COLUMNS, ...beside.map(({ column }) => column)], subjects, server);
    const cells = samples.map((values) => summary(values, operation, samples[0]));
    const { id, what, unit } = operation;
    rows.push({ id, what, unit, cells: cells.slice(0, COLUMNS.length) });
    for (const [index, { id: part, what: more, column }] of beside.entries())
      rows.push({
        id: `${id}-${part}`,
        what: `${what}, ${more}`,
        unit,
        cells: COLUMNS.map(({ name }) => (name === column.name ? cells[COLUMNS.length + index] : undefined)),
      });
  }
  return rows;
}

async function rounds(operation, columns, subjects, server) {
  const { id, tools, times, rounds: wanted, warmUp = id, budgetMs = BUDGET_MS } = operation;
  const samples = columns.map(() => []);
  const at = ({ era, options }) => [server.url(era, tools), options];
  // Once uncounted: connections are made, code is compiled.
  for (const column of columns) await subjects[column.client].run(warmUp, ...at(column), 1);
  const deadline = Date.now() + budgetMs;
  for (let round = 0; round < wanted && (round < MIN_ROUNDS || Date.now() < deadline); round++)
    for (const [index, column] of columns.entries())
      samples[index].push(await subjects[column.client].measure(id, ...at(column), times));
  for (const subject of Object.values(subjects)) await subject.leave();
  return samples;
}

/** `ratio`: the median of the ratios of the rounds. In one round the machine is as fast for the floor as for a client. */
function summary(values, { times, per, unit }, floor) {
  const sorted = values.toSorted((a, b) => a - b);
  const scale = (ms) => (ms / times / per) * (unit === 'µs' ? 1000 : 1);
  const ratio = medianOf(values.map((value, round) => value / floor[round]));
  return { best: scale(sorted[0]), median: scale(medianOf(values)), ratio };
}

export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const RESAMPLES = 2000;

/** The 95 % interval of the median, by drawing the pairs again. */
export function intervalOf(ratios) {
  const medians = Array.from({ length: RESAMPLES }, () =>
    medianOf(ratios.map(() => ratios[Math.floor(Math.random() * ratios.length)])),
  ).sort((a, b) => a - b);
  return { low: medians[Math.floor(RESAMPLES * 0.025)], high: medians[Math.ceil(RESAMPLES * 0.975) - 1] };
}
