// For `npm run conformance -- --relay`: the relay of the command before a scenario's server, for a page of another origin.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns {Promise<(url: string, origin: string) => Promise<{ url: string, secret: string, server: object, close(): Promise<void> }>>} */
export async function loadRelayHost() {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  const outfile = path.join(folder, 'host.mjs');
  await build({
    stdin: {
      contents: `export { createHost } from './cli/command/host.ts';
        export { createSecret } from './cli/relay/guard.ts';
        export { serve } from './cli/relay/serve.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  const { createHost, createSecret, serve } = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return async (url, origin) => {
    const secret = createSecret();
    const host = createHost({
      version: 'conformance',
      entries: [{ name: 'scenario', server: { kind: 'http', url, headers: {} }, missing: [] }],
      relay: 'always',
      allowPrivate: false,
      secret,
      origins: [origin],
      inheritEnv: false,
      env: {},
      cwd: undefined,
      maxSessions: 8,
      idleMs: 60_000,
      watch: [],
      recording: undefined,
      revision: undefined,
      files: undefined,
      onLine() {},
    });
    const serving = await serve((address) => host.handlerFor(address));
    return {
      url: serving.url,
      secret,
      server: host.servers[0],
      close: () => Promise.all([serving.close(), host.close()]),
    };
  };
}
