import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { licenceNotices } from './scripts/package/notices.mjs';

// For Node, each one file with everything it needs, so that who uses the widget installs nothing for them:
//   --mode command  cli/mcp-embed.js, the command
//   --mode relay    cli/relay.js, the functions of `mcp-embed/relay`
// and for the browser:
//   --mode page     *.js of the page of the command
export default defineConfig(({ mode }) => (mode === 'page' ? page : forNode(mode)));

const page = {
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: { page: 'cli/page/page.ts', 'server-fetch': 'cli/page/server-fetch.ts' },
      // They are served side by side, with the module of the script tag.
      external: (id: string, importer: string | undefined) =>
        importer !== undefined && /^\.\/(?:mcp-embed\.esm|server-fetch)\.js$/.test(id),
      preserveEntrySignatures: 'strict' as const,
      output: {
        format: 'es' as const,
        entryFileNames: '[name].js',
        minify: false,
      },
    },
  },
};

const forNode = (mode: string) => ({
  publicDir: false,
  define: { VERSION: JSON.stringify(manifest.version) },
  plugins: [
    licenceNotices({ build: `cli-${mode}`, namesUs: true, first: mode === 'command' ? '#!/usr/bin/env node\n' : '' }),
  ],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    emptyOutDir: false,
    sourcemap: false,
    minify: false,
    rolldownOptions: {
      input: mode === 'command' ? { 'mcp-embed': 'cli/command/main.ts' } : { relay: 'cli/relay/index.ts' },
      external: [/^node:/, ...builtinModules],
      output: {
        format: 'es',
        entryFileNames: 'cli/[name].js',
        codeSplitting: false,
        comments: { jsdoc: false },
      },
    },
  },
});
