import { expect } from '@esm-bundle/chai';
import { answerRequest } from '../../src/protocol/era.js';
import { failureOf } from '../fixtures/failure.js';

const context = { signal: new AbortController().signal };
const asks = (method: string, params?: Record<string, unknown>): Promise<unknown> =>
  answerRequest({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }, context, (asked, given, at) =>
    asked === 'roots/list' ? Promise.resolve({ asked, given, at }) : undefined,
  );

describe('what a legacy server may ask', () => {
  it('ping, which is answered at once', async () => {
    expect(await asks('ping')).to.deep.equal({});
  });
  it('questions, which go where all questions go', async () => {
    expect(await asks('roots/list', { a: 1 })).to.deep.equal({ asked: 'roots/list', given: { a: 1 }, at: context });
  });
  for (const method of ['sampling/createMessage', 'tools/list', '', '__proto__'])
    it(`“${method}”, where nobody answers it: −32601`, async () => {
      expect((await failureOf(asks(method))).rpcCode).to.equal(-32601);
    });
});
