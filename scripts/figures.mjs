// `npm run figures`: which measured tables of docs/ are older than the code that they measure. An old one is a note, because
// measuring takes a quiet machine. A table that does not name its commit, or names one that git does not know, is a failure.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The folders that every table measures. */
const MEASURED = ['src', 'components'];
/** “Written by `npm run bench:forms` (commit 1234567, …”: the first words under a table's heading. */
const WRITTEN =
  /^(?:Written|Measured) by `(npm run (?:bench|check|conformance|servers)[^`]*)`(?: \((?:commit ([0-9a-f]{7,40})( with changes)?)?)?/gm;

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true';

/** @returns {{ commits: number, files: number } | undefined} what has changed since; undefined for a commit that is not there */
function changesSince(commit) {
  try {
    const commits = Number(git('rev-list', '--count', `${commit}..HEAD`, '--', ...MEASURED));
    const files = git('diff', '--name-only', commit, 'HEAD', '--', ...MEASURED)
      .split('\n')
      .filter(Boolean).length;
    return { commits, files };
  } catch {
    return undefined;
  }
}

let failures = 0;
const documents = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));
for (const document of documents.sort())
  for (const [, command, commit, changed] of readFileSync(path.join(root, 'docs', document), 'utf8').matchAll(
    WRITTEN,
  )) {
    const table = `docs/${document}, ${command}`;
    const since = commit && changesSince(commit);
    if (!commit || (!since && !isShallow)) {
      failures++;
      console.log(
        `FAILED   ${table}: ${commit ? `there is no commit ${commit}` : 'names no commit'}; run the command again.`,
      );
    } else if (!since) console.log(`unknown  ${table}: commit ${commit} is not in this shallow clone.`);
    else if (since.files > 0)
      console.log(
        `older    ${table}: ${commit}, ${since.commits} commits and ${since.files} files of ${MEASURED.join(' and ')} ago.`,
      );
    else console.log(`current  ${table}: ${commit}${changed ? ' with changes' : ''}.`);
  }
process.exitCode = failures > 0 ? 1 : 0;
