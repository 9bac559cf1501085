// The types and the editor data that the package brings, as a project meets them: the packed tarball, a strict tsconfig
// that checks declarations too, and the real frameworks. The cases are the files of test/framework-types.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { unpack } from './packed.mjs';
import { root, textOf } from './sources.mjs';

const CASES = path.join(root, 'test/framework-types');
const FRAMEWORKS = path.join(root, 'node_modules/.cache/mcp-embed/framework-types');
const COMPILERS = {
  'TypeScript 5.9': path.join(FRAMEWORKS, 'node_modules/typescript/bin/tsc'),
  'TypeScript 7': path.join(root, 'node_modules/typescript/bin/tsc'),
};
const MODULES = { bundler: 'esnext', nodenext: 'nodenext' };
/** Compiler and `moduleResolution`. */
const EACH = [
  ['TypeScript 7', 'bundler'],
  ['TypeScript 7', 'nodenext'],
  ['TypeScript 5.9', 'bundler'],
  ['TypeScript 5.9', 'nodenext'],
];
const ONE_OF_EACH = [EACH[0], EACH[3]];
const SHARED = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  types: [],
};
const REACT = { jsx: 'react-jsx' };
const PREACT = { jsx: 'react-jsx', jsxImportSource: 'preact' };
const SOLID = { jsx: 'preserve', jsxImportSource: 'solid-js' };
const VUE = { jsx: 'preserve', jsxImportSource: 'vue' };
const compat = './node_modules/preact/compat/src/index.d.ts';

/** @type {ReturnType<typeof unpack>} */
let packed;
let folder;

