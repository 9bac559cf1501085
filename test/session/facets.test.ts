import { expect } from '@esm-bundle/chai';
import { Completions, MAX_COMPLETIONS, Prompts } from '../../src/session/prompts.js';
import { Resources } from '../../src/session/resources.js';
import { Tools } from '../../src/session/tools.js';
import { HandCache, HandRequester } from '../fixtures/requester.js';
import { verifies } from '../requirements/verifies.js';

describe('what a session can be asked', () => {
  let requester: HandRequester;
  beforeEach(() => {
    requester = new HandRequester();
  });
  const cache = (): Promise<HandCache> => Promise.resolve(new HandCache());
  const asked = (): unknown => {
    const { method, params } = requester.asked.at(-1)!;
    return [method, params];
  };

  describe('tools.call', () => {
    it('sends name and arguments, and reads the result', async () => {
      requester.reply = () => ({ content: [{ type: 'text', text: '3' }], structuredContent: 0 });
      const result = await new Tools(requester, cache()).call('add', { a: 1, b: 2 });
      expect(asked()).to.deep.equal(['tools/call', { name: 'add', arguments: { a: 1, b: 2 } }]);
      expect(result).to.deep.equal({
        content: [{ type: 'text', text: '3' }],
        structuredContent: 0,
        isError: false,
      });
    });
    it('that failed in the tool is a result', async () => {
      verifies('failed-tool-is-a-result');
      requester.reply = () => ({ content: [], isError: true });
      expect((await new Tools(requester, cache()).call('add')).isError).to.equal(true);
    });
    it('passes on the caller’s wishes, and the tool as it was listed last', async () => {
      const tool = { name: 'add', inputSchema: { type: 'object' } };
      requester.reply = (method) => (method === 'tools/list' ? { tools: [tool] } : { content: [] });
      const tools = new Tools(requester, cache());
      const { signal } = new AbortController();
      await tools.call('add', {}, { signal, timeoutMs: 5 });
      const { clock, ...options } = requester.asked.at(-1)!.options!;
      expect(options).to.deep.equal({ signal, timeoutMs: 5, tool: undefined });
      expect(clock, 'the time of the call is taken').to.exist;
      await tools.list();
      await tools.call('add');
      expect(requester.asked.at(-1)!.options!.tool).to.deep.equal(tool);
      await tools.call('other');
      expect(requester.asked.at(-1)!.options!.tool).to.equal(undefined);
    });
  });

  it('resources.read', async () => {
    requester.reply = () => ({ contents: [{ uri: 'a:b', text: 'x' }, {}] });
    const contents = await new Resources(requester, cache()).read('a:b');
    expect(asked()).to.deep.equal(['resources/read', { uri: 'a:b' }]);
    expect(contents).to.have.length(2);
  });

  it('prompts.get', async () => {
    requester.reply = () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }] });
    const prompt = await new Prompts(requester, cache()).get('greet', { who: 'me' });
    expect(asked()).to.deep.equal(['prompts/get', { name: 'greet', arguments: { who: 'me' } }]);
    expect(prompt.messages).to.have.length(1);
  });

  describe('complete', () => {
    const ref = { type: 'ref/prompt', name: 'greet' } as const;
    const argument = { name: 'who', value: 'm' };

    it('sends what is typed, and the context only where there is one', async () => {
      requester.reply = () => ({ completion: { values: ['me'], total: 1, hasMore: false } });
      expect(await new Completions(requester).complete(ref, argument)).to.deep.equal({
        values: ['me'],
        total: 1,
        hasMore: false,
      });
      expect(asked()).to.deep.equal(['completion/complete', { ref, argument }]);
      await new Completions(requester).complete({ type: 'ref/resource', uri: 'a:{b}' }, argument, { c: 'd' });
      expect(asked()).to.deep.equal([
        'completion/complete',
        { ref: { type: 'ref/resource', uri: 'a:{b}' }, argument, context: { arguments: { c: 'd' } } },
      ]);
    });
    for (const [completion, values] of [
      [undefined, 0],
      ['x', 0],
      [{ values: 'x' }, 0],
      [{ values: ['a', 5, 'b'] }, 2],
      [{ values: Array(MAX_COMPLETIONS + 5).fill('x') }, MAX_COMPLETIONS],
    ] as const)
      it(`reads ${JSON.stringify(completion)?.slice(0, 30) ?? 'nothing'} as ${values} values`, async () => {
        verifies('completion-reads-partial-answers');
        requester.reply = () => ({ completion });
        expect((await new Completions(requester).complete(ref, argument)).values).to.have.length(values);
      });
  });
});
