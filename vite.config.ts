import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { licenceNotices } from './scripts/package/notices.mjs';

// The npm entries: one output module for each source module, dependencies stay imports. Unbundled on purpose: whoever
// imports one function gets neither Lit nor the elements.
export default defineConfig({
  publicDir: false,
  plugins: [licenceNotices({ build: 'npm' })],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    sourcemap: true,
    minify: false,
    lib: {
      entry: [
        'src/index.ts',
        'src/approvals/index.ts',
        'src/schema/index.ts',
        'src/content/index.ts',
        'src/diagnosis/index.ts',
        'src/session/tasks.ts',
        'src/session/person/index.ts',
        'src/transcript/index.ts',
        'src/messages/index.ts',
        'src/webmcp/index.ts',
        'src/samplers/index.ts',
        'src/auth/index.ts',
        'components/index.ts',
        'components/bundle.ts',
        ...defineFiles(),
        ...localeFiles(),
      ],
      formats: ['es'],
    },
    rolldownOptions: {
      external: Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(?:/|$)`)),
      output: {
        preserveModules: true,
        preserveModulesRoot: '.',
        // What documents an export stands in the types beside it; comments on the code stay.
        comments: { jsdoc: false },
        // Without a name of its own the compiler's helper would land in _virtual/_@oxc-project_runtime@x.y.z/…
        entryFileNames: ({ name }) =>
          name.includes('@oxc-project') ? `internal/${name.split('/').pop()}.js` : '[name].js',
      },
    },
  },
});

/** One for each element, and one for all. */
function defineFiles(): string[] {
  return readdirSync('components/define').map((file) => `components/define/${file}`);
}

/** The words of each language, for pages that register them themselves. */
function localeFiles(): string[] {
  return readdirSync('components/locales')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `components/locales/${file}`);
}
