// To add an element is one folder and one line in components/index.ts: everything else is made from them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listElements } from '../../scripts/elements.mjs';
import { stale } from '../../scripts/generate.mjs';
import { filesIn, root, textOf } from './sources.mjs';

describe('the files that are made from the list of elements', () => {
  it('are as `npm run generate` makes them', async () => {
    assert.deepEqual(await stale(), []);
  });

  it('are the only ones, beside an element’s own folder, that repeat the list', () => {
    const tags = listElements(root).map(({ tag }) => tag);
    const made = /^components\/(define|groups)\//;
    const repeating = filesIn('.', '.ts', '.mjs', '.json')
      .filter((file) => !/^(dist|node_modules|test|\.git)\b/.test(file) && !made.test(file))
      .filter(
        (file) => tags.filter((tag) => new RegExp(`['"\`/]${tag}(?:\\.[jt]s)?['"\`]`).test(textOf(file))).length > 12,
      );
    assert.deepEqual(repeating, []);
  });
});

const ELEMENT = `import { html, type TemplateResult } from 'lit';
import { McpElement } from '../internal/mcp-element.js';

/** @summary Says good day, and shows some JSON. */
export class McpGreetingElement extends McpElement {
  override render(): TemplateResult {
    return html\`<mcp-json-view></mcp-json-view>\`;
  }
}
`;

describe('an element that is added: its folder, and one line in components/index.ts', () => {
  let copy;
  const run = (...command) => execFileSync(process.execPath, command, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
  const read = (file) => readFileSync(path.join(copy, file), 'utf8');

  before(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'element-'));
    for (const one of [
      'components',
      'src',
      'scripts',
      'test/repo',
      'package.json',
      'tsconfig.json',
      'tsconfig.build.json',
    ])
      cpSync(path.join(root, one), path.join(copy, one), { recursive: true });
    for (const one of ['LICENSE', 'custom-elements-manifest.config.mjs', 'vite.bundle.config.ts', '.prettierrc.json'])
      cpSync(path.join(root, one), path.join(copy, one));
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    mkdirSync(path.join(copy, 'components/greeting'));
    writeFileSync(path.join(copy, 'components/greeting/greeting.ts'), ELEMENT);
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  it('is in no list before that line', () => {
    assert.match(run('scripts/generate.mjs'), /as it should be/);
  });

  it('has its define file, with what it shows, and is in `define/all` and in the table of its group', () => {
    const list = read('components/index.ts');
    const line = `export { McpGreetingElement } from './greeting/greeting.js';\n`;
    writeFileSync(path.join(copy, 'components/index.ts'), list.replace(/^(\/\* Group panels:.*\n)/m, `$1${line}`));
    assert.throws(() => run('scripts/generate.mjs', '--check'), /mcp-greeting\.ts is not what/);
    run('scripts/generate.mjs');
    const define = read('components/define/mcp-greeting.ts');
    assert.match(define, /'mcp-greeting': McpGreetingElement/);
    assert.match(define, /'mcp-json-view': McpJsonViewElement/);
    assert.match(read('components/define/all.ts'), /'mcp-greeting': McpGreetingElement/);
    assert.match(read('components/groups/panels.ts'), /'mcp-greeting': McpGreetingElement/);
    assert.match(read('components/groups/table.ts'), /name: 'panels',[^}]*'mcp-greeting'/);
  });

  it('passes the compiler', () => {
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noEmit', '--emitDeclarationOnly', 'false');
  });

  it('is in the manifest by its tag', () => {
    run('node_modules/@custom-elements-manifest/analyzer/cem.js', 'analyze', '--quiet', '--outdir', 'out');
    const { modules } = JSON.parse(read('out/custom-elements.json'));
    const declaration = modules
      .flatMap(({ declarations = [] }) => declarations)
      .find(({ tagName }) => tagName === 'mcp-greeting');
    assert.equal(declaration?.summary, 'Says good day, and shows some JSON.');
  });

  it('loads late in the script tag', () => {
    run(
      'node_modules/vite/bin/vite.js',
      'build',
      '-c',
      'vite.bundle.config.ts',
      '--mode',
      'module',
      '--outDir',
      'out',
      '--logLevel',
      'error',
    );
    const [file] = run(
      '-e',
      `console.log(require('fs').readdirSync('out').filter((name) => /^mcp-embed-panels.*js$/.test(name)).join())`,
    ).split(',');
    assert.match(read(`out/${file.trim()}`), /["'`]mcp-greeting["'`]/);
  });

  it('is refused without a heading above its line', () => {
    appendFileSync(path.join(copy, 'components/index.ts'), `\nexport { McpLostElement } from './lost/lost.js';\n`);
    assert.throws(() => run('scripts/generate.mjs'), /McpLostElement stands under no heading/);
  });
});
