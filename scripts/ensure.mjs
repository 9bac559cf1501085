// `npm run demo` and `npm test` start here: on a fresh clone there is nothing yet but Node, so this file uses nothing
// else. It installs the packages when they are missing or are not the ones of package-lock.json, then goes on.
//   node scripts/ensure.mjs <script to run> [arguments]
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = [20, 19];
const root = fileURLToPath(new URL('..', import.meta.url));
const [script, ...rest] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(`This needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

process.chdir(root);
const missing = whatIsMissing();
if (missing) install(missing);
await (await import('./generate.mjs')).generateIfStale();
process.argv = [process.argv[0], path.join(root, script), ...rest];
await import(pathToFileURL(process.argv[1]).href);

/** Why the packages must be installed, or undefined where they need not be. */
function whatIsMissing() {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  let present;
  try {
    // npm writes this when an install is complete: an interrupted one leaves none.
    present = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages;
  } catch {
    return 'The packages are not installed yet';
  }
  for (const [place, { version, optional, peer }] of Object.entries(wanted)) {
    if (place === '' || version === undefined) continue;
    // Optional packages of other platforms are left out on purpose.
    if (present[place] ? present[place].version !== version : !optional && !peer) {
      return `The installed packages are not those of package-lock.json (${place.replace(/^.*node_modules\//, '')})`;
    }
  }
  return undefined;
}

function install(reason) {
  console.log(`${reason}: installing them (about a minute) …`);
  const started = Date.now();
  // `npm ci` wants a lockfile without holes (scripts/complete-lockfile.mjs); `npm install` takes the same versions from it
  // and looks for the rest.
  const status = npm('ci') === 0 ? 0 : npm('install', '--no-save');
  if (status !== 0) {
    console.error('The packages could not be installed. They come from the npm registry: is this machine online?');
    process.exit(status ?? 1);
  }
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function npm(...command) {
  const args = [...command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { stdio: ['ignore', 'inherit', 'inherit'] };
  // Run by npm, its own path is known: no shell needed, on Windows neither.
  const script = process.env.npm_execpath;
  return script
    ? spawnSync(process.execPath, [script, ...args], options).status
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' }).status;
}
