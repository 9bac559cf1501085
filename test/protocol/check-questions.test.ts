import { expect } from '@open-wc/testing';
import { MAX_BLOCKS } from '../../src/protocol/check/content.js';
import { readElicitationRequest } from '../../src/protocol/check/elicitation.js';
import { readSamplingRequest, writeSamplingResult } from '../../src/protocol/check/sampling.js';
import type { Json, JsonObject } from '../../src/protocol/model.js';
import { verifies } from '../requirements/verifies.js';

const text = { type: 'text', text: 'x' };

describe('reading a question for a model', () => {
  it('whole', () => {
    verifies('model-wishes-handed-on');
    const request = {
      messages: [{ role: 'assistant', content: [text, text] }],
      maxTokens: 5,
      systemPrompt: 's',
      modelPreferences: { hints: [{ name: 'big' }, {}], costPriority: 0, speedPriority: 0.5, intelligencePriority: 1 },
      includeContext: 'thisServer',
      temperature: 0,
      stopSequences: ['.'],
      metadata: { a: 1 },
      tools: [{ name: 't', inputSchema: {} }],
      toolChoice: { mode: 'auto' },
    };
    expect(readSamplingRequest(request)).to.deep.equal(request);
  });
  it('one block becomes a list of one', () => {
    expect(readSamplingRequest({ messages: [{ role: 'user', content: text }], maxTokens: 1 })).to.deep.equal({
      messages: [{ role: 'user', content: [text] }],
      maxTokens: 1,
    });
  });
  it('wrong extras are left out, broken blocks stay visible', () => {
    verifies('sampling-content-checked');
    const read = readSamplingRequest({
      messages: [{ role: 'root', content: { type: 'video' } }, 5],
      maxTokens: 1,
      systemPrompt: 5,
      modelPreferences: 'big',
      includeContext: 'everything',
      temperature: 'hot',
      stopSequences: ['.', 5],
      toolChoice: { mode: 'some' },
    });
    expect(read).to.deep.equal({
      messages: [
        {
          role: 'user',
          content: [{ type: 'unreadable', reason: 'Its type “video” is not known.', raw: { type: 'video' } }],
        },
        { role: 'user', content: [{ type: 'unreadable', reason: 'It is not an object.', raw: undefined }] },
      ],
      maxTokens: 1,
      stopSequences: ['.'],
    });
  });
  describe('with tools', () => {
    const contentOf = (content: Json): unknown => {
      const read = readSamplingRequest({ messages: [{ role: 'user', content }], maxTokens: 1 });
      return typeof read === 'string' ? read : read.messages[0]!.content;
    };
    for (const block of [
      { type: 'tool_use', id: '1', name: 'x', input: { a: 1 }, _meta: { signature: 's' } },
      { type: 'tool_result', toolUseId: '1', content: [text], isError: true, _meta: { a: 1 } },
      { type: 'tool_result', toolUseId: '1', content: [], structuredContent: null, isError: false },
    ])
      it(JSON.stringify(block), () => {
        expect(contentOf(block)).to.deep.equal([block]);
        expect(contentOf([text, block])).to.deep.equal([text, block]);
      });
    it('a use without input has an empty one', () => {
      expect(contentOf({ type: 'tool_use', name: 'x' })).to.deep.equal([
        { type: 'tool_use', id: '', name: 'x', input: {} },
      ]);
    });
    for (const block of [{ type: 'tool_use' }, { type: 'tool_result', content: [] }])
      it(`${JSON.stringify(block)} stays visible as broken`, () => {
        expect(contentOf(block)).to.have.nested.property('[0].type', 'unreadable');
      });
    it('a result holds no results, however deep somebody nests them', () => {
      let nested: JsonObject = text;
      for (let level = 0; level < 10_000; level++) nested = { type: 'tool_result', toolUseId: 'x', content: [nested] };
      expect(contentOf(nested)).to.have.nested.property('[0].content[0].type', 'unreadable');
    });
  });

  for (const [what, params, fault] of [
    ['no object', 'x', 'no messages'],
    ['nothing', undefined, 'no messages'],
    ['messages that are none', { messages: 'x', maxTokens: 1 }, 'no messages'],
    ['no maxTokens', { messages: [] }, 'no maxTokens'],
    ['maxTokens that is no number', { messages: [], maxTokens: '5' }, 'no maxTokens'],
    [
      'more messages than anybody reads',
      { messages: Array<Json>(MAX_BLOCKS + 1).fill(null), maxTokens: 1 },
      'more than',
    ],
  ] as const)
    it(`${what} cannot be answered`, () => expect(readSamplingRequest(params)).to.be.a('string').that.contains(fault));

  it('the answer goes back as one block where it is one', () => {
    const answer = { role: 'assistant', model: 'm' } as const;
    expect(writeSamplingResult({ ...answer, content: [{ type: 'text', text: 'x' }] })).to.deep.equal({
      ...answer,
      content: text,
    });
    expect(writeSamplingResult({ ...answer, content: [], stopReason: 'endTurn' })).to.deep.equal({
      ...answer,
      content: [],
      stopReason: 'endTurn',
    });
  });
});

describe('reading a question for the person', () => {
  const requestedSchema = { type: 'object', properties: {} };
  for (const [params, read] of [
    [
      { message: 'm', requestedSchema },
      { mode: 'form', message: 'm', requestedSchema },
    ],
    [
      { mode: 'form', message: 'm', requestedSchema },
      { mode: 'form', message: 'm', requestedSchema },
    ],
    [
      { requestedSchema, message: 5 },
      { mode: 'form', message: '', requestedSchema },
    ],
    [
      { mode: 'url', message: 'm', url: 'https://x' },
      { mode: 'url', message: 'm', url: 'https://x' },
    ],
  ] as const)
    it(JSON.stringify(params), () => expect(readElicitationRequest(params)).to.deep.equal(read));

  for (const [params, fault] of [
    [undefined, 'no parameters'],
    [{ message: 'm' }, 'no requestedSchema'],
    [{ message: 'm', requestedSchema: true }, 'no requestedSchema'],
    [{ mode: 'url', message: 'm' }, 'no url'],
    [{ mode: 'voice' }, 'mode “voice”'],
    [{ mode: { toString: 1 } }, 'mode'],
    [{ mode: null, message: 'm', requestedSchema }, undefined],
  ] as const)
    it(`${JSON.stringify(params)}: ${fault ?? 'no mode is a form'}`, () => {
      verifies('no-mode-is-a-form');
      const read = readElicitationRequest(params);
      if (fault) expect(read).to.be.a('string').that.contains(fault);
      else expect(read).to.include({ mode: 'form' });
    });
});
