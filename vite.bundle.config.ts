import { readFileSync } from 'node:fs';
import { minifyTemplateLiterals } from 'rollup-plugin-minify-template-literals';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { onDemandFromScript, ownLitPolicy, shareWithOnDemandFiles } from './scripts/script-tag-plugins.mjs';

// The script-tag files, for pages without a bundler, in two passes:
//   --mode module    mcp-embed.js and the files that load on demand (scripts/on-demand.mjs)
//   --mode classic   mcp-embed.iife.js, made from the mcp-embed.js that lies in the same folder
//   --mode callback  oauth-callback.html and its script, which people come back to when they have signed in
export default defineConfig(({ mode }): UserConfig => {
  const build = { target: 'es2022', emptyOutDir: false, sourcemap: true } as const;
  // Vite's own minifier leaves whitespace in ES libraries, in the belief that somebody minifies again.
  const rolldownOptions = { output: { minify: true }, checks: { pluginTimings: false } } as const;
  if (mode === 'callback')
    return {
      publicDir: false,
      plugins: [callbackPage()],
      build: {
        ...build,
        sourcemap: false,
        rolldownOptions,
        lib: { entry: 'src/auth/callback-page.ts', formats: ['es'], fileName: () => 'oauth-callback.js' },
      },
    };
  return mode === 'module'
    ? {
        publicDir: false,
        plugins: [
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
          ownLitPolicy(),
          shareWithOnDemandFiles(),
        ],
        build: {
          ...build,
          rolldownOptions,
          lib: { entry: 'components/bundle.ts', formats: ['es'], fileName: () => 'mcp-embed.js' },
        },
      }
    : {
        publicDir: false,
        plugins: [onDemandFromScript()],
        build: {
          ...build,
          rolldownOptions,
          lib: {
            entry: 'mcp-embed.js',
            name: 'McpEmbed',
            formats: ['iife'],
            fileName: () => 'mcp-embed.iife.js',
          },
        },
      };
});

function callbackPage(): Plugin {
  const fileName = 'oauth-callback.html';
  return {
    name: 'callback-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(`src/auth/${fileName}`) });
    },
  };
}
