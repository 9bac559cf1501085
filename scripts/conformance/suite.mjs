// Runs the official suite for one revision and reads what it found out. Its exit code says too little to be looked at:
// under `--requirements` it forgives warnings, time-outs and clients that do nothing.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Relative to the root, because the suite takes its command apart at every space. */
const CLIENT_COMMAND = `node ${path.relative(root, fileURLToPath(new URL('client-command.mjs', import.meta.url)))}`;
const require = createRequire(import.meta.url);
const PACKAGE = require.resolve('@modelcontextprotocol/conformance/package.json');
export const suiteVersion = JSON.parse(readFileSync(PACKAGE, 'utf8')).version;

/** Milliseconds the suite waits for one client command. The time in the queue counts. */
const CLIENT_TIMEOUT_MS = 240_000;
/** Milliseconds for all of it. The suite waits for ever where a server of its own does not close. */
const SUITE_TIMEOUT_MS = 300_000;

/**
 * @param {string} revision
 * @param {string} queue address of the queue that client commands hand their scenario to
 * @returns {Promise<{ checks: Map<string, object[]>, words: string }>} checks by scenario, of all that the suite ran
 */
export async function runSuite(revision, queue) {
  const results = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  try {
    const words = await runCommand(revision, queue, results);
    return { checks: readChecks(results), words };
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** The suite freezes requirements for the newer revisions; the rest of an older one is a suite of its own. */
function chosenBy(revision) {
  return revision === '2025-03-26' ? ['--suite', 'backcompat'] : ['--requirements', revision];
}

function runCommand(revision, queue, results) {
  const cli = path.join(path.dirname(PACKAGE), 'dist/index.js');
  const hook = new URL('drop-glob-sync.mjs', import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      ...['--import', hook, cli, 'client', ...chosenBy(revision)],
      ...['--command', CLIENT_COMMAND],
      ...['--timeout', String(CLIENT_TIMEOUT_MS), '-o', results],
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: SUITE_TIMEOUT_MS,
      env: { ...process.env, CONFORMANCE_QUEUE: queue, CONFORMANCE_REVISION: revision },
    },
  );
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (words += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(words));
  });
}

/** Each scenario has a folder called after it and the time; a slash in its name makes two. */
function readChecks(results) {
  const found = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'checks.json',
  );
  return new Map(
    found.map((file) => [
      path
        .dirname(file)
        .split(path.sep)
        .join('/')
        .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
      JSON.parse(readFileSync(path.join(results, file), 'utf8')),
    ]),
  );
}
