// What the package gives to whoever installs it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { holes } from '../../scripts/complete-lockfile.mjs';
import { elements } from './elements.mjs';
import { filesIn, readSource, root, sourceOf, textOf } from './sources.mjs';

const manifest = JSON.parse(textOf('package.json'));
const inPackage = (file) => existsSync(path.join(root, file));
const none = (problems) => assert.deepEqual(problems, []);

before(() => buildIfStale('all'));

/** Runs a module in a Node of its own, where nothing of ours is loaded yet. */
function inNode(code) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr.slice(-2000));
  return stdout.trim();
}

describe('package.json', () => {
  it('every export is a file that exists, with types where it is code', () => {
    const targets = Object.values(manifest.exports)
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .filter((target) => !target.includes('*'));
    none([...targets, manifest.unpkg, manifest.jsdelivr, manifest.customElements].filter((file) => !inPackage(file)));
    none(
      Object.entries(manifest.exports)
        .filter(([name, target]) => typeof target === 'string' && target.endsWith('.js') && !name.endsWith('.js'))
        .map(([name]) => name),
    );
  });

  it('every side effect named is a file, and every file with one is named', () => {
    const covers = (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    const built = filesIn('dist', '.js', '.css').map((file) => `./${file}`);
    const source = filesIn('components', '.ts').map((file) => `./${file}`);
    none(manifest.sideEffects.filter((pattern) => ![...built, ...source].some((file) => covers(pattern).test(file))));
    none(
      built
        .filter((file) => /customElements\.define\(/.test(readFileSync(path.join(root, file), 'utf8')))
        .filter((file) => !manifest.sideEffects.some((pattern) => covers(pattern).test(file))),
    );
  });

  it('imports nothing that is not a dependency', () => {
    const named = new Set(
      ['src', 'components']
        .flatMap((folder) => filesIn(folder, '.ts'))
        .flatMap((file) =>
          sourceOf(file)
            .imports.filter((one) => !one.file)
            .map(({ from }) => from.split('/', from.startsWith('@') ? 2 : 1).join('/')),
        ),
    );
    none([...named].filter((name) => !manifest.dependencies[name]));
    none(Object.keys(manifest.dependencies).filter((name) => !named.has(name)));
  });

  it('names exact versions only', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    none(
      Object.entries(all)
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name]) => name),
    );
  });
});

describe('package-lock.json', () => {
  it('has no holes, or `npm ci` would refuse it: node scripts/complete-lockfile.mjs', () => {
    none(holes(JSON.parse(textOf('package-lock.json'))).map(({ name }) => name));
  });
});

describe('the entries', () => {
  it('the core works in Node, where there is no page', () => {
    const code = `import * as core from 'mcp-embed';
      const session = new core.Session('http://127.0.0.1:9/mcp', { storage: 'none' });
      console.log(typeof core.connect, session.state.get().phase, typeof customElements);`;
    assert.equal(inNode(code), 'function idle undefined');
  });

  it('the form model works alone', () => {
    const code = `import { buildForm } from 'mcp-embed/schema';
      console.log(buildForm({ type: 'object', properties: { a: { type: 'string' } } }).kind);`;
    assert.equal(inNode(code), 'object');
  });

  it('tasks are looked at over any session', () => {
    const code = `import { Session } from 'mcp-embed';
      import { Tasks } from 'mcp-embed/tasks';
      const session = new Session('http://127.0.0.1:9/mcp', { storage: 'none' });
      await new Tasks(session).get('t').catch((error) => console.log(error.code));`;
    assert.equal(inNode(code), 'closed');
  });

  // In a page, and in a real browser: server-import.slow.test.mjs.
  it('importing the classes registers nothing, and where there is no page, define/all does not either', () => {
    const code = `const seen = [];
      globalThis.customElements = { define: (tag) => seen.push(tag), get: (tag) => seen.includes(tag) || undefined };
      await import('mcp-embed/elements');
      await import('mcp-embed/define/all');
      console.log(seen.join());`;
    assert.equal(inNode(code), '');
  });

  it('define can be imported where there is no page, and does nothing there', () => {
    const code = `import { ready, load } from 'mcp-embed/define';
      import * as same from 'mcp-embed/bundle';
      console.log(same.ready === ready, typeof load);`;
    assert.equal(inNode(code), 'true function');
  });
});

describe('each element', () => {
  it('has its define entry, which registers it and the tags it renders', () => {
    const moduleOf = new Map(elements.map(({ tag, module }) => [tag, module]));
    const problems = [];
    for (const { tag, renders } of elements) {
      const define = `components/define/${tag}.ts`;
      const imported = sourceOf(define).imports.map(({ file }) => file);
      for (const child of [tag, ...renders])
        if (!imported.includes(moduleOf.get(child))) problems.push(`${define} does not register ${child}`);
      if (!inPackage(`dist/components/define/${tag}.js`)) problems.push(`${tag} is not built`);
    }
    none(problems);
  });

  it('is exported by mcp-embed/elements, and so is each event', () => {
    const exportsOf = (file) =>
      sourceOf(file).imports.flatMap((one) => [
        one.file,
        ...(/^components\/[a-z-]+\.ts$/.test(one.file) ? exportsOf(one.file) : []),
      ]);
    const reexported = new Set(exportsOf('components/index.ts'));
    none([
      ...elements.map(({ module }) => module).filter((module) => !reexported.has(module)),
      ...['components/events.ts'].filter((file) => !reexported.has(file)),
    ]);
  });

  it('is in the script-tag files: as a module from the start or in a file that loads later, in the classic script itself', () => {
    const read = (file) => readFileSync(path.join(root, file), 'utf8');
    const modules = filesIn('dist', '.js').filter((file) => /^dist\/mcp-embed(?:-[^/]*)?\.js$/.test(file));
    for (const [what, text] of [
      ['module', modules.map(read).join('\n')],
      ['classic', read('dist/mcp-embed.iife.js')],
    ])
      // As the name something is defined under, not as a tag in a template.
      none(
        elements.filter(({ tag }) => !new RegExp(`["'\`]${tag}["'\`]`).test(text)).map(({ tag }) => `${what}: ${tag}`),
      );
  });

  it('the classic script is one file: it imports nothing, not even late', () => {
    const { imports } = readSource('dist/mcp-embed.iife.js', textOf('dist/mcp-embed.iife.js'));
    none(imports);
  });
});
