// What the script-tag build (vite.bundle.config.ts) does beyond bundling.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { ON_DEMAND } from './on-demand.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const ENTRY = 'components/bundle.ts';
/** Modules about schemas: the form model and the validator. They know only what stands in the next row. */
const FORM_MODEL = /\/src\/(?:schema|util\/json-schema)\/|\/@cfworker\//;
/** Content and the ground everything stands on. */
const CONTENT_MODEL = /\/src\/(?:content|util|errors)|\/node_modules\/(?!lit|@lit)/;
/** The database and the library under it, for sessions and for sign-ins. */
const STORE = /\/src\/storage\/(?!token-store|index\.ts)|\/node_modules\/idb\//;
const fileOf = new Map(Object.entries(ON_DEMAND).map(([file, module]) => [path.join(root, module), `${file}.js`]));

/**
 * What the bundle and a file that loads later both need is in the bundle only. A module would import it from there; but
 * the page may have loaded the classic script instead, and would get everything a second time. So the bundle, whichever it
 * is, leaves all of it in one place, and the later file takes it from there.
 * @returns {import('vite').Plugin}
 */
export function shareWithOnDemandFiles() {
  const SHARED = `globalThis[Symbol.for("mcp-embed.shared@${version}")]`;
  // Written by the bundler, one statement to a line.
  const EXPORT = /^export \{ (.*) \};$/m;
  const IMPORT = /^import (?:\{ (.*) \} from )?"\.\/mcp-embed\.js";$/gm;
  // The bundler’s helper, 150 bytes, would be a file of its own: one request more before anything is seen.
  const EXPORT_ALL = /^import \{ \w+ as (__exportAll) \} from "\.\/mcp-embed-rolldown-runtime\.js";$/m;
  const exportAll = `(all) => { const module = {}; for (const name in all) Object.defineProperty(module, name, { get: all[name], enumerable: true }); return module; }`;
  let first;
  return {
    name: 'share-with-on-demand-files',
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    async buildStart() {
      first = await modulesOfFirstLoad();
    },
    outputOptions: (options) => ({
      ...options,
      chunkFileNames: ({ facadeModuleId, name }) => fileOf.get(facadeModuleId) ?? `mcp-embed-${name}.js`,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'mcp-embed', test: (id) => first.has(id) },
          // Every session loads it: one file, so that one request brings it.
          { name: 'store', test: STORE },
          { name: 'transcript-model', test: /\/src\/transcript\//, minShareCount: 2 },
          // What several of them need, in layers that import downwards only: in a circle of files, one would find what it
          // needs of another not made yet. And whoever loads an icon does not load what checks forms.
          { name: 'form-model', test: FORM_MODEL, minShareCount: 2 },
          { name: 'content-model', test: /\/src\/content\/highlight\/limits/ },
          { name: 'content-model', test: CONTENT_MODEL, minShareCount: 2 },
          { name: 'common', minShareCount: 2 },
        ],
      },
    }),
    renderChunk(code, { isEntry }) {
      // In both cases no line moves, so the source map stays true.
      if (!isEntry) {
        const found = code
          .replace(IMPORT, (_, names) => (names ? `const { ${names.replaceAll(' as ', ': ')} } = ${SHARED};` : ''))
          .replace(EXPORT_ALL, (_, name) => `const ${name} = ${exportAll};`);
        return { code: found, map: null };
      }
      const [, names] = EXPORT.exec(code) ?? this.error('The bundle exports nothing any more');
      const all = names.split(', ').map((one) => one.split(' as '));
      // What the bundler adds for the later files has a name of one or two letters; ours have more.
      const ours = names.split(', ').filter((one) => one.split(' as ').at(-1).length > 2);
      const shared = all.map(([inside, outside = inside]) => `${outside}: ${inside}`).join(', ');
      return {
        code: code.replace(EXPORT, () => `export { ${ours.join(', ')} }; ${SHARED} = { ${shared} };`),
        map: null,
      };
    },
    generateBundle(_, chunks) {
      const entry = Object.values(chunks).find(({ isEntry }) => isEntry);
      if (entry.imports.length > 0)
        this.error(`The bundle is no longer one file: it imports ${entry.imports.join(', ')}`);
    },
  };
}

/**
 * Left to itself, the bundler puts what the bundle shares into further files, which would all load at once. A trial run
 * tells what belongs together.
 */
async function modulesOfFirstLoad() {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['es'] },
      rolldownOptions: { preserveEntrySignatures: 'allow-extension' },
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const modules = new Set();
  const add = ({ moduleIds, imports }) => {
    moduleIds.forEach((id) => modules.add(id));
    imports.forEach((file) => add(chunks.get(file)));
  };
  add(output.find(({ isEntry }) => isEntry));
  return modules;
}

/**
 * For the classic script: a module finds a file beside itself, a classic script would look beside the page. So it
 * remembers where it was loaded from, which it can know only while it loads.
 * @returns {import('vite').Plugin}
 */
export function onDemandFromScript() {
  const HERE = '__mcpEmbedAddress';
  const files = new Set([...fileOf.values()].map((file) => `./${file}`));
  let module;
  return {
    name: 'on-demand-from-script',
    enforce: 'pre',
    config({ build }) {
      module = path.resolve(root, build.outDir ?? 'dist', 'mcp-embed.js');
      build.lib.entry = module;
    },
    // Its map leads on to the sources.
    load: (id) => (id === module ? { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') } : null),
    resolveDynamicImport: (specifier) => (files.has(specifier) ? { id: specifier, external: true } : null),
    renderChunk(code) {
      const imports = /\bimport\((["'`])\.\/([\w.-]+\.js)\1\)/g;
      return {
        code: code.replace(imports, (_, _quote, file) => `import(new URL("${file}", ${HERE}).href)`),
        map: null,
      };
    },
    outputOptions: (options) => ({
      ...options,
      intro: `const ${HERE} = document.currentScript?.src || document.baseURI;`,
    }),
  };
}

/**
 * Two policies of one name are an error under Trusted Types, and it would stop Lit. The page may well have a Lit of its
 * own, so the copy in our bundle has a policy of its own.
 * @returns {import('vite').Plugin}
 */
export function ownLitPolicy() {
  const THEIRS = 'createPolicy("lit-html"';
  let found = false;
  return {
    name: 'own-lit-policy',
    transform(code, id) {
      if (!/\/lit-html\/(?:[a-z]+\/)*lit-html\.js/.test(id) || !code.includes(THEIRS)) return null;
      found = true;
      return { code: code.replace(THEIRS, 'createPolicy("mcp-embed-lit"'), map: null };
    },
    buildEnd(error) {
      if (!error && !found) this.error(`Lit no longer says ${THEIRS}: rename its Trusted Types policy another way`);
    },
  };
}
