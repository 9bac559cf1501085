import { expect } from '@esm-bundle/chai';
import {
  decide,
  defaultServerRequestPolicy,
  type ServerRequestFacts,
  type Verdict,
} from '../../src/approvals/policy.js';

const facts = (changes: Partial<ServerRequestFacts>): ServerRequestFacts => ({
  method: 'sampling/createMessage',
  host: 'files.example',
  serverName: 'Files',
  hasHandler: true,
  hasPerson: true,
  ...changes,
});

const rows: readonly [
  name: string,
  facts: Partial<ServerRequestFacts>,
  policy: Verdict | undefined,
  verdict: Verdict,
][] = [
  ['sampling is the person’s to decide', {}, undefined, 'ask'],
  ['sampling without an answerer too', { hasHandler: false }, undefined, 'ask'],
  ['a form is the person’s to decide', { method: 'elicitation/create', mode: 'form' }, undefined, 'ask'],
  ['a page to open is the person’s to decide', { method: 'elicitation/create', mode: 'url' }, undefined, 'ask'],
  [
    'roots are the person’s to decide where they keep some',
    { method: 'roots/list', keepsRoots: true },
    undefined,
    'ask',
  ],
  ['roots come from page code', { method: 'roots/list' }, undefined, 'allow'],
  ['roots are refused where page code has none', { method: 'roots/list', hasHandler: false }, undefined, 'deny'],
  ['where nobody looks, page code answers', { hasPerson: false }, undefined, 'allow'],
  ['where nobody looks and no code answers, nothing is', { hasPerson: false, hasHandler: false }, undefined, 'deny'],
  ['a page may let its sampler answer', {}, 'allow', 'allow'],
  ['a page may refuse everything', {}, 'deny', 'deny'],
  ['a page may refuse to open pages', { method: 'elicitation/create', mode: 'url' }, 'deny', 'deny'],
  ['no page can open pages unasked', { method: 'elicitation/create', mode: 'url' }, 'allow', 'ask'],
  ['nor where nobody looks', { method: 'elicitation/create', mode: 'url', hasPerson: false }, 'allow', 'deny'],
  ['nobody is asked who is not there', { hasPerson: false }, 'ask', 'deny'],
  ['nothing is allowed that nobody can answer', { hasHandler: false }, 'allow', 'ask'],
];

describe('the approval policy', () => {
  for (const [name, changes, policy, verdict] of rows)
    it(`${name}: ${verdict}`, () => {
      expect(decide(facts(changes), policy ? () => policy : defaultServerRequestPolicy)).to.equal(verdict);
    });
});
