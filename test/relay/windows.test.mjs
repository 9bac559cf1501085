// What is different on Windows, as far as it can be looked at elsewhere: nothing here ran there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { root, serverEnvironment, taskkill } from './relay.mjs';

describe('on Windows', () => {
  it('a server and what it started are ended by taskkill, by its whole path', () => {
    const env = { SYSTEMROOT: 'D:\\Windows' };
    assert.deepEqual(taskkill(42, false, env), ['D:\\Windows\\System32\\taskkill.exe', ['/PID', '42', '/T']]);
    assert.deepEqual(taskkill(42, true, {}), ['C:\\Windows\\System32\\taskkill.exe', ['/PID', '42', '/T', '/F']]);
  });

  it('a server gets the variables that programs need there, and no others', () => {
    const from = {
      PATH: 'C:\\bin',
      PATHEXT: '.EXE;.CMD',
      SYSTEMROOT: 'C:\\Windows',
      COMSPEC: 'cmd.exe',
      API_TOKEN: 'secret',
      HOME: 'x',
    };
    const { PYTHONUNBUFFERED, ...kept } = serverEnvironment({}, from, 'windows');
    assert.equal(PYTHONUNBUFFERED, '1');
    assert.deepEqual(Object.keys(kept).toSorted(), ['COMSPEC', 'PATH', 'PATHEXT', 'SYSTEMROOT']);
  });

  it('npx, which is npx.cmd there, is started through cmd.exe, and what its arguments say is no command', (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'windows-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'npx.CMD'), '@echo off');
    // `cross-spawn` looks at the platform when it is loaded.
    const script = `
      Object.defineProperty(process, 'platform', { value: 'win32' });
      const parse = require('cross-spawn')._parse;
      const env = { PATH: ${JSON.stringify(folder)}, PATHEXT: '.EXE;.CMD', comspec: 'cmd.exe' };
      process.env.PATHEXT = env.PATHEXT; process.env.comspec = env.comspec;
      const { command, args, options } = parse('npx', ['-y', 'a & calc', '%PATH%'], { env, shell: false });
      console.log(JSON.stringify({ command, args, verbatim: options.windowsVerbatimArguments }));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
    assert.equal(stderr, '');
    const { command, args, verbatim } = JSON.parse(stdout);
    assert.equal(command, 'cmd.exe');
    assert.equal(verbatim, true);
    assert.deepEqual(args.slice(0, 3), ['/d', '/s', '/c']);
    // A caret before each character that means something to cmd.exe.
    assert.equal(args[3], '"npx ^"-y^" ^"a^ ^&^ calc^" ^"^%PATH^%^""');
  });
});
