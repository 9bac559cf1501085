import { expect } from '@esm-bundle/chai';
import { ProtocolError, type McpError, verbatim } from '../../src/errors.js';
import { legacyEra } from '../../src/protocol/legacy.js';
import type { Reading } from '../../src/protocol/era.js';
import { failureOf } from '../fixtures/failure.js';

const page = { mode: 'url', message: 'Sign in.', url: 'https://x.example/', elicitationId: '1' };
const error = (data: unknown): ProtocolError => new ProtocolError(-32042, verbatim('Sign in first.'), { data });
const read = async (data: unknown): Promise<Reading> => legacyEra.readRefusal(error(data));

describe('an error that asks for pages to be visited first (−32042)', () => {
  it('becomes questions, one for each page, after which the call goes out again as it was', async () => {
    const other = { ...page, elicitationId: '2' };
    const reading = await read({ elicitations: [page, other], note: 'more' });
    expect(reading).to.deep.include({ kind: 'input-required', resendUnchanged: true });
    const { asks } = reading as Extract<Reading, { kind: 'input-required' }>;
    expect(Object.values(asks)).to.deep.equal([
      { method: 'elicitation/create', params: page },
      { method: 'elicitation/create', params: other },
    ]);
  });
  it('is met without an id too: the person can still say that they are done', async () => {
    const { elicitationId: _, ...unnamed } = page;
    expect(await read({ elicitations: [unnamed] })).to.include({ kind: 'input-required' });
  });
  for (const data of [undefined, null, 'x', {}, { elicitations: 'x' }, { elicitations: [] }])
    it(`stays what it is where it names none: ${JSON.stringify(data)}`, async () => {
      const refusal = error(data);
      expect(await failureOf(() => legacyEra.readRefusal(refusal))).to.equal(refusal);
    });
  for (const [what, broken, words] of [
    ['a form', { message: 'm', requestedSchema: {} }, 'a form'],
    ['no address', { ...page, url: 5 }, 'no url'],
    ['an address of another kind', { ...page, url: 'vscode://x' }, 'vscode:'],
    ['nothing', null, 'no parameters'],
  ] as const)
    it(`is of no use where one of them is ${what}: said in words, with the server’s own`, async () => {
      const failure: McpError = await failureOf(read({ elicitations: [page, broken] }));
      expect(failure.code).to.equal('bad-message');
      expect(failure.message).to.contain(words).and.to.contain('Sign in first.');
      expect(failure.cause).to.include({ rpcCode: -32042 });
    });
  it('no other error becomes anything else', async () => {
    const refusal = new ProtocolError(-32602, verbatim('No.'), { data: { elicitations: [page] } });
    expect(await failureOf(() => legacyEra.readRefusal(refusal))).to.equal(refusal);
  });
});
