// The modules of the command that need no process, compiled for these tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'command-'));
after(() => rmSync(folder, { recursive: true, force: true }));
await build({
  entryPoints: {
    arguments: path.join(root, 'cli/command/arguments.ts'),
    check: path.join(root, 'cli/command/check.ts'),
    'check-server': path.join(root, 'cli/check/check-server.ts'),
    'check-report': path.join(root, 'cli/check/check-report.ts'),
    'page-fetch': path.join(root, 'cli/check/page-fetch.ts'),
    'client-id': path.join(root, 'cli/command/client-id.ts'),
    recording: path.join(root, 'cli/command/recording.ts'),
    config: path.join(root, 'src/config/read-config.ts'),
    transcript: path.join(root, 'src/transcript/index.ts'),
  },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  platform: 'node',
  mainFields: ['module', 'main'],
  format: 'esm',
  // Packages of CommonJS ask for a `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  logLevel: 'error',
});
const load = (name) => import(pathToFileURL(path.join(folder, `${name}.mjs`)).href);
export const { readArguments } = await load('arguments');
export const { Recording } = await load('recording');
export const { readCheckArguments, runCheck } = await load('check');
export const { checkServer } = await load('check-server');
export const { checkLines, checkReport } = await load('check-report');
export const { PageFetch } = await load('page-fetch');
export const { runClientId } = await load('client-id');
export const { readConfig } = await load('config');
export const { openRecording } = await load('transcript');
