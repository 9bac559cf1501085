import { expect } from '@esm-bundle/chai';
import { generate } from '../../src/approvals/sampler.js';
import type { SamplingResult } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { requestingServer, samplingRequest } from '../support/questions.js';

const context = { signal: new AbortController().signal, server: requestingServer.server };
const answered = (answer: unknown): Promise<SamplingResult> =>
  generate(async () => answer as SamplingResult, samplingRequest, context);
const use = { type: 'tool_use', id: '1', name: 'search', input: {}, _meta: { signature: 's' } };

describe('the answer of a page’s sampler', () => {
  it('may be text alone', async () => {
    expect(await answered('Hi.')).to.deep.equal({
      role: 'assistant',
      content: [{ type: 'text', text: 'Hi.' }],
      model: 'unknown',
      stopReason: 'endTurn',
    });
  });
  it('may use tools; the reason says so where the sampler does not', async () => {
    expect(await answered({ content: [use, { ...use, id: '2' }], model: 'm' })).to.deep.equal({
      role: 'assistant',
      content: [use, { ...use, id: '2' }],
      model: 'm',
      stopReason: 'toolUse',
    });
    expect(await answered({ role: 'assistant', content: [use], model: 'm', stopReason: 'tool_calls' })).to.include({
      stopReason: 'tool_calls',
    });
  });
  it('is otherwise as the sampler gave it', async () => {
    const answer = { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }], model: 'm' };
    expect(await answered(answer)).to.deep.equal(answer);
  });
  for (const [what, answer] of [
    ['nothing', undefined],
    ['content that is no list', { content: 'Hi.', model: 'm' }],
    ['no model', { content: [] }],
    ['a block of no type', { content: [{ text: 'Hi.' }], model: 'm' }],
    ['nothing for a block', { content: [null], model: 'm' }],
    ['a use of a tool without an id', { content: [{ ...use, id: '' }], model: 'm' }],
    ['a use of a tool without a name', { content: [{ ...use, name: undefined }], model: 'm' }],
    ['a use of a tool whose input is text', { content: [{ ...use, input: '{}' }], model: 'm' }],
  ] as const)
    it(`${what}: is none, and the page is told what would be`, async () => {
      const error = await failureOf(answered(answer));
      expect(error.code).to.equal('invalid-input');
      expect(error.remedy).to.contain('tool');
    });
});
