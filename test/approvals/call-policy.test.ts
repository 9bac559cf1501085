import { expect } from '@open-wc/testing';
import { decideCall, defaultCallPolicy, type CallFacts, type ToolRules } from '../../src/consent/index.js';
import { verifies } from '../requirements/verifies.js';
import { allowing } from '../fixtures/allowing.js';

const facts: CallFacts = {
  tool: 'delete_file',
  arguments: {},
  claims: undefined,
  startedBy: 'model',
  host: 'files.example',
  serverName: 'files',
  hasPerson: true,
};
const destroys = { destructiveHint: true };
const reads = { readOnlyHint: true };

describe('defaultCallPolicy', () => {
  const rows: readonly [string, Partial<CallFacts>, string][] = [
    ['a person pressed the button', { startedBy: 'person' }, 'allow'],
    [
      'a person pressed the button of a tool that can destroy something',
      { startedBy: 'person', claims: destroys },
      'ask',
    ],
    ['page code calls', { startedBy: 'page' }, 'allow'],
    ['page code calls what can destroy something', { startedBy: 'page', claims: destroys }, 'allow'],
    ['a model calls', { startedBy: 'model' }, 'ask'],
    ['a model calls a tool that claims to read only', { startedBy: 'model', claims: reads }, 'ask'],
    ['an app calls', { startedBy: 'app' }, 'ask'],
    ['a model calls what the person allowed', { startedBy: 'model', earlier: 'allow' }, 'allow'],
    ['a model calls what the person allowed and its server changed', { startedBy: 'model', earlier: 'changed' }, 'ask'],
    ['a person calls what they once refused for good', { startedBy: 'person', earlier: 'deny' }, 'deny'],
    ['page code calls what the person refused for good', { startedBy: 'page', earlier: 'deny' }, 'deny'],
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
    expect(decide({ startedBy: 'person', claims: destroys, hasPerson: false })).to.equal('allow');
  });

  it('a policy that wants everything seen lets nothing through where nobody sees it', () => {
    const { verdict } = decideCall({ ...facts, startedBy: 'person', hasPerson: false }, () => 'ask', undefined);
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
      expect(decide({ startedBy: 'person' }, rules)).to.equal(verdict);
    });

  it('only reading, of a tool that claims to: allow', () => {
    expect(decide({ startedBy: 'person', claims: reads }, { readOnly: true })).to.equal('allow');
  });

  it('rules bind page code as well', () => {
    expect(decide({ startedBy: 'page' }, { deny: ['delete_file'] })).to.equal('deny');
  });

  it('long patterns of many stars take no time', () => {
    const pattern = `${'*a'.repeat(2000)}*b`;
    const before = performance.now();
    expect(decide({ startedBy: 'person', tool: 'a'.repeat(5000) }, { allow: [pattern] })).to.equal('deny');
    expect(performance.now() - before).to.be.below(allowing(100));
  });

  for (const [some, why] of [
    [{ claims: destroys }, 'destructive'],
    [{ earlier: 'changed', claims: destroys }, 'changed'],
    [{}, 'started-by'],
    [{ startedBy: 'person' }, 'policy'],
  ] as const)
    it(`says why: ${why}`, () => {
      expect(decideCall({ ...facts, ...some }, defaultCallPolicy, undefined).why).to.equal(why);
    });
});
