import { expect } from '@esm-bundle/chai';
import { type CallFacts, decideCall, defaultCallPolicy, type ToolRules } from '../../src/approvals/index.js';
import { verifies } from '../requirements/verifies.js';

const facts: CallFacts = {
  tool: 'delete_file',
  arguments: {},
  annotations: undefined,
  definition: 'now',
  initiator: 'model',
  host: 'files.example',
  serverName: 'files',
  hasPerson: true,
};
const destroys = { destructiveHint: true };
const reads = { readOnlyHint: true };

describe('defaultCallPolicy', () => {
  const rows: readonly [string, Partial<CallFacts>, string][] = [
    ['a person pressed the button', { initiator: 'person' }, 'allow'],
    [
      'a person pressed the button of a tool that can destroy something',
      { initiator: 'person', annotations: destroys },
      'ask',
    ],
    [
      'a person pressed the button of a tool that is both',
      { initiator: 'person', annotations: { ...reads, ...destroys } },
      'ask',
    ],
    [
      'a person pressed the button of a tool of which nothing is said',
      { initiator: 'person', annotations: {} },
      'allow',
    ],
    [
      'a person pressed the button of what is not described now',
      { initiator: 'person', definition: 'unconfirmed' },
      'ask',
    ],
    ['a person pressed the button of what is not listed', { initiator: 'person', definition: 'unlisted' }, 'ask'],
    ['a person pressed, and what they decided cannot be read', { initiator: 'person', previous: 'unread' }, 'ask'],
    ['page code calls', { initiator: 'page' }, 'allow'],
    ['page code calls what can destroy something', { initiator: 'page', annotations: destroys }, 'allow'],
    ['a model calls', { initiator: 'model' }, 'ask'],
    ['a model calls a tool that claims to read only', { initiator: 'model', annotations: reads }, 'ask'],
    ['an app calls', { initiator: 'app' }, 'ask'],
    ['a model calls what the person allowed', { initiator: 'model', previous: 'allow' }, 'allow'],
    [
      'a model calls what the person allowed and its server changed',
      { initiator: 'model', previous: 'changed' },
      'ask',
    ],
    [
      'a model calls what was allowed and is not described now',
      { definition: 'unconfirmed', previous: 'unconfirmed' },
      'ask',
    ],
    [
      'a model calls what was allowed and is not described now, whatever is claimed',
      { definition: 'unconfirmed', previous: 'allow' },
      'ask',
    ],
    ['a person calls what they once refused for good', { initiator: 'person', previous: 'deny' }, 'deny'],
    ['page code calls what the person refused for good', { initiator: 'page', previous: 'deny' }, 'deny'],
  ];
  for (const [when, some, verdict] of rows)
    it(`${when}: ${verdict}`, () => {
      verifies('annotations-are-claims');
      expect(defaultCallPolicy({ ...facts, ...some })).to.equal(verdict);
    });
});

describe('decideCall', () => {
  const decide = (some: Partial<CallFacts>, rules?: ToolRules): string =>
    decideCall({ ...facts, ...some }, defaultCallPolicy, rules).verdict;

  it('asks nobody who is not there: for a model the answer is no', () => {
    expect(decide({ hasPerson: false })).to.equal('deny');
  });

  it('asks nobody who is not there: the button was the consent', () => {
    expect(decide({ initiator: 'person', annotations: destroys, hasPerson: false })).to.equal('allow');
  });

  it('a policy that wants everything seen lets nothing through where nobody sees it', () => {
    const { verdict } = decideCall({ ...facts, initiator: 'person', hasPerson: false }, () => 'ask', undefined);
    expect(verdict).to.equal('deny');
  });

  for (const [name, rules, verdict] of [
    ['a tool on the list', { allow: ['delete_file'] }, 'allow'],
    ['a tool that is not on the list', { allow: ['read_file'] }, 'deny'],
    ['an empty list', { allow: [] }, 'deny'],
    ['a pattern', { allow: ['*_file'] }, 'allow'],
    ['a pattern with a star within', { allow: ['del*file'] }, 'allow'],
    ['a pattern whose parts would overlap', { allow: ['delete_f*_file'] }, 'deny'],
    ['a pattern that stands for everything', { allow: ['*'] }, 'allow'],
    ['a pattern with signs of a regular expression', { allow: ['delete.file'] }, 'deny'],
    ['a forbidden tool', { deny: ['delete_*'] }, 'deny'],
    ['forbidden and allowed', { allow: ['*'], deny: ['delete_file'] }, 'deny'],
    ['only reading, of a tool that claims nothing', { readOnly: true }, 'deny'],
  ] as const)
    it(`the page’s rules, ${name}: ${verdict}`, () => {
      expect(decide({ initiator: 'person' }, rules)).to.equal(verdict);
    });

  it('only reading, of a tool that claims to: allow', () => {
    expect(decide({ initiator: 'person', annotations: reads }, { readOnly: true })).to.equal('allow');
  });

  for (const [what, some] of [
    ['claims to read only, and to be destructive', { annotations: { ...reads, ...destroys } }],
    ['does not say so now', { annotations: reads, definition: 'unconfirmed' }],
    ['is not listed', { annotations: reads, definition: 'unlisted' }],
  ] as const)
    it(`only reading, of a tool that ${what}: deny`, () => {
      for (const initiator of ['person', 'page', 'model'] as const)
        expect(decide({ initiator, ...some }, { readOnly: true })).to.equal('deny');
    });

  it('rules bind page code as well', () => {
    expect(decide({ initiator: 'page' }, { deny: ['delete_file'] })).to.equal('deny');
  });

  it('the comparison with a long pattern of many stars ends', () => {
    const pattern = `${'*a'.repeat(2000)}*b`;
    expect(decide({ initiator: 'person', tool: 'a'.repeat(5000) }, { allow: [pattern] })).to.equal('deny');
  });

  for (const [some, why] of [
    [{ annotations: destroys }, 'destructive'],
    [{ previous: 'changed', annotations: destroys }, 'changed'],
    [{ previous: 'changed', annotations: destroys, definition: 'unlisted' }, 'unlisted'],
    [{ previous: 'unconfirmed', annotations: destroys, definition: 'unconfirmed' }, 'unconfirmed'],
    [{ previous: 'unread', initiator: 'person' }, 'unread'],
    [{ annotations: { ...reads, ...destroys } }, 'destructive'],
    [{}, 'started-by'],
    [{ initiator: 'person' }, 'policy'],
  ] as const)
    it(`says why: ${why}`, () => {
      expect(decideCall({ ...facts, ...some }, defaultCallPolicy, undefined).why).to.equal(why);
    });
});
