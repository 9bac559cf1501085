// The tests that need no page, in several processes at once. Those in TypeScript are bundled first, all together, with the
// sources that they share in common files; up to eight of a folder run in one process, one after the other, which loads the
// common files once. Those that read the sources of the repository share a process, which parses them once.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { rolldown } from 'rolldown';
import { fuzzPlugin } from '../../test/support/fuzz-plugin.mjs';
import { modelsPlugin } from '../../test/support/models-plugin.mjs';
import { serversPlugin } from '../../test/support/servers-plugin.mjs';
import { GROUPS } from '../wtr-bundle-plugin.mjs';
import { isSlow, root } from './lanes.mjs';
import { COVERAGE } from './coverage.mjs';

/** Milliseconds without a sign of life of a process, after which it is ended. One without a bundle sends only its results. */
const SILENT_MS = { bundled: 20_000, plain: 60_000, slow: 300_000 };
/** Files in one process: the remains of a file reach no others than these, and no process ends much later than the rest. */
const SHARED = 8;
/** Coverage makes tests slower, and a process that is ended reports none. */
const PATIENCE = COVERAGE ? 5 : 1;
export const BUNDLES = path.join(root, 'node_modules/.cache/mcp-embed/node-tests');
const SETUP = path.join(root, 'scripts/test/node-setup.mjs');
const REPORTER = pathToFileURL(path.join(root, 'scripts/test/node-reporter.mjs')).href;

/**
 * @param {readonly string[]} files paths from the root
 * @param {{ atOnce?: number, env?: NodeJS.ProcessEnv, onFile?: (file: FileResult) => void }} [options]
 * @returns {Promise<FileResult[]>}
 */
export async function runInNode(files, { atOnce = 2, env, onFile } = {}) {
  const servers = await startServers(files);
  try {
    const { broken } = await bundle(
      files.filter((file) => file.endsWith('.ts')),
      servers,
    );
    const results = [];
    const add = (result) => {
      results.push(result);
      onFile?.(result);
    };
    for (const [file, message] of broken) add(failedWhole(file, message));
    const waiting = processesFor(files.filter((file) => !broken.has(file)));
    const worker = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        // oxlint-disable-next-line no-await-in-loop -- each worker runs one process after the other
        const { ended, rest } = await runProcess(one, env);
        ended.forEach(add);
        if (rest.length > 0) waiting.unshift(rest);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return results;
  } finally {
    servers.stop();
  }
}

/** The modules that plugins of the browser lane make up, for those tests that import one. */
async function startServers(files) {
  const plugins = [serversPlugin(), modelsPlugin(), fuzzPlugin()];
  if (files.some((file) => file.endsWith('.ts'))) await Promise.all(plugins.map((plugin) => plugin.serverStart?.()));
  return {
    textOf: (name) => plugins.map((plugin) => plugin.serve({ path: name })).find(Boolean)?.body,
    stop: () => plugins.forEach((plugin) => plugin.serverStop?.()),
  };
}

/** The files for each process. @returns {string[][]} */
function processesFor(files) {
  const groups = new Map();
  for (const file of files) {
    const isAlone = isSlow(file) || (file.endsWith('.mjs') && !file.startsWith('test/repo/'));
    const group = isAlone ? file : path.dirname(file);
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups].flatMap(([folder, all]) => {
    // The sources of the repository are read once.
    const size = folder === 'test/repo' ? all.length : SHARED;
    return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
  });
}

const bundledFile = (file) => path.join(BUNDLES, file.replace(/\.ts$/, '.js'));

/** @returns {Promise<{ broken: Map<string, string> }>} tests that cannot be read, with the reason */
async function bundle(files, servers) {
  rmSync(BUNDLES, { recursive: true, force: true });
  mkdirSync(BUNDLES, { recursive: true });
  const broken = new Map();
  if (files.length === 0) return { broken };
  for (let rest = files; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- again without the file that stopped it
      await write(rest, servers);
      return { broken };
    } catch (error) {
      const message = readable(error);
      const named = rest.filter((file) => message.includes(file));
      // An error in a source names no test: then no test can run.
      const found = named.length > 0 ? named : rest;
      for (const file of found) broken.set(file, message);
      rest = rest.filter((file) => !found.includes(file));
      if (rest.length === 0) return { broken };
    }
  }
}

/** “PARSE_ERROR Unexpected token, test/x.test.ts:2:59”: the bundler draws a box around each. */
function readable(error) {
  const text = stripVTControlCharacters(String(error.message));
  const places = [...text.matchAll(/^\[(\w+)\] (.*)\n(?:.*\[ (\S+:\d+:\d+) \])?/gm)];
  return places.length > 0 ? places.map(([, kind, words, place]) => `${kind} ${words}, ${place}`).join('\n') : text;
}

async function write(files, servers) {
  const bundler = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file])),
    platform: 'node',
    resolve: { conditionNames: ['node', 'import', 'default'] },
    external: [SETUP],
    treeshake: !COVERAGE,
    checks: { ineffectiveDynamicImport: false },
    plugins: [asNodeTest, madeUp(servers)],
  });
  await bundler.write({
    dir: BUNDLES,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    strictExecutionOrder: true,
    chunkFileNames: 'shared/[name]-[hash].js',
    codeSplitting: { groups: GROUPS },
  });
  await bundler.close();
}

/** The words that a test uses come before it. */
const asNodeTest = {
  name: 'node-test',
  load(id) {
    if (!id.endsWith('.test.ts')) return undefined;
    const here = JSON.stringify(pathToFileURL(id).href);
    const text = readFileSync(id, 'utf8').replaceAll('import.meta.url', here);
    return `import ${JSON.stringify(SETUP)};beginTests();${text}`;
  },
};