before(async () => {
  await buildIfStale('all');
  installFrameworks();
  packed = unpack();
  folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-types-'));
});
after(() => {
  packed?.remove();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Once, and again where another version is named. */
function installFrameworks() {
  const wanted = readFileSync(path.join(CASES, 'package.json'), 'utf8');
  const done = path.join(FRAMEWORKS, 'installed.json');
  if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
  rmSync(FRAMEWORKS, { recursive: true, force: true });
  mkdirSync(FRAMEWORKS, { recursive: true });
  writeFileSync(path.join(FRAMEWORKS, 'package.json'), wanted);
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'], {
    cwd: FRAMEWORKS,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  assert.equal(status, 0, stderr);
  writeFileSync(done, wanted);
}

/**
 * A project outside of the repository, where nothing is found that it does not have.
 * @param {string} name
 * @param {readonly string[]} frameworks packages of test/framework-types/package.json
 */
function project(name, frameworks = []) {
  const place = path.join(folder, name.replaceAll(/\W+/g, '-'));
  const modules = path.join(place, 'node_modules');
  const isTypes = (file) => !/\.[a-z]+$/.test(file) || /\.d\.ts$|\.json$/.test(file);
  cpSync(packed.folder, path.join(modules, 'mcp-embed'), { recursive: true, filter: isTypes });
  const { dependencies } = JSON.parse(textOf('package.json'));
  const link = (from, one) => {
    mkdirSync(path.dirname(path.join(modules, one)), { recursive: true });
    symlinkSync(path.join(from, 'node_modules', one), path.join(modules, one), 'junction');
  };
  for (const one of Object.keys(dependencies)) link(root, one);
  for (const one of frameworks) link(FRAMEWORKS, one);
  writeFileSync(path.join(place, 'package.json'), '{ "private": true, "type": "module" }');
  return place;
}

/** @returns {Promise<string>} what a checker says; nothing where all is well */
function run(script, args, place) {
  const child = spawn(process.execPath, [script, ...args], { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (words += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(words.trim()));
  });
}

/** @param {string[]} files of test/framework-types */
function write(place, files, compilerOptions, more = {}) {
  for (const file of files) cpSync(path.join(CASES, file), path.join(place, file));
  const config = { compilerOptions: { ...SHARED, ...compilerOptions }, files, ...more };
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(config));
}

/** A case holds what is right, and what is wrong under `@ts-expect-error`: no word of the compiler means that it is so. */
async function compiles(place, file, options = {}, compilers = EACH) {
  for (const [compiler, moduleResolution] of compilers) {
    const module = MODULES[moduleResolution];
    write(place, [file], { module, moduleResolution, exactOptionalPropertyTypes: true, ...options });
    // oxlint-disable-next-line no-await-in-loop -- the cores are few, and each writes the same tsconfig
    const said = await run(COMPILERS[compiler], ['-p', '.'], place);
    assert.equal(said, '', `${file}, ${compiler}, ${moduleResolution}`);
  }
}

/** The lines of a case of which each has one mistake: the elements after the comment. */
const mistakesIn = (file) => {
  const lines = readFileSync(path.join(CASES, file), 'utf8').split('\n');
  const from = lines.findIndex((line) => line.startsWith('<!--'));
  return lines.flatMap((line, index) => (index > from && /^\s*<mcp-/.test(line) ? [index + 1] : []));
};

describe('a project without a framework', () => {
  const where = () => project('without a framework');

  it('has typed elements, properties and events', async () => {
    const place = where();
    for (const file of ['plain.ts', 'one-element.ts', 'every-element.ts'])
      // oxlint-disable-next-line no-await-in-loop -- the cores are few
      await compiles(place, file);
  });

  it('may have a framework without its types', async () => {
    const place = project('react without types');
    symlinkSync(path.join(root, 'node_modules/react'), path.join(place, 'node_modules/react'), 'junction');
    await compiles(place, 'plain.ts');
  });
});

const EVERY = ['@types/react', 'preact', 'solid-js', 'svelte', 'vue'];
/** @type {[name: string, file: string, frameworks: string[], options: object][]} */
const JSX = [
  ['React', 'react.tsx', ['@types/react'], REACT],
  ['Preact', 'preact.tsx', ['preact'], PREACT],
  ['Solid', 'solid.tsx', ['solid-js'], SOLID],
  ['JSX of Vue', 'vue-jsx.tsx', ['vue'], VUE],
];
for (const [name, file, frameworks, options] of JSX)
  describe(name, () => {
    it('has typed elements in JSX', () => compiles(project(name, frameworks), file, options));

    it('has them beside all other frameworks', () =>
      compiles(project(`${name} beside all`, EVERY), file, options, ONE_OF_EACH));
  });

describe('Preact', () => {
  it('may stand for React', () =>
    compiles(
      project('preact for react', ['preact']),
      'preact.tsx',
      { ...PREACT, paths: { react: [compat], 'react-dom': [compat] } },
      [EACH[0]],
    ));
});

const TEMPLATES = { module: 'esnext', moduleResolution: 'bundler', verbatimModuleSyntax: true };

describe('Vue', () => {
  it('has typed elements in templates', async () => {
    const place = project('vue', ['vue']);
    const checker = path.join(FRAMEWORKS, 'node_modules/vue-tsc/bin/vue-tsc.js');
    write(
      place,
      ['vue-right.vue', 'vue-wrong.vue'],
      { ...TEMPLATES, ...VUE },
      { vueCompilerOptions: { strictTemplates: true } },
    );
    const said = await run(checker, ['--noEmit', '-p', '.'], place);
    const errors = [...said.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file} ${line}`);
    assert.deepEqual(
      errors,
      mistakesIn('vue-wrong.vue').map((line) => `vue-wrong.vue ${line}`),
      said,
    );
  });
});

describe('Svelte', () => {
  it('has typed elements in templates', async () => {
    const place = project('svelte', ['svelte']);
    const checker = path.join(FRAMEWORKS, 'node_modules/svelte-check/bin/svelte-check');
    write(place, ['SvelteRight.svelte', 'SvelteWrong.svelte'], TEMPLATES, { include: ['*.svelte'] });
    const said = await run(checker, ['--tsconfig', './tsconfig.json', '--output', 'machine-verbose'], place);
    const errors = [...said.matchAll(/\{"type":.*\}$/gm)]
      .map(([text]) => JSON.parse(text))
      .map(({ type, filename, start }) => `${type} ${filename} ${start.line + 1}`);
    assert.deepEqual(
      errors,
      mistakesIn('SvelteWrong.svelte').map((line) => `ERROR SvelteWrong.svelte ${line}`),
      said,
    );
  });
});
