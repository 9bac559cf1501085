// The command as `npx` has it: from the packed package, where nothing else is installed.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { unpack } from '../repo/packed.mjs';
import { EVERYTHING } from './command.mjs';

/** A folder above which no package is installed. */
let folder;
let command;
before(async () => {
  await buildIfStale('all');
  const packed = unpack();
  folder = mkdtempSync(path.join(tmpdir(), 'packed-'));
  cpSync(packed.folder, folder, { recursive: true });
  packed.remove();
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  command = path.join(folder, bin['mcp-embed']);
});
after(() => folder && rmSync(folder, { recursive: true }));

describe('the command in the package', () => {
  it('begins as a program does, and knows its version', () => {
    assert.match(readFileSync(command, 'utf8'), /^#!\/usr\/bin\/env node\n/);
    const { stdout, status } = spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' });
    assert.deepEqual(
      [status, stdout.trim()],
      [0, JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version],
    );
  });

  it('serves the page and a server, with the files of the package alone', async (t) => {
    const child = spawn(process.execPath, [command, '--no-open', '--', process.execPath, EVERYTHING, 'stdio'], {
      cwd: folder,
    });
    t.after(() => child.kill('SIGTERM'));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    const end = Date.now() + 20_000;
    while (!/Ctrl\+C/.test(out) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    const { origin, hash } = new URL(/http:\S+/.exec(out)[0]);
    const page = await (await fetch(`${origin}/`)).text();
    const wanted = [...page.matchAll(/(?:src|href)="([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name);
    assert.ok(wanted.length >= 3);
    for (const name of wanted) assert.equal((await fetch(`${origin}/${name}`)).status, 200, name);
    const headers = { 'mcp-relay-secret': hash.slice(1) };
    const { servers } = await (await fetch(`${origin}/launch`, { headers })).json();
    const answer = await fetch(origin + servers[0].path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    });
    assert.match(await answer.text(), /"serverInfo"/);
  });
});
