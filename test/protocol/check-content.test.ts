import { expect } from '@esm-bundle/chai';
import {
  readAnnotations,
  readBlock,
  readBlocks,
  readPromptResult,
  readResourceContents,
} from '../../src/protocol/decode/content.js';
import { MAX_CONTENT_BLOCKS } from '../../src/protocol/decode/values.js';
import type { Json, JsonObject } from '../../src/protocol/model.js';
import { verifies } from '../requirements/verifies.js';

const resource = { uri: 'a:b', text: 'x' };

describe('reading content', () => {
  describe('each kind of block', () => {
    for (const block of [
      { type: 'text', text: 'hello' },
      { type: 'text', text: '' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'x' } },
      { type: 'resource', resource: { uri: 'a:b', blob: 'aGk=', _meta: { a: 1 } } },
      { type: 'resource_link', uri: 'a:b', name: 'b', title: 'B', description: 'd', mimeType: 'text/plain', size: 5 },
      {
        type: 'text',
        text: 'x',
        annotations: { audience: ['user'], priority: 0.5, lastModified: '2025-01-01' },
        _meta: { a: 1 },
      },
    ])
      it(JSON.stringify(block), () => {
        expect(readBlock(block)).to.deep.equal(block);
      });

    it('keys nobody knows are left out', () => {
      expect(readBlock({ type: 'text', text: 'x', onclick: 'y' })).to.deep.equal({ type: 'text', text: 'x' });
    });
    it('wrong extras are left out, the block stays', () => {
      const odd = {
        type: 'resource_link',
        uri: 'a:b',
        name: 5,
        title: [],
        size: 'big',
        icons: 'none',
        annotations: 'x',
        _meta: [],
      };
      expect(readBlock(odd)).to.deep.equal({ type: 'resource_link', uri: 'a:b', name: 'a:b' });
      expect(readBlock({ type: 'image', data: 'x' })).to.deep.equal({ type: 'image', data: 'x', mimeType: '' });
    });
  });

  describe('a broken block stays visible, with what is wrong', () => {
    for (const [what, block, reason] of [
      ['no object', 'text', 'not an object'],
      ['null', null, 'not an object'],
      ['a list', [], 'not an object'],
      ['without a type', { text: 'x' }, '“type” is missing'],
      ['of a type that is no text', { type: 5 }, '“type” is a number, not a text'],
      ['of an unknown type', { type: 'video', data: 'x' }, 'type “video” is not known'],
      [
        'of a kind that is only in questions for a model',
        { type: 'tool_use', name: 'x' },
        'type “tool_use” is not known',
      ],
      ['of a type every object has', { type: 'constructor' }, 'type “constructor” is not known'],
      ['of a type that is a prototype', { type: '__proto__' }, 'type “__proto__” is not known'],
      ['text without text', { type: 'text' }, '“text” is missing'],
      ['text that is none', { type: 'text', text: {} }, '“text” is an object, not a text'],
      ['an image without data', { type: 'image', mimeType: 'image/png' }, '“data” is missing'],
      ['a link without uri', { type: 'resource_link', name: 'x' }, '“uri” is missing'],
      ['a resource without one', { type: 'resource' }, 'no uri'],
      ['a resource with nothing in it', { type: 'resource', resource: { uri: 'a:b' } }, 'neither text nor blob'],
    ] as const)
      it(what, () => {
        const read = readBlock(block);
        expect(read).to.include({ type: 'unreadable' });
        expect(read).to.have.property('reason').that.contains(reason);
        expect(read).to.have.property('raw', block);
      });

    it('beside those that are not broken, in its place', () => {
      verifies('results-are-checked');
      const kinds = readBlocks([{ type: 'text', text: '1' }, 5, { type: 'text', text: '2' }]).map(({ type }) => type);
      expect(kinds).to.deep.equal(['text', 'unreadable', 'text']);
    });
  });

  it('more blocks than the limit are cut, and the last one says so', () => {
    const blocks = readBlocks(Array<Json>(MAX_CONTENT_BLOCKS + 7).fill({ type: 'text', text: 'x' }));
    expect(blocks).to.have.length(MAX_CONTENT_BLOCKS + 1);
    expect(blocks.at(-1)).to.have.property('reason').that.contains('7 further blocks');
  });

  it('more messages of a prompt than the limit are cut, and the last one says so', () => {
    const message = { role: 'user', content: { type: 'text', text: 'x' } };
    const { messages } = readPromptResult({ messages: Array<Json>(MAX_CONTENT_BLOCKS + 7).fill(message) });
    expect(messages).to.have.length(MAX_CONTENT_BLOCKS + 1);
    expect(messages.at(-1)!.content)
      .to.have.property('reason')
      .that.matches(/^7 further messages/);
  });

  it('a key named __proto__ gives nothing a new prototype', () => {
    const raw = JSON.parse(
      '{"type":"text","text":"x","__proto__":{"type":"evil"},"_meta":{"__proto__":{"a":1}}}',
    ) as JsonObject;
    const read = readBlock(raw);
    expect(Object.getPrototypeOf(read)).to.equal(Object.prototype);
    expect(read).to.have.property('type', 'text');
    expect(({} as { a?: number }).a).to.equal(undefined);
  });

  describe('annotations', () => {
    for (const [raw, read] of [
      [undefined, undefined],
      ['x', undefined],
      [{}, {}],
      [
        { audience: ['user', 'admin', 5, 'assistant'], priority: 2, lastModified: 'x' },
        { audience: ['user', 'assistant'], priority: 2, lastModified: 'x' },
      ],
      [{ audience: 'user', priority: '1', lastModified: 5 }, {}],
    ] as const)
      it(JSON.stringify(raw) ?? 'none', () => expect(readAnnotations(raw)).to.deep.equal(read));
  });

  it('a resource with text and data keeps both, so that both are told', () => {
    const both = { ...resource, blob: 'aGk=' };
    expect(readResourceContents(both)).to.deep.equal(both);
    expect(readResourceContents({ uri: 'a:b', text: '' })).to.deep.equal({ uri: 'a:b', text: '' });
  });
});
