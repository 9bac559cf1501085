// docs/requirements.md: for each requirement where it comes from and which tests verify it. `npm run reference` writes it.
import { citations } from './citations.mjs';
import { chapters, requirements } from './manifest.mjs';

export const DOCUMENT = 'docs/requirements.md';

export function documentText() {
  const cited = groupById(citations());
  return [
    '# Requirements',
    '',
    '<!-- Written by `npm run reference` from test/requirements; edit those. -->',
    '',
    'What the Model Context Protocol asks of a client and its host, in our words, and the tests that verify it. A test cites what it verifies with `verifies(…)`.',
    '',
    summary(),
    '',
    ...chapters.flatMap(({ title, requirements }) => [
      `## ${title}`,
      '',
      ...requirements.map((one) => entry(one, cited.get(one.id) ?? [])),
      '',
    ]),
  ].join('\n');
}

function summary() {
  const count = (is) => requirements.filter(({ status }) => status.is === is).length;
  return `${requirements.length} requirements: ${count('tested')} tested, ${count('missing')} missing, ${count('later')} of later pieces, ${count('not-applicable')} that cannot come up.`;
}

function entry({ id, n, level, says, url, revisions, status }, cited) {
  const holds = revisions.length > 1 ? `${revisions[0]} to ${revisions.at(-1)}` : revisions[0];
  return `- **${id}** (${n}, ${level}, [${holds}](${url})): ${says} _${standing(status, cited)}_`;
}

function standing(status, cited) {
  switch (status.is) {
    case 'tested':
      return `Tested: ${[...new Set(cited.map(({ file }) => `\`${file.replace(/^test\//, '')}\``))].join(', ')}.`;
    case 'later':
      return `Later: ${status.piece}.`;
    case 'missing':
      return `Missing: ${status.what}.`;
    default:
      return `Cannot come up: ${status.why}.`;
  }
}

/** Node 20 cannot group by itself. */
function groupById(all) {
  const groups = new Map();
  for (const one of all) groups.set(one.id, [...(groups.get(one.id) ?? []), one]);
  return groups;
}
