import { readFileSync } from 'node:fs';
import path from 'node:path';
import { minifyTemplateLiterals } from 'rollup-plugin-minify-template-literals';
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { licenceNotices } from './scripts/package/notices.mjs';
import {
  atOnceInFirstFile,
  groupsAtOnce,
  importsAtOnce,
  ownExportsOnly,
  ownLit,
} from './scripts/script-tag-plugins.mjs';

const ENTRY = 'components/first-word.ts';
/** The elements, and what pages import: a file of its own besides, whose exports pages take. */
const LIBRARY = 'components/bundle.ts';
/** These files contain Lit for browsers, wherever they are imported: components/internal/stand-in.ts. */
const NO_SERVER = { 'globalThis.process': 'undefined' };

// The script-tag files, for pages without a bundler:
//   --mode module    mcp-embed.js, a module, and the files beside it that it imports, some of them late
//   --mode classic   mcp-embed.iife.js: everything in one file, the global McpEmbed
//   --mode callback  oauth-callback.html and its script, which people come back to when they have signed in
export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const settings = { target: 'es2022', emptyOutDir: false, sourcemap: true } as const;
  // Vite's own minifier leaves whitespace in ES libraries, in the belief that somebody minifies again.
  // Nobody bundles these files again: marks for tree shaking are bytes.
  const output = { minify: true, comments: { annotation: false } } as const;
  const checks = { pluginTimings: false } as const;
  const notices = licenceNotices({ build: mode, namesUs: true });
  if (mode === 'callback')
    return {
      publicDir: false,
      plugins: [callbackPage(), notices],
      build: {
        ...settings,
        sourcemap: false,
        rolldownOptions: { output, checks },
        lib: { entry: 'src/auth/callback-page.ts', formats: ['es'], fileName: () => 'oauth-callback.js' },
      },
    };
  const plugins = [
    minifyTemplateLiterals({
      include: 'components/**',
      options: {
        minifyOptions: {
          // A space at the edge of a template stands between two words: one must stay where there was one.
          conservativeCollapse: true,
          // Without its slash a shape of an icon would swallow the next one.
          keepClosingSlash: true,
        },
      },
    }),
    ownLit(),
    ownExportsOnly(),
    notices,
  ];
  return mode === 'module'
    ? {
        publicDir: false,
        plugins: [...plugins, importsAtOnce(), groupsAtOnce(), atOnceInFirstFile()],
        define: NO_SERVER,
        build: {
          ...settings,
          rolldownOptions: { output: { ...output, ...chunks(await modulesByLoad()) }, checks },
          lib: {
            entry: { 'mcp-embed': ENTRY, 'mcp-embed.esm': LIBRARY },
            formats: ['es'],
            fileName: (_format, name) => `${name}.js`,
          },
        },
      }
    : {
        publicDir: false,
        plugins: [...plugins, withoutLanguages()],
        define: NO_SERVER,
        build: {
          ...settings,
          rolldownOptions: { output: { ...output, codeSplitting: false }, checks },
          lib: {
            entry: 'components/classic.ts',
            name: 'McpEmbed',
            formats: ['iife'],
            fileName: () => 'mcp-embed.iife.js',
          },
        },
      };
});

/** The one file of the classic script would have every language in it: pages register the words they want. */
const withoutLanguages = (): Plugin => ({
  name: 'without-languages',
  load: (id) => (id.endsWith('/components/locales/languages.ts') ? 'export const LANGUAGES = {};' : null),
});

/**
 * A file for each row of the table of late parts, and few files that several of them share: each is a request that somebody
 * waits for. What loads at once is `core`, which `atOnceInFirstFile` puts into mcp-embed.js.
 * The names have a hash: files of two releases in one cache do not fit together.
 */
const chunks = ({ first, library, lists, queue, shared }: Loads): Rolldown.OutputOptions => ({
  chunkFileNames: ({ name, facadeModuleId }) =>
    `mcp-embed-${name === 'index' && facadeModuleId ? path.basename(path.dirname(facadeModuleId)) : name}-[hash].js`,
  codeSplitting: {
    groups: [
      { name: 'core', test: (id) => first.has(id) },
      { name: 'library', test: (id) => library.has(id) || WITH_LIBRARY.test(id) },
      { name: 'lists', test: (id) => lists.has(id) },
      { name: 'queue', test: (id) => queue.has(id) },
      { name: 'elements', test: (id) => shared.has(id) },
      { name: 'transcript', test: /\/src\/(?:(?:transcript|wire)\/|session\/[a-z-]*transcript)/, minShareCount: 2 },
      { name: 'grammars-c', test: /\/legacy-modes\/mode\/clike|\/src\/content\/highlight\/grammars\.ts/ },
      // What other groups of elements share, and forms do not need.
      { name: 'content-model', test: /\/src\/(?:content|util)\/|\/node_modules\/(?!lit|@lit)/, minShareCount: 2 },
      { name: 'more-elements', minShareCount: 2 },
    ],
  },
});

/** Every session opens the database, and signing in too. */
const WITH_LIBRARY = /\/src\/storage\/database|\/node_modules\/idb\//;

interface Loads {
  /** The modules that open a connection: the file of the script tag. */
  readonly first: ReadonlySet<string>;
  /** The session, and the elements that have one. */
  readonly library: ReadonlySet<string>;
  /** What shows lists, and what only that needs so early: one file, because somebody waits for it. */
  readonly lists: ReadonlySet<string>;
  /** What asks the person. */
  readonly queue: ReadonlySet<string>;
  /**
   * What a form shares with other groups of elements, with the check of its values: one file again. What loads ahead asks for the check,
   * and so for this file, together with that of the forms, and not when the forms have come.
   */
  readonly shared: ReadonlySet<string>;
}

/** A trial build tells, for only the bundler knows what of each module is left. */
async function modulesByLoad(): Promise<Loads> {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, minify: false, target: 'es2022', lib: { entry: ENTRY, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  const chunksByName = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const chunkOf = (module: string): Rolldown.OutputChunk => {
    const found = [...chunksByName.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!found) throw new Error(`vite.bundle.config.ts: ${module} is no file of its own any more.`);
    return found;
  };
  /** The modules of a file and of all that it imports. */
  const modulesOf = (module: string): ReadonlySet<string> => {
    const modules = new Set<string>();
    const add = (chunk: Rolldown.OutputChunk | undefined): void => {
      for (const id of chunk?.moduleIds ?? []) modules.add(id);
      for (const name of chunk?.imports ?? []) add(chunksByName.get(name));
    };
    add(chunkOf(module));
    return modules;
  };
  const forms = '/components/groups/forms.ts';
  const ownOfForms = new Set(chunkOf(forms).moduleIds);
  return {
    first: modulesOf(`/${ENTRY}`),
    library: modulesOf(`/${LIBRARY}`),
    lists: modulesOf('/components/groups/lists.ts'),
    queue: modulesOf('/components/groups/queue.ts'),
    shared: new Set([
      ...[...modulesOf(forms)].filter((id) => !ownOfForms.has(id)),
      ...modulesOf('/src/json-schema/validator.ts'),
    ]),
  };
}

function callbackPage(): Plugin {
  const fileName = 'oauth-callback.html';
  return {
    name: 'callback-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(`src/auth/${fileName}`) });
    },
  };
}
