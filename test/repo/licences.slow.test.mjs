// The notices of the packages in our files, and the list of components.
import assert from 'node:assert/strict';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { build } from 'vite';
import { buildIfStale } from '../../scripts/build.mjs';
import { filesIn, root, textOf } from './sources.mjs';

const { dependencies, version } = JSON.parse(textOf('package.json'));
const none = (problems) => assert.deepEqual(problems, []);
/** Package → its folder: there may be another version of it for others. */
const folders = new Map();
const versionOf = (name) => JSON.parse(textOf(`${folders.get(name) ?? `node_modules/${name}`}/package.json`)).version;
/** File → packages whose modules are in it, as the bundler has them. */
const contents = new Map();
/** What loads at once is in this file, and has none of its own. */
const FIRST = 'mcp-embed.js';
let notices;
let sbom;

before(async () => {
  await buildIfStale('all');
  notices = textOf('dist/THIRD-PARTY-NOTICES.txt');
  sbom = JSON.parse(textOf('dist/sbom.cdx.json'));
  for (const [config, mode] of [
    ['vite.bundle.config.ts', 'module'],
    ['vite.bundle.config.ts', 'classic'],
    ['vite.bundle.config.ts', 'callback'],
    ['vite.cli.config.ts', 'command'],
    ['vite.cli.config.ts', 'relay'],
  ]) {
    const modules = new Map();
    // oxlint-disable-next-line no-await-in-loop -- each takes a processor
    const result = await build({
      root,
      plugins: [noting(modules)],
      configFile: path.join(root, config),
      mode,
      logLevel: 'error',
      build: { write: false },
    });
    const files = [result].flat().flatMap(({ output }) => output.map(({ fileName }) => fileName));
    for (const [file, ids] of modules) {
      const names = ids.flatMap((id) => {
        const [folder, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
        if (name) folders.set(name, path.relative(root, folder.replace(/^\0/, '')));
        return name ?? (id.startsWith('\0') ? 'rolldown' : []);
      });
      const there = files.includes(file) ? file : FIRST;
      contents.set(there, [...new Set([...(contents.get(there) ?? []), ...names])]);
    }
  }
});

/** Notes which modules are in each file, before some of the files are put into the first one. */
const noting = (modules) => ({
  name: 'noting',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const { type, fileName, moduleIds } of Object.values(bundle))
        if (type === 'chunk') modules.set(fileName, moduleIds);
    },
  },
});

/** The comment at the top of a file of dist. */
const bannerOf = (file) => /(?<=^(?:#!.*\n)?)\/\*![^]*?\*\//.exec(textOf(`dist/${file}`))?.[0] ?? '';

describe('the notices', () => {
  it('are looked for in every file of the script tag, and of the command', () => {
    const files = filesIn('dist', '.js').map((file) => file.slice('dist/'.length));
    assert.deepEqual(
      [...contents.keys()].sort(),
      files.filter((file) => !file.includes('/') || /^cli\/[\w-]+\.js$/.test(file)).sort(),
    );
    assert.ok([...contents.values()].flat().includes('dompurify'));
  });

  it('at the top of each file name exactly the packages whose modules are in it, with version and copyright', () => {
    none(
      [...contents].flatMap(([file, packages]) => {
        const lines = bannerOf(file).split('\n').slice(1);
        const wrong = lines.filter((line) => !/^\S+ \d\S* \| [\w.-]+ \| Copyright .+/.test(line));
        const named = lines.map((line) => line.split(' | ')[0]).sort();
        const there = packages.map((name) => `${name} ${versionOf(name)}`).sort();
        return named.join() === there.join() ? wrong : [`${file} names ${named.join()} and has ${there.join()}`];
      }),
    );
  });

  it('say in each file whose it is, of which version, and where the texts are', () => {
    none(
      [...contents].flatMap(([file, packages]) => {
        const [first] = bannerOf(file).split('\n');
        const isWhole = first.includes(`mcp-embed ${version} | MIT`);
        return isWhole && (packages.length === 0 || first.includes('THIRD-PARTY-NOTICES.txt')) ? [] : [file];
      }),
    );
  });

  it('have the whole licence of each package', () => {
    const names = [...new Set([...contents.values()].flat())];
    assert.ok(names.length > 15);
    none(
      names.filter((name) => {
        const [, section = ''] = notices.split(`\n${name} ${versionOf(name)}\n`);
        const text = section.split(/\n-{80}\n[^\n]+ \d[^\n]*\nLicence: /)[0];
        const grants =
          /Permission (?:is hereby granted|to use, copy)|Redistribution and use|TERMS AND CONDITIONS FOR USE/;
        return !/^Licence: (?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0)$/m.test(text) || !grants.test(text);
      }),
    );
  });

  it('choose a licence where a package offers two', () => {
    assert.match(notices, /\ndompurify [\d.]+\nLicence: Apache-2\.0\nCopyright \(c\) Cure53 and other contributors\n/);
  });

  it('stand on top of what the compiler wrote into the npm files', () => {
    assert.match(textOf('dist/internal/decorate.js'), /^\/\*! Contains these packages, .*\nrolldown [\d.]+ \| MIT \| /);
  });
});

describe('the list of components', () => {
  it('is CycloneDX, of this version, without a time, a random number or an address', () => {
    assert.equal(sbom.bomFormat, 'CycloneDX');
    assert.equal(sbom.metadata.component.purl, `pkg:npm/mcp-embed@${version}`);
    const text = JSON.stringify(sbom);
    assert.ok(!/serialNumber|timestamp|"name":"package"/.test(text));
    none(
      [...text.matchAll(/https?:\/\/[^"]+/g)].map(([address]) => address).filter((one) => !/cyclonedx\.org/.test(one)),
    );
  });

  it('has everything that is installed with the package, with licence and hash, and nothing of the development', () => {
    const lock = JSON.parse(textOf('package-lock.json')).packages;
    const wanted = new Set();
    const add = (name) => {
      const { version: one, dependencies: more = {}, optionalDependencies = {} } = lock[`node_modules/${name}`];
      const ref = `${name}@${one}`;
      if (wanted.has(ref)) return;
      wanted.add(ref);
      Object.keys({ ...more, ...optionalDependencies }).forEach(add);
    };
    Object.keys(dependencies).forEach(add);
    // What is built into a file and comes with no dependency: helpers of the compiler, and what the command is made of.
    for (const name of [...contents.values()].flat()) wanted.add(`${name}@${versionOf(name)}`);
    assert.deepEqual(sbom.components.map((one) => one['bom-ref']).sort(), [...wanted].sort());
    none(sbom.components.filter((one) => !one.licenses?.length || !one.hashes?.length).map(({ name }) => name));
  });

  it('says which files contain each', () => {
    const said = sbom.components.flatMap(({ name, properties }) =>
      properties.map(({ value }) => `${value} ${name}`).filter((line) => !line.includes('internal/')),
    );
    const there = [...contents].flatMap(([file, names]) => names.map((name) => `dist/${file} ${name}`));
    assert.deepEqual(said.sort(), there.sort());
  });
});
