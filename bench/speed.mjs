// How much CPU time each operation takes, in rounds: every client has its turn in each, so that a busy moment of the machine
// meets them all.
import { COLUMNS } from './contenders.mjs';
import { operations } from './operations.js';

/** Milliseconds one operation may take in all; at least MIN_ROUNDS are made. */
const BUDGET_MS = 3500;
const MIN_ROUNDS = 3;

/** What we do with a list beyond what the others do, and only in a page: it is kept for the next visit. */
const KEPT = { name: 'mcp-embed 2025', client: 'ours', era: 'legacy', options: { storage: 'local' } };

/**
 * @param {Record<string, { measure: Function, run: Function }>} subjects client → where it runs
 * @returns {Promise<{ id: string, what: string, unit: string, cells: ({ best: number, median: number, ratio: number } | undefined)[] }[]>}
 *   one cell for each column
 */
export async function measureSpeed(subjects, server, { withDatabase = false, tell = () => {} } = {}) {
  const rows = [];
  for (const operation of operations) {
    tell(operation.what);
    const keeps = withDatabase && operation.id === 'list-10000' ? [KEPT] : [];
    const samples = await rounds(operation, [...COLUMNS, ...keeps], subjects, server);
    const floor = Math.min(...samples[0]);
    const cells = samples.map((values) => summary(values, operation, floor));
    const { id, what, unit } = operation;
    rows.push({ id, what, unit, cells: cells.slice(0, COLUMNS.length) });
    if (keeps.length > 0)
      rows.push({
        id: `${id}-kept`,
        what: `${what}, and kept in IndexedDB`,
        unit,
        cells: COLUMNS.map(({ name }) => (name === KEPT.name ? cells.at(-1) : undefined)),
      });
  }
  return rows;
}

async function rounds({ id, tools, times, rounds: wanted, warmUp = id }, columns, subjects, server) {
  const samples = columns.map(() => []);
  const where = ({ era, options }) => [server.url(era, tools), options];
  // Once uncounted: connections are made, code is compiled.
  for (const column of columns) await subjects[column.client].run(warmUp, ...where(column), 1);
  const deadline = Date.now() + BUDGET_MS;
  for (let round = 0; round < wanted && (round < MIN_ROUNDS || Date.now() < deadline); round++)
    for (const [index, column] of columns.entries())
      samples[index].push(await subjects[column.client].measure(id, ...where(column), times));
  return samples;
}

function summary(values, { times, per, unit }, floor) {
  const sorted = values.toSorted((a, b) => a - b);
  const scale = (ms) => (ms / times / per) * (unit === 'µs' ? 1000 : 1);
  return { best: scale(sorted[0]), median: scale(sorted[Math.floor(sorted.length / 2)]), ratio: sorted[0] / floor };
}
