// The tests that `npm test` leaves to `npm run test:slow`.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { shareOf } from './turns.mjs';

/** What takes long by itself has its own command, `npm run test:slow`; CI runs both. */
export const SLOW = Object.entries({
  accessibility: ['*'],
  'content-check': ['*'],
  e2e: ['roots', 'sampling', 'scopes', 'secrets', 'sign-in', 'storms'],
  session: [
    'each-neighbour',
    'resource-subscriptions',
    'hostile-server',
    'server-requests-end',
    'identities',
    'stored-resources',
    'notification-throttle',
    'permission-waits',
    'real-servers',
    'tasks',
    'tasks-2025-11-25',
    'task-questions',
    'unreadable-refusal',
    'why-no-answer',
    'without-coordination-each',
  ],
  auth: ['five-tabs', 'nobody-asks', 'popup', 'real-popup', 'real-provider', 'redirect-authorizer', 'scan'],
  components: [
    'bad-values',
    'client-actions',
    'hostile-records',
    'host-pages',
    'lifecycle',
    'log-scroll',
    'moves',
    'page-view-attacks',
    'press-guard-mouse',
    'press-guard-sequences',
    'resource-view-subscription',
    'result-in-sight',
    'tool-form-drafts',
    'words-fit',
  ],
  'components/press-sequences': ['*'],
  csp: ['content-policy'],
  diagnosis: ['diagnose'],
  forms: ['hostile', 'sample'],
  fuzz: ['*'],
  schema: ['fuzz'],
  storage: ['interleavings', 'lost-database', 'quota', 'record-readers', 'token-store', 'silent-database', 'tabs'],
  transcript: ['stored'],
}).flatMap(([folder, names]) => names.map((name) => `test/${folder}/${name}.test.ts`));
/** The package in three bundlers and with the types of each framework, processes that must end, and whole visits: real tabs, reloads, crashes, sign-ins, pages that may do little, and a page for each file that may not come. */
export const SLOW_PAGES = [
  'bare-pages.test.mjs',
  'command.test.mjs',
  'containers.test.mjs',
  'crashes.test.mjs',
  'each-missing-file.test.mjs',
  'first-visit.test.mjs',
  'framed.test.mjs',
  'generate.test.mjs',
  'framework-types.test.mjs',
  'frameworks-visit.test.mjs',
  'host-pages.test.mjs',
  'integrity.test.mjs',
  'missing-files.test.mjs',
  'languages.test.mjs',
  'licences.test.mjs',
  'package.test.mjs',
  'packed.test.mjs',
  'pages.test.mjs',
  'page.test.mjs',
  'privacy.test.mjs',
  'processes.test.mjs',
  'script-tag.test.mjs',
  'server-import.test.mjs',
  'server-rendering.test.mjs',
  'signing-in.test.mjs',
  'stdio-relay.test.mjs',
  'tag-ways.test.mjs',
  'tree-shaking.test.mjs',
  'visits.test.mjs',
];

/**
 * One of several shares, which together have every slow test. CI takes them in turns: all of them need an hour there when
 * its machine is busy.
 * @param {number} turn from 1
 * @param {number} turns
 */
export function slowShare(turn, turns) {
  return { browser: shareOf(SLOW.flatMap(filesOf), turn, turns), pages: shareOf(SLOW_PAGES, turn, turns) };
}

/** A pattern of SLOW names one file, or all of a folder. */
function filesOf(pattern) {
  if (!pattern.endsWith('/*.test.ts')) return [pattern];
  const folder = pattern.slice(0, -'/*.test.ts'.length);
  return readdirSync(fileURLToPath(new URL(`../${folder}`, import.meta.url)))
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => `${folder}/${name}`);
}