/** `/__servers__.js` and its like. */
const madeUp = (servers) => ({
  name: 'made-up',
  resolveId: (id) => (id.startsWith('/__') ? `\0${id}` : undefined),
  load: (id) => (id.startsWith('\0/__') ? servers.textOf(id.slice(1)) : undefined),
});

/**
 * @param {readonly string[]} files
 * @returns {Promise<{ ended: FileResult[], rest: string[] }>} `rest`: those that come after one that ended the process
 */
function runProcess(files, env) {
  const isBundled = files[0].endsWith('.ts');
  const args = ['--enable-source-maps', `--test-reporter=${REPORTER}`, entryFor(files)];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, TEST_FILE: files[0] },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const tests = [];
  const begun = new Map([[files[0], performance.now()]]);
  let file = files[0];
  let output = '';
  let running = 'before its first test';
  let isWhole = false;
  let waited;
  let silence;
  const expectWord = () => {
    const ms = PATIENCE * SILENT_MS[isSlow(file) ? 'slow' : isBundled ? 'bundled' : 'plain'];
    clearTimeout(silence);
    const [since, before] = [performance.now(), processorMs(child.pid)];
    const look = () => {
      const silent = performance.now() - since;
      // On a busy machine a process waits for its turn, and says nothing meanwhile.
      if (processorMs(child.pid) - before < ms / 2 && silent < 6 * ms) return (silence = setTimeout(look, ms / 4));
      waited = Math.round(silent);
      return child.kill('SIGKILL');
    };
    silence = setTimeout(look, ms);
  };
  expectWord();
  child.on('message', (message) => {
    expectWord();
    if (message.begun) begun.set((file = message.begun), performance.now());
    if (message.running) ({ running } = message);
    if (message.isWhole) isWhole = true;
    if (message.stray) tests.push({ file, how: 'failed', isStray: true, ...message.stray });
    if (message.result) tests.push({ ...message.result, file: fileOf(message.result.file) ?? file });
  });
  const fileOf = (name) => files.find((one) => name?.endsWith(one));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
  return new Promise((resolve) => {
    child.once('error', (error) => (output += error.message));
    child.once('close', (code, signal) => {
      clearTimeout(silence);
      const fail = (name, message) => tests.push({ file, how: 'failed', name, message, stack: output });
      if (waited) fail(running, `It said nothing for ${Math.round(waited / 1000)} s: it may be in an endless loop.`);
      else if (isBundled ? !isWhole : code !== 0 && !tests.some(({ how }) => how === 'failed'))
        fail('the file', `It ended with ${signal ?? `code ${code}`}. ${lastLine(output)}`);
      const isTold = (stray) => tests.some((one) => one.how === 'failed' && !one.isStray && one.name === stray.name);
      // Those that Node reads as they are do not say which of them has begun.
      const ended = isBundled ? files.filter((one) => begun.has(one)) : files;
      for (const one of ended)
        if (!tests.some((test) => test.file === one))
          tests.push({ file: one, how: 'failed', name: 'the file', message: `It has no test. ${lastLine(output)}` });
      const times = [...ended.map((one) => begun.get(one) ?? begun.get(files[0])), performance.now()];
      resolve({
        ended: ended.map((one, i) =>
          resultOf(
            one,
            tests.filter((test) => test.file === one && !(test.isStray && isTold(test))),
            { output, ms: isBundled ? times[i + 1] - times[i] : (times.at(-1) - times[0]) / files.length },
          ),
        ),
        rest: files.filter((one) => !ended.includes(one)),
      });
    });
  });
}

/** Milliseconds for which a process has run; Infinity where the system does not tell. */
function processorMs(pid) {
  try {
    // Behind its name, which may have spaces: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Infinity;
  }
}

/** A file that runs all of them. */
function entryFor(files) {
  if (files.length === 1 && !files[0].endsWith('.ts')) return path.join(root, files[0]);
  const entry = path.join(BUNDLES, `${files[0].replace(/[/.]/g, '-')}.mjs`);
  const urlOf = (file) => pathToFileURL(file.endsWith('.ts') ? bundledFile(file) : path.join(root, file)).href;
  const text = files[0].endsWith('.ts')
    ? `import { runFiles } from ${JSON.stringify(pathToFileURL(SETUP).href)};\n` +
      `await runFiles(${JSON.stringify(files.map((file) => ({ file, url: urlOf(file) })))});\n`
    : files.map((file) => `import ${JSON.stringify(urlOf(file))};\n`).join('');
  writeFileSync(entry, text);
  return entry;
}

/** @returns {FileResult} */
function resultOf(file, tests, { output, ms }) {
  const count = (wanted) => tests.filter(({ how }) => how === wanted).length;
  const failures = tests.filter(({ how }) => how === 'failed');
  return { file, passed: count('passed'), skipped: count('skipped'), failures, tests, output, ms };
}

function failedWhole(file, message) {
  return resultOf(file, [{ how: 'failed', name: 'the file', message, stack: '' }], { output: '', ms: 0 });
}

/** The line of an error, where there is one. */
function lastLine(output) {
  const lines = output.trim().split('\n');
  return lines.find((line) => /^\S*Error\b/.test(line)) ?? lines.at(-1) ?? '';
}

/**
 * @typedef {object} FileResult
 * @property {string} file
 * @property {number} passed
 * @property {number} skipped
 * @property {{ name: string, message: string, stack: string }[]} failures
 * @property {{ how: string, name: string, duration: number }[]} tests
 * @property {string} output
 * @property {number} ms
 */
