import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Another commit in a folder of its own, with the packages of this one, until this process ends.
 * @param {string} name what it is for
 */
export function checkOut(commit, name) {
  const folder = path.join(root, 'node_modules/.cache/mcp-embed', `${name}-${commit}`);
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (existsSync(folder)) git('worktree', 'remove', '--force', folder);
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  process.once('exit', () => git('worktree', 'remove', '--force', folder));
  return folder;
}

/**
 * Another commit with its own packages, built, which stays there for the next run. Outside of this project, because a
 * build looks for packages above its folder too.
 * @returns {string} its folder
 */
export function buildOther(commit) {
  const folder = path.join(tmpdir(), `mcp-embed-built-${commit}`);
  if (existsSync(path.join(folder, 'dist/mcp-embed.js'))) return folder;
  const run = (command, ...args) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(folder, { recursive: true, force: true });
  execFileSync('git', ['clone', '--quiet', root, folder]);
  run('git', 'checkout', '--quiet', commit);
  run('npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  run('npm', 'run', 'build');
  return folder;
}
