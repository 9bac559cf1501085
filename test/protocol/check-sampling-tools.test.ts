import { expect } from '@esm-bundle/chai';
import { isLargerThan } from '../../src/protocol/decode/values.js';
import { MAX_SAMPLING_TOOLS, readSamplingRequest } from '../../src/protocol/decode/server-requests.js';
import type { Json, JsonObject, SamplingRequest } from '../../src/protocol/model.js';
import { verifies } from '../requirements/verifies.js';

type Block = JsonObject;
const text: Block = { type: 'text', text: 'x' };
const use = (id: string): Block => ({
  type: 'tool_use',
  id,
  name: 'search',
  input: { q: id },
  _meta: { signature: id },
});
const result = (toolUseId: string): Block => ({
  type: 'tool_result',
  toolUseId,
  content: [text],
  isError: false,
  _meta: { cached: toolUseId },
});
const user = (...content: Block[]): JsonObject => ({ role: 'user', content });
const assistant = (...content: Block[]): JsonObject => ({ role: 'assistant', content });
const read = (messages: readonly Json[], more: JsonObject = {}): SamplingRequest | string => {
  const request = readSamplingRequest({ messages, maxTokens: 1, ...more });
  return 'fault' in request ? request.fault.text : request;
};

describe('a conversation with tools', () => {
  const balanced = [
    ['no tools at all', [user(text), assistant(text), user(text)]],
    ['one use and its result', [user(text), assistant(use('1')), user(result('1'))]],
    ['several at once, in another order', [assistant(text, use('1'), use('2')), user(result('2'), result('1'))]],
    ['one after the other', [assistant(use('1')), user(result('1')), assistant(use('2')), user(result('2'))]],
    ['an id used again later', [assistant(use('1')), user(result('1')), assistant(use('1')), user(result('1'))]],
  ] as const;
  for (const [what, messages] of balanced)
    it(`${what}: is read as it is, with all that belongs to its blocks`, () => {
      verifies('sampling-tool-results-balanced', 'sampling-tool-meta-preserved');
      expect(read(messages)).to.deep.equal({ messages, maxTokens: 1 });
    });

  const unbalanced: readonly [what: string, messages: readonly JsonObject[], fault: string][] = [
    ['results beside text', [assistant(use('1')), user(text, result('1'))], 'Message 2 mixes'],
    ['a result missing', [assistant(use('1'), use('2')), user(result('1'))], 'Message 2 lacks the tool result for “2”'],
    ['something between', [assistant(use('1')), user(text), user(result('1'))], 'Message 2 lacks'],
    ['no answer at all', [user(text), assistant(use('1'))], 'for “1” is missing'],
    ['a result for nothing', [user(result('1'))], 'for “1”, which was not called'],
    ['a result too many', [assistant(use('1')), user(result('1'), result('2'))], 'for “2”, which was not called'],
    ['an assistant with results', [assistant(use('1')), assistant(result('1'))], 'come from the user only'],
    ['a user who uses tools', [user(use('1')), user(result('1'))], 'only the assistant'],
    ['two uses under one id', [assistant(use('1'), use('1')), user(result('1'))], 'same id'],
  ];
  for (const [what, messages, fault] of unbalanced)
    it(`${what}: is refused in a sentence`, () => {
      verifies('sampling-tool-results-balanced');
      expect(read(messages)).to.be.a('string').that.contains(fault).and.matches(/\.$/);
    });

  it('a block without what it cannot do without is shown as broken, beside the others', () => {
    expect(read([user(text, { type: 'tool_use' })])).to.have.nested.property(
      'messages[0].content[1].type',
      'unreadable',
    );
  });
  it('a use without input has an empty one', () => {
    const conversation = read([assistant({ type: 'tool_use', id: '1', name: 'x' }), user(result('1'))]);
    expect(conversation).to.have.deep.nested.property('messages[0].content[0].input', {});
  });
  it('a structured result is kept, also where it is null', () => {
    const given = { ...result('1'), structuredContent: null };
    expect(read([assistant(use('1')), user(given)])).to.have.deep.nested.property('messages[1].content[0]', given);
  });
  it('a result holds no results, however deep somebody nests them', () => {
    let nested: Block = text;
    for (let level = 0; level < 10_000; level++) nested = { ...result('1'), content: [nested] };
    const conversation = read([assistant(use('1')), user(nested)]);
    expect(conversation).to.have.nested.property('messages[1].content[0].content[0].type', 'unreadable');
  });
});

describe('tools offered to a model', () => {
  const tool = { name: 'search', description: 'Searches.', inputSchema: { type: 'object' } };

  it('are read with everything that belongs to them', () => {
    const tools = [{ ...tool, title: 'Search', annotations: { readOnlyHint: true }, _meta: { a: 1 } }];
    expect(read([user(text)], { tools, toolChoice: { mode: 'required' } })).to.deep.include({
      tools,
      toolChoice: { mode: 'required' },
    });
  });
  for (const [what, more, fault] of [
    ['no list', { tools: 'search' }, 'not a list'],
    ['one without a schema', { tools: [tool, { name: 'x' }] }, 'Tool 2 of the request has no inputSchema'],
    ['one that is nothing', { tools: [null] }, 'Tool 1'],
    ['too many', { tools: Array<Json>(MAX_SAMPLING_TOOLS + 1).fill(tool) }, `more than ${MAX_SAMPLING_TOOLS}`],
    ['none, and one must be used', { toolChoice: { mode: 'required' } }, 'offers none'],
  ] as const)
    it(`${what}: the request is refused in a sentence`, () => {
      expect(read([user(text)], more))
        .to.be.a('string')
        .that.contains(fault);
    });
});

describe('the size of what a server sends', () => {
  it('counts every text, and the names of fields', () => {
    const value = { ab: ['cd', { ef: 'gh' }], i: 5, j: null };
    const characters = 'ab01cdefghij'.length;
    expect(isLargerThan(value, characters)).to.equal(false);
    expect(isLargerThan(value, characters - 1)).to.equal(true);
  });
  it('goes as deep as somebody nests', () => {
    let nested: Json = 'x';
    for (let level = 0; level < 100_000; level++) nested = [nested];
    expect(isLargerThan(nested, 200_000)).to.equal(false);
  });
});
