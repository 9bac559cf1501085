// Test pages load four large files instead of some hundred modules: the server that hands them out is one thread, and it
// was what all three engines waited for. Modules still run when they are first imported and in the order of the source.
// Not with --watch, which wants the modules themselves.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { COVERAGE, keepBundle } from './test/coverage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const AT = '/__bundled__/';
/** The common files of the tests, for both lanes. */
export const GROUPS = [
  // Large, and few tests need them: they would go with what asks for them late.
  { name: 'library-axe-core', test: /\/axe-core\//, priority: 1 },
  {
    debugName: 'locales',
    name: (id) => `locale-${path.basename(id, '.ts')}`,
    test: /\/components\/locales\/(?!languages)/,
    priority: 1,
  },
  // Each by itself: few tests need the large ones.
  {
    debugName: 'libraries',
    name: (id) => `library-${/.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1].replace('/', '-')}`,
    test: /node_modules/,
  },
  { name: 'src', test: /\/src\// },
  { name: 'components', test: /(?<!\/test)\/components\// },
  { name: 'support', test: /\/test\/(fixtures|support)\// },
];

/**
 * Both a plugin and a `middleware`, which belongs before all others.
 * @param {{ bundles?: boolean, only?: readonly string[] }} [options] with `only`, no other test is read: a run of one file
 *   starts in a fraction of the time
 */
export function bundlePlugin({ bundles = true, only } = {}) {
  const files = new Map();
  const rebuild = async (tests) => {
    for (const { fileName, code, source } of await bundle(tests)) {
      files.set(AT + fileName, code ?? source);
      keepBundle(AT + fileName, code ?? source);
    }
  };
  return {
    name: 'bundle',
    serverStart: () => (bundles ? rebuild(only) : undefined),
    /** Reads the source of these tests anew. */
    rebuild,
    serve({ path: wanted }) {
      const bundled = AT + wanted.slice(1).replace(/\.ts$/, '.js');
      return wanted.endsWith('.ts') && files.has(bundled)
        ? { body: `import ${JSON.stringify(bundled)};`, type: 'js' }
        : undefined;
    },
    async middleware(context, next) {
      const body = files.get(context.path);
      if (body === undefined) return next();
      context.type = context.path.endsWith('.map') ? 'json' : 'js';
      // Only the tests themselves have names without a hash.
      context.set('cache-control', context.path.startsWith(`${AT}test/`) ? 'no-store' : 'max-age=3600, immutable');
      context.body = body;
    },
  };
}

/** The tests, and what frames, tabs and workers load that they make: a page of theirs, or a module that a test names. */
function entries(only) {
  const all = readdirSync(path.join(root, 'test'), { recursive: true }).map(
    (name) => `test/${name.replaceAll(path.sep, '/')}`,
  );
  const tests = all.filter((name) => name.endsWith('.test.ts') && (!only || only.includes(name)));
  const named = all
    .filter((name) => /\.(?:html|ts)$/.test(name))
    .flatMap((name) =>
      [...readFileSync(path.join(root, name), 'utf8').matchAll(/(?:src="|new URL\(')([^"':/][^"':]*\.ts)["']/g)].map(
        ([, found]) => path.posix.join(path.posix.dirname(name), found),
      ),
    );
  return [...new Set([...tests, ...named])];
}

async function bundle(only) {
  const bundler = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries(only).map((file) => [file.replace(/\.ts$/, ''), file])),
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'development', 'import', 'default'] },
    // The virtual modules of the runner's plugins, and the built files.
    external: [/^\/__/, /^\/dist\//],
    plugins: [ownAddress, patience, axeWhenAsked],
    // Coverage counts unused code, too.
    treeshake: !COVERAGE,
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundler.generate({
    format: 'esm',
    sourcemap: true,
    strictExecutionOrder: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    codeSplitting: { groups: GROUPS },
  });
  await bundler.close();
  return output;
}

/** A test that looks for what is beside it finds it there, and not beside the bundle. */
const ownAddress = {
  name: 'own-address',
  load(id) {
    if (!id.endsWith('.test.ts')) return undefined;
    const address = `/${path.relative(root, id).replaceAll(path.sep, '/')}`;
    const here = `new URL(${JSON.stringify(address)}, location.origin).href`;
    return readFileSync(id, 'utf8').replaceAll('import.meta.url', here);
  },
};

/**
 * The library's `waitUntil` gives up after a second. On a machine with two busy processors that says nothing about what is
 * waited for: a wait that ends well is as short as ever, and one that does not takes twenty seconds to say so. It looks every
 * 50 ms, and most of what tests wait for comes sooner.
 */
const patience = {
  name: 'patience',
  load(id) {
    if (!id.endsWith('/@open-wc/testing-helpers/src/helpers.js')) return undefined;
    return readFileSync(id, 'utf8').replace('interval = 50, timeout = 1000 }', 'interval = 15, timeout = 20_000 }');
  },
};

/**
 * The library loads axe when its `accessible()` is called. Beside that it has a `require` of it, for webpack, with which each
 * page would load all of axe at its start, a megabyte that hardly any needs.
 */
const axeWhenAsked = {
  name: 'axe-when-asked',
  load(id) {
    if (!id.endsWith('/chai-a11y-axe/src/axe-import.js')) return undefined;
    return readFileSync(id, 'utf8').replace("typeof require === 'function'", 'false');
  },
};
