import { expect } from '@esm-bundle/chai';
import { MAX_CONTENT_BLOCKS } from '../../src/protocol/decode/values.js';
import {
  MAX_MODEL_HINTS,
  MAX_SAMPLING_LENGTH,
  MAX_ELICITATION_URL_LENGTH,
  readElicitationRequest,
  readSamplingRequest,
  resumingCall,
  writeSamplingResult,
} from '../../src/protocol/decode/server-requests.js';
import type { Json } from '../../src/protocol/model.js';
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
  it('a server may wish for so many models, and no more are read', () => {
    const hints = Array<Json>(MAX_MODEL_HINTS + 1).fill({ name: 'a' });
    const read = readSamplingRequest({ messages: [], maxTokens: 1, modelPreferences: { hints } });
    expect('fault' in read ? [] : read.modelPreferences!.hints).to.have.length(MAX_MODEL_HINTS);
  });
  it('what belongs to a message and to no block of it is kept', () => {
    const message = { role: 'user', content: [text], _meta: { a: 1 } };
    expect(readSamplingRequest({ messages: [message], maxTokens: 1 })).to.deep.equal({
      messages: [message],
      maxTokens: 1,
    });
  });

  for (const [what, params, fault] of [
    ['no object', 'x', 'no messages'],
    ['nothing', undefined, 'no messages'],
    ['messages that are none', { messages: 'x', maxTokens: 1 }, 'no messages'],
    ['no maxTokens', { messages: [] }, 'no maxTokens'],
    ['maxTokens that is no number', { messages: [], maxTokens: '5' }, 'no maxTokens'],
    [
      'more parts than can be shown',
      {
        messages: Array<Json>(1000).fill({ role: 'user', content: Array<Json>(100).fill({ type: 'text', text: 'x' }) }),
        maxTokens: 1,
      },
      'more than 200,000 values',
    ],
    [
      'more texts to stop at than any model takes',
      { messages: [], maxTokens: 1, stopSequences: Array<Json>(501).fill('.') },
      'to stop at',
    ],
    [
      'a text to stop at that fills a page',
      { messages: [], maxTokens: 1, stopSequences: ['x'.repeat(1001)] },
      'to stop at',
    ],
    [
      'more messages than anybody reads',
      { messages: Array<Json>(MAX_CONTENT_BLOCKS + 1).fill(null), maxTokens: 1 },
      'more than',
    ],
    [
      'more text than anybody reads',
      { messages: [{ role: 'user', content: { ...text, text: 'x'.repeat(MAX_SAMPLING_LENGTH) } }], maxTokens: 1 },
      'characters',
    ],
  ] as const)
    it(`${what} cannot be answered`, () =>
      expect(readSamplingRequest(params)).to.have.nested.property('fault.text').that.contains(fault));
});

describe('writing the answer of a model', () => {
  const answer = { role: 'assistant', model: 'm' } as const;
  const other = { type: 'text', text: 'y' } as const;
  const picture = { type: 'image', data: '', mimeType: 'image/png' } as const;
  const one = { type: 'text', text: 'x' } as const;

  for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
    it(`one block stands alone: ${revision}`, () => {
      expect(writeSamplingResult({ ...answer, content: [picture], stopReason: 'endTurn' }, revision)).to.deep.equal({
        ...answer,
        content: picture,
        stopReason: 'endTurn',
      });
    });
  for (const revision of ['2025-11-25', '2026-07-28'])
    it(`several are a list, and so is none: ${revision}`, () => {
      expect(writeSamplingResult({ ...answer, content: [one, picture] }, revision).content).to.deep.equal([
        one,
        picture,
      ]);
      expect(writeSamplingResult({ ...answer, content: [] }, revision).content).to.deep.equal([]);
    });
  for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18'])
    it(`texts are joined where there is no list: ${revision}`, () => {
      expect(writeSamplingResult({ ...answer, content: [one, other] }, revision).content).to.deep.equal({
        type: 'text',
        text: 'x\n\ny',
      });
      expect(writeSamplingResult({ ...answer, content: [] }, revision).content).to.deep.equal({
        type: 'text',
        text: '',
      });
    });
  it('nothing is left out where there is no list: it is not sent', () => {
    const write = (): unknown => writeSamplingResult({ ...answer, content: [one, picture] }, '2025-06-18');
    expect(write).to.throw('takes one').with.property('code', 'invalid-input');
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
    [
      { mode: 'url', message: 'm', url: 'HTTP://x', elicitationId: '1', resumesCall: true },
      { mode: 'url', message: 'm', url: 'HTTP://x', elicitationId: '1' },
    ],
  ] as const)
    it(JSON.stringify(params), () => expect(readElicitationRequest(params)).to.deep.equal(read));

  for (const [params, fault] of [
    [undefined, 'no parameters'],
    [{ message: 'm' }, 'no requestedSchema'],
    [{ message: 'm', requestedSchema: true }, 'no requestedSchema'],
    [{ mode: 'url', message: 'm' }, 'no url'],
    [{ mode: 'url', message: 'm', url: '' }, 'no url'],
    [{ mode: 'url', message: 'm', url: 5 }, 'no url'],
    [{ mode: 'url', message: 'm', url: '/only/a/path' }, 'not the address of a page'],
    [{ mode: 'url', message: 'm', url: 'https://' }, 'not the address of a page'],
    [{ mode: 'url', message: 'm', url: 'javascript:alert(1)' }, 'javascript:'],
    [{ mode: 'url', message: 'm', url: ' data:text/html,x' }, 'data:'],
    [{ mode: 'url', message: 'm', url: 'file:///etc/passwd' }, 'file:'],
    [{ mode: 'url', message: 'm', url: 'blob:https://x/1' }, 'blob:'],
    [{ mode: 'url', message: 'm', url: 'vscode://x' }, 'vscode:'],
    [{ mode: 'url', message: 'm', url: `https://x/${'a'.repeat(MAX_ELICITATION_URL_LENGTH)}` }, 'characters'],
    [{ mode: 'voice' }, 'mode “voice”'],
    [{ mode: { toString: 1 } }, 'mode'],
    [{ mode: null, message: 'm', requestedSchema }, undefined],
  ] as const)
    it(`${JSON.stringify(params)?.slice(0, 100)}: ${fault ?? 'no mode is a form'}`, () => {
      verifies('no-mode-is-a-form');
      const read = readElicitationRequest(params);
      if (fault) expect(read).to.have.nested.property('fault.text').that.contains(fault);
      else expect(read).to.include({ mode: 'form' });
    });

  it('that sends its call again says so, in a mark that no server can make', () => {
    const params = { mode: 'url', message: 'm', url: 'https://x', elicitationId: '1' };
    expect(readElicitationRequest(resumingCall(params))).to.deep.equal({ ...params, resumesCall: true });
    expect(JSON.parse(JSON.stringify(resumingCall(params)))).to.deep.equal(params);
    expect(resumingCall(undefined)).to.equal(undefined);
  });
});
