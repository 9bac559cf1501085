// Installs what a set-up needs into a folder of node_modules/.cache, which later runs find again. Set-ups with the same packages
// share it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WINDOWS = process.platform === 'win32';
export const cache = fileURLToPath(new URL('../../node_modules/.cache/servers', import.meta.url));
/** Milliseconds for one command. */
const COMMAND_MS = 400_000;
/** Written when an install is complete: an interrupted one leaves none. */
const COMPLETE = '.complete';
const ENVIRONMENT = {
  CI: 'true',
  NO_COLOR: '1',
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  MASTRA_TELEMETRY_DISABLED: '1',
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
};

/** @typedef {{ folder: string, here: string, environment: NodeJS.ProcessEnv }} Installed `here`: the copy of its folder */

/**
 * @param {import('./setups.mjs').Setup} setup
 * @param {string} parent where the copy of its folder is made
 * @returns {Promise<Installed>}
 * @throws with one sentence about what cannot be installed
 */
export async function install(setup, parent) {
  const { name, source, packages, python, build, node } = setup;
  if (Number.parseInt(process.versions.node, 10) < node)
    throw new Error(`It needs Node ${node} or newer; this is ${process.versions.node}.`);
  for (const [of, version] of Object.entries({ ...packages, ...python }))
    if (!/^\d+\.\d+/.test(version)) throw new Error(`${name}/setup.json must name one exact version of ${of}.`);
  const folder = path.join(cache, folderOf({ ...packages, ...python }));
  const bin = path.join(folder, python ? `python/${WINDOWS ? 'Scripts' : 'bin'}` : 'node_modules/.bin');
  const { NODE_OPTIONS: _, ...rest } = process.env;
  const environment = {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !/^npm_/i.test(key))),
    ...ENVIRONMENT,
    PATH: [bin, process.env.PATH].join(path.delimiter),
  };
  const run = (what, command, cwd) => runCommand(what, command, { cwd, env: environment });
  if (!existsSync(path.join(folder, COMPLETE))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    if (python) await installPython(python, folder, run);
    else await installNode(packages, folder, run);
    writeFileSync(path.join(folder, COMPLETE), '');
  }
  // Outside of node_modules, where compilers leave files as they are.
  const here = path.join(parent, name);
  cpSync(source, here, { recursive: true });
  if (packages) symlinkSync(path.join(folder, 'node_modules'), path.join(here, 'node_modules'), 'junction');
  if (build) await run('the build', build, here);
  return { folder, here, environment };
}

function folderOf(packages) {
  const [[first, version]] = Object.entries(packages);
  const all = JSON.stringify(Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)));
  const hash = createHash('sha256').update(all).digest('hex').slice(0, 8);
  return `${first.replace(/\W+/g, '-').replace(/^-/, '')}-${version}-${hash}`;
}

async function installNode(packages, folder, run) {
  const manifest = { private: true, type: 'module', dependencies: packages };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  // No script of a package runs: these are packages of many strangers.
  const flags = [
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
    '--ignore-scripts',
    '--legacy-peer-deps',
  ];
  await run('npm install', ['npm', 'install', ...flags], folder);
}

async function installPython(packages, folder, run) {
  const environment = path.join(folder, 'python');
  await run('python3 -m venv', [WINDOWS ? 'python' : 'python3', '-m', 'venv', environment], folder);
  const wanted = Object.entries(packages).map(([name, version]) => `${name}==${version}`);
  const pip = ['-m', 'pip', 'install', '-q', '--retries', '0', '--timeout', '15', ...wanted];
  await run('pip install', [path.join(environment, WINDOWS ? 'Scripts/python' : 'bin/python'), ...pip], folder);
}

/** @returns {Promise<string>} the output of the command */
function runCommand(what, [command, ...args], options) {
  const child = spawn(command, args, {
    ...options,
    shell: WINDOWS,
    detached: !WINDOWS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (words = (words + chunk).slice(-20_000)));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      kill(child);
      reject(new Error(`${what} did not end within ${COMMAND_MS / 1000} s.`));
    }, COMMAND_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(late);
      if (code === 0) resolve(words);
      else reject(new Error(`${what} failed with code ${code}: ${lastWordsOf(words)}`));
    });
  });
}

/** The line that says most: the first one with an error in it, else the last one. */
export function lastWordsOf(words) {
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    lines.find((line) => /^(?:\w*Error|npm error (?!code)|ERROR)\b/.test(line)) ??
    lines.at(-1) ??
    'it wrote nothing'
  ).slice(0, 300);
}

/** Ends a child and its own children. */
export function kill(child, signal = 'SIGKILL') {
  try {
    if (WINDOWS) child.kill(signal);
    else process.kill(-Number(child.pid), signal);
  } catch {
    // It has ended already.
  }
}
