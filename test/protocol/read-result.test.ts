import { expect } from '@esm-bundle/chai';
import { legacyEra } from '../../src/protocol/legacy.js';
import { modernEra } from '../../src/protocol/modern.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';

const ask = { method: 'elicitation/create', params: { message: 'Who?' } };

describe('reading a modern result', () => {
  const read = async (result: unknown, method = 'tools/call'): Promise<ReturnType<typeof modernEra.read>> =>
    modernEra.read(method, result);

  for (const result of [{ content: [] }, { resultType: 'complete' }, {}])
    it(`${JSON.stringify(result)} is complete`, async () => {
      verifies('absent-result-type-is-complete');
      expect(await read(result)).to.deep.equal({ kind: 'complete', result });
      expect((await read(result, 'tools/list')).kind).to.equal('complete');
    });

  for (const method of ['tools/call', 'resources/read', 'prompts/get'])
    it(`${method} may ask first`, async () => {
      const inputRequests = { who: ask, model: { method: 'sampling/createMessage' } };
      expect(await read({ resultType: 'input_required', inputRequests, requestState: 'opaque' }, method)).to.deep.equal(
        {
          kind: 'input-required',
          asks: { who: ask, model: { method: 'sampling/createMessage', params: undefined } },
          requestState: 'opaque',
        },
      );
    });

  it('a state alone is a wish for patience, also an empty one', async () => {
    for (const requestState of ['s', ''])
      expect(await read({ resultType: 'input_required', requestState })).to.deep.equal({
        kind: 'input-required',
        asks: {},
        requestState,
      });
  });

  it('questions without a state have none to send back', async () => {
    expect(await read({ resultType: 'input_required', inputRequests: { q: ask } })).to.include({
      requestState: undefined,
    });
  });

  it('a key may have any name', async () => {
    const reading = await read(
      JSON.parse('{"resultType":"input_required","inputRequests":{"__proto__":{"method":"roots/list"}}}'),
    );
    expect(reading.kind === 'input-required' && Object.keys(reading.asks)).to.deep.equal(['__proto__']);
  });

  for (const [what, result, method] of [
    ['no object', 'text'],
    ['null', null],
    ['a list', []],
    ['nothing', undefined],
    ['of a form nobody knows', { resultType: 'task' }],
    ['of a form that is null', { resultType: null }],
    ['of a form that is no text', { resultType: { toString: 'complete' } }],
    ['asking where it must not', { resultType: 'input_required', inputRequests: { q: ask } }, 'tools/list'],
    ['asking for nothing', { resultType: 'input_required' }],
    ['asking for nothing, with an empty record', { resultType: 'input_required', inputRequests: {} }],
    ['asking with a list', { resultType: 'input_required', inputRequests: [ask], requestState: 's' }],
    ['asking without a method', { resultType: 'input_required', inputRequests: { q: {} } }],
    ['asking with text', { resultType: 'input_required', inputRequests: { q: 'who' } }],
    ['with a state that is no text', { resultType: 'input_required', requestState: 5 }],
  ] as const)
    it(`${what} must not be used`, async () => {
      verifies('absent-result-type-is-complete');
      const error = await failureOf(read(result, method));
      expect(error.code).to.equal('bad-message');
      expect(error.message).to.contain(method ?? 'tools/call');
    });
});

describe('reading a legacy result', () => {
  it('is complete, whatever it says of itself', async () => {
    const result = { resultType: 'input_required' };
    expect(legacyEra.read('tools/call', result)).to.deep.equal({ kind: 'complete', result });
  });
  for (const result of ['text', null, [], 5])
    it(`${JSON.stringify(result)} must not be used`, async () => {
      expect((await failureOf(() => legacyEra.read('tools/call', result))).code).to.equal('bad-message');
    });
});
