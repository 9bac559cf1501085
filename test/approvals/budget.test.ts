import { expect } from '@esm-bundle/chai';
import { estimateUsage, SamplingBudget, toolRounds } from '../../src/approvals/budget.js';
import { DEFAULT_BUDGET, NOTHING_USED, readBudget, type BudgetUsage } from '../../src/approvals/budget.js';
import { modelFor } from '../../src/approvals/queue.js';
import type { JsonObject, SamplingMessage } from '../../src/protocol/model.js';
import { samplingRequest } from '../support/questions.js';

const NOW = 1_000_000;
const ago = (...seconds: readonly number[]): number[] => seconds.map((each) => NOW - each * 1000);
const use: SamplingMessage = { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 't', input: {} }] };

describe('what a server may have of the model', () => {
  for (const [what, spent, limits, rounds, usedUp] of [
    ['nothing used', {}, {}, 0, []],
    ['nine calls this minute', { calls: ago(...Array(9).fill(5)) }, {}, 0, []],
    ['ten calls this minute', { calls: ago(...Array(10).fill(5)) }, {}, 0, ['requests']],
    ['ten calls, one a minute ago', { calls: ago(60, ...Array(9).fill(5)) }, {}, 0, []],
    ['one token left', { tokens: 49_999 }, {}, 0, []],
    ['no token left', { tokens: 50_000 }, {}, 0, ['tokens']],
    ['a cost, and no limit on it', { cost: 1000 }, {}, 0, []],
    ['a cost at its limit', { cost: 2 }, { costPerSession: 2 }, 0, ['cost']],
    ['no known cost', {}, { costPerSession: 2 }, 0, []],
    ['nine rounds of using tools', {}, {}, 9, []],
    ['ten rounds of using tools', {}, {}, 10, ['rounds']],
    [
      'several at once',
      { tokens: 9, calls: ago(1) },
      { tokensPerSession: 1, requestsPerMinute: 1 },
      0,
      ['requests', 'tokens'],
    ],
    [
      'no limits at all',
      { tokens: 1e9, calls: ago(1) },
      { tokensPerSession: Infinity, requestsPerMinute: Infinity },
      0,
      [],
    ],
  ] as const)
    it(`${what}: ${usedUp.join(', ') || 'may go on'}`, () => {
      const all = { ...NOTHING_USED, ...spent } as BudgetUsage;
      expect(readBudget(all, { ...DEFAULT_BUDGET, ...limits }, rounds, NOW).usedUp).to.deep.equal(usedUp);
    });

  it('says when the next call is free', () => {
    expect(readBudget({ ...NOTHING_USED, calls: ago(70, 45, 5) }, DEFAULT_BUDGET, 0, NOW)).to.include({
      requests: 2,
      freeInMs: 15_000,
    });
  });

  it('counts for each server by itself, and adds up what its answers took', () => {
    const budget = new SamplingBudget({ tokensPerSession: 100 });
    budget.begin('https://a/');
    budget.spend('https://a/', { inputTokens: 40, outputTokens: 20, cost: 0.5 });
    budget.spend('https://a/', { inputTokens: 40, outputTokens: 0, isEstimate: true });
    expect(budget.read('https://a/')).to.deep.include({ requests: 1, tokens: 100, cost: 0.5, isEstimate: true });
    expect(budget.refusal('https://a/', samplingRequest)!.message).to.contain('tokens');
    expect(budget.refusal('https://b/', samplingRequest)).to.equal(undefined);
    budget.reset('https://a/');
    expect(budget.refusal('https://a/', samplingRequest)).to.equal(undefined);
  });

  it('is not filled up again by numbers that are none', () => {
    const budget = new SamplingBudget();
    budget.spend('https://a/', { inputTokens: -1000, outputTokens: NaN, cost: -5 });
    expect(budget.read('https://a/')).to.include({ tokens: 0, cost: 0 });
  });

  it('counts a round for each answer that used tools', () => {
    expect(toolRounds({ ...samplingRequest, messages: [use, { role: 'user', content: [] }, use] })).to.equal(2);
  });

  it('is estimated for a request of any depth', () => {
    let metadata: JsonObject = { end: 'x'.repeat(400) };
    for (let level = 0; level < 100_000; level++) metadata = { a: metadata };
    const plain = estimateUsage(samplingRequest, '').inputTokens;
    expect(estimateUsage({ ...samplingRequest, metadata }, '').inputTokens).to.equal(plain + 100);
  });

  it('guesses from the length of the texts where nobody counted, and says so', () => {
    const picture = { type: 'image', data: 'A'.repeat(10_000), mimeType: 'image/png' } as const;
    const plain = estimateUsage(samplingRequest, 'x'.repeat(400));
    expect(plain).to.deep.include({ outputTokens: 100, isEstimate: true });
    expect(estimateUsage(samplingRequest, [picture]).outputTokens).to.be.within(1200, 1210);
  });
});

describe('the model a server wishes', () => {
  const models = [{ id: 'gpt-x-mini' }, { id: 'c-1', name: 'Claude Sonnet' }, { id: 'claude-haiku' }];
  for (const [hints, found] of [
    [['sonnet'], 'c-1'],
    [['CLAUDE'], 'c-1'],
    [['nothing like it', 'haiku'], 'claude-haiku'],
    [['', ' '], undefined],
    [['other'], undefined],
    [[], undefined],
  ] as const)
    it(`${hints.join(' or ') || 'none'}: ${found ?? 'the first'}`, () => {
      expect(modelFor({ hints: hints.map((name) => ({ name })) }, models)?.id).to.equal(found);
    });
});
