import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
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
