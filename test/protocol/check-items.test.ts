import { expect } from '@esm-bundle/chai';
import { readProfile, readTool } from '../../src/protocol/decode/server.js';
import {
  readContents,
  readPrompt,
  readPromptResult,
  readResource,
  readResourceTemplate,
  readToolResult,
} from '../../src/protocol/decode/content.js';
import { MAX_CONTENT_BLOCKS } from '../../src/protocol/decode/values.js';
import { displayName, type Json, type JsonObject } from '../../src/protocol/model.js';
import { newest } from '../../src/protocol/revisions.js';
import { verifies } from '../requirements/verifies.js';

const inputSchema = { type: 'object' };
const icons = [{ src: 'https://x/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }];
const wrong: JsonObject = { title: 5, description: [], annotations: 'x', icons: {}, _meta: 'x' };

describe('reading items of lists', () => {
  describe('tools', () => {
    it('whole', () => {
      const tool = {
        name: 'x',
        title: 'X',
        description: 'd',
        inputSchema,
        outputSchema: { type: 'array' },
        annotations: {
          title: 'T',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        icons,
        _meta: { a: 1 },
      };
      expect(readTool(tool)).to.deep.equal(tool);
    });
    it('an output schema may be a boolean', () => {
      expect(readTool({ name: 'x', inputSchema, outputSchema: false })).to.deep.equal({
        name: 'x',
        inputSchema,
        outputSchema: false,
      });
    });
    it('wrong extras are left out', () => {
      const odd = { name: 'x', inputSchema, ...wrong, outputSchema: 'none' };
      expect(readTool(odd)).to.deep.equal({ name: 'x', inputSchema });
      expect(readTool({ name: 'x', inputSchema, annotations: { readOnlyHint: 'yes', title: 5 } })).to.deep.equal({
        name: 'x',
        inputSchema,
        annotations: {},
      });
    });
    it('a schema is kept as it came, whatever is in it', () => {
      const schema = { $schema: 'x', $defs: { a: true }, if: {}, 'x-unknown': [1], additionalProperties: false };
      expect(readTool({ name: 'x', inputSchema: schema })).to.have.nested.property('inputSchema', schema);
    });
    it('what is right is not copied, and nothing else comes along', () => {
      const right = JSON.parse('{"annotations":{"readOnlyHint":true},"inputSchema":{"__proto__":1},"name":"x"}');
      expect(readTool(right)).to.equal(right);
      const more = JSON.parse('{"name":"x","inputSchema":{},"__proto__":{"title":"t"},"constructor":1,"toString":2}');
      const tool = readTool(more);
      expect(tool).to.deep.equal({ name: 'x', inputSchema: {} });
      expect(Object.getPrototypeOf(tool)).to.equal(Object.prototype);
    });
    for (const [raw, fault] of [
      [5, 'has no name'],
      [null, 'has no name'],
      [[], 'has no name'],
      [{}, 'has no name'],
      [{ name: '', inputSchema }, 'has no name'],
      [{ name: 5, inputSchema }, 'has no name'],
      [{ name: 'x' }, 'has no inputSchema'],
      [{ name: 'x', inputSchema: true }, 'has no inputSchema'],
      [{ name: 'x', inputSchema: [] }, 'has no inputSchema'],
    ] as const)
      it(`${JSON.stringify(raw)} ${fault}`, () => expect(readTool(raw)).to.equal(fault));
  });

  it('resources', () => {
    const whole = { uri: 'a:b', name: 'b', title: 'B', description: 'd', mimeType: 'text/plain', size: 0, icons };
    expect(readResource(whole)).to.deep.equal(whole);
    expect(readResource({ uri: 'a:b', ...wrong, size: '5' })).to.deep.equal({ uri: 'a:b', name: 'a:b' });
    for (const raw of [{}, { uri: '' }, { uri: 5 }]) expect(readResource(raw)).to.equal('has no uri');
  });

  it('resource templates', () => {
    const whole = { uriTemplate: 'a:{b}', name: 'b', annotations: { priority: 1 } };
    expect(readResourceTemplate(whole)).to.deep.equal(whole);
    expect(readResourceTemplate({ uriTemplate: 'a:{b}' })).to.deep.equal({ uriTemplate: 'a:{b}', name: 'a:{b}' });
    expect(readResourceTemplate({ name: 'x' })).to.equal('has no uriTemplate');
  });

  it('prompts', () => {
    const whole = { name: 'x', title: 'X', arguments: [{ name: 'a', description: 'd', required: true }], icons };
    expect(readPrompt(whole)).to.deep.equal(whole);
    expect(
      readPrompt({ name: 'x', arguments: [5, { name: '' }, '', 'b', { name: 'a', required: 'yes' }], ...wrong }),
    ).to.deep.equal({
      name: 'x',
      arguments: [
        { name: 'b', required: false },
        { name: 'a', required: false },
      ],
    });
    expect(readPrompt({ name: null })).to.equal('has no name');
  });
});

describe('reading results', () => {
  it('of tools', async () => {
    verifies('results-are-checked');
    expect(readToolResult({ content: [{ type: 'text', text: 'x' }], isError: true, _meta: { a: 1 } })).to.deep.equal({
      content: [{ type: 'text', text: 'x' }],
      isError: true,
      _meta: { a: 1 },
    });
    expect(readToolResult({})).to.deep.equal({ content: [], isError: false });
  });
  for (const [what, content, reason, shown] of [
    ['a text', 'hello', 'Its “content” is a text, not a list.', [{ type: 'text', text: 'hello' }]],
    ['a number', 5, 'Its “content” is a number, not a list.', []],
    [
      'one block',
      { type: 'text', text: 'x' },
      'Its “content” is an object, not a list.',
      [{ type: 'text', text: 'x' }],
    ],
  ] as [string, Json, string, object[]][])
    it(`of tools, whose content is ${what}: said, and shown where it can be`, () => {
      expect(readToolResult({ content })).to.deep.equal({
        content: [...shown, { type: 'unreadable', reason, raw: shown.length > 0 ? undefined : content }],
        isError: false,
      });
      expect(readToolResult({ content, structuredContent: 5 }).structuredContent).to.equal(5);
    });
  const both = { uri: 'x://1', mimeType: 'image/png', text: 'words', blob: 'aGk=' };
  const two = [
    { uri: 'x://1', mimeType: 'image/png', text: 'words' },
    { uri: 'x://1', mimeType: 'image/png', blob: 'aGk=' },
  ];
  it('a resource with both a text and data is two, in a result, a prompt and by itself', () => {
    const block = { type: 'resource', resource: both };
    const blocks = two.map((resource) => ({ type: 'resource', resource }));
    expect(readToolResult({ content: [block] }).content).to.deep.equal(blocks);
    expect(readPromptResult({ messages: [{ role: 'user', content: block }] }).messages).to.deep.equal(
      blocks.map((content) => ({ role: 'user', content })),
    );
    expect(readContents({ contents: [both] }, 'x://1')).to.deep.equal(two);
  });
  for (const [block, reason] of [
    [{ type: 'text', text: 5 }, 'Its “text” is a number, not a text.'],
    [{ type: 'text', text: null }, 'Its “text” is null, not a text.'],
    [{ type: 'text' }, 'Its “text” is missing.'],
    [{ type: 7 }, 'Its “type” is a number, not a text.'],
    [{ type: 'image', data: [] }, 'Its “data” is a list, not a text.'],
    [{ type: 'resource', resource: { uri: 5, text: 'x' } }, 'Its “uri” is a number, not a text.'],
    [{ type: 'resource', resource: { uri: 'x://1', text: 5 } }, 'Its “text” is a number, not a text.'],
    [{ type: 'resource', resource: { uri: 'x://1' } }, 'Its resource has neither text nor blob.'],
  ] as [Json, string][])
    it(`${JSON.stringify(block)}: ${reason}`, () => {
      expect(readToolResult({ content: [block] }).content).to.deep.equal([{ type: 'unreadable', reason, raw: block }]);
    });
  it('of tools without content and structured content, but with something else: said, and kept as it came', () => {
    const raw = { toolResult: { sum: 5 }, _meta: { a: 1 } };
    expect(readToolResult(raw).content).to.deep.equal([
      { type: 'unreadable', reason: 'Its “content” is missing.', raw },
    ]);
    expect(readToolResult({ resultType: 'complete', isError: false, _meta: {} }).content).to.deep.equal([]);
  });
  it('of tools that do not say clearly whether they failed: said, and taken as failed', () => {
    const text = { type: 'text', text: 'x' };
    expect(readToolResult({ content: [text], isError: 'yes' })).to.deep.equal({
      content: [
        text,
        {
          type: 'unreadable',
          reason: 'Its “isError” is a text, not true or false. It counts as an error.',
          raw: 'yes',
        },
      ],
      isError: true,
    });
    expect(readToolResult({ content: [], isError: null })).to.deep.equal({ content: [], isError: false });
  });
  it('of tools: one block that is more than text, or less, and all are looked at', async () => {
    const text = { type: 'text', text: 'x' };
    for (const [block, read] of [
      [
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ],
      [
        { ...text, 'x-else': 1, annotations: { priority: 1, x: 1 } },
        { ...text, annotations: { priority: 1 } },
      ],
      [{ type: 'text' }, { type: 'unreadable', reason: 'Its “text” is missing.', raw: { type: 'text' } }],
      [
        { text: 'x', type: 'constructor' },
        {
          type: 'unreadable',
          reason: 'Its type “constructor” is not known.',
          raw: { text: 'x', type: 'constructor' },
        },
      ],
      [null, { type: 'unreadable', reason: 'It is not an object.', raw: null }],
    ] as [Json, unknown][])
      expect(readToolResult({ content: [text, block] }).content).to.deep.equal([text, read]);
    const many = readToolResult({ content: Array(MAX_CONTENT_BLOCKS + 1).fill(text) });
    expect(many.content).to.have.length(MAX_CONTENT_BLOCKS + 1);
    expect(many.content.at(-1)!.type).to.equal('unreadable');
  });
  it('structured content null counts as none, as everywhere where it may be left out', () => {
    for (const raw of [
      { content: null, structuredContent: { a: 1 } },
      { content: [], structuredContent: null },
      { content: null, structuredContent: null },
    ])
      expect(readToolResult(raw)).to.deep.equal({
        content: [],
        isError: false,
        ...(raw.structuredContent && { structuredContent: raw.structuredContent }),
      });
  });
  for (const structuredContent of [false, 0, '', [], {}] as Json[])
    it(`structured content ${JSON.stringify(structuredContent)} is there`, async () => {
      expect(readToolResult({ content: [], structuredContent })).to.have.property(
        'structuredContent',
        structuredContent,
      );
      expect(readToolResult({ content: [] })).not.to.have.property('structuredContent');
    });

  it('of prompts', () => {
    verifies('prompts-are-checked');
    expect(
      readPromptResult({
        description: 'd',
        messages: [{ role: 'assistant', content: { type: 'text', text: 'x' } }, { role: 'system', content: 5 }, null],
      }),
    ).to.deep.equal({
      description: 'd',
      messages: [
        { role: 'assistant', content: { type: 'text', text: 'x' } },
        { role: 'user', content: { type: 'unreadable', reason: 'It is not an object.', raw: 5 } },
        { role: 'user', content: { type: 'unreadable', reason: 'It is not an object.', raw: undefined } },
      ],
    });
    expect(readPromptResult({ messages: {} })).to.deep.equal({
      messages: [
        { role: 'user', content: { type: 'unreadable', reason: 'Its “messages” is an object, not a list.', raw: {} } },
      ],
    });
    expect(readPromptResult({}).messages).to.deep.equal([
      { role: 'user', content: { type: 'unreadable', reason: 'Its “messages” is missing.', raw: {} } },
    ]);
  });
  it('of prompts: more than the limit is cut, and said so', () => {
    const messages = Array<Json>(MAX_CONTENT_BLOCKS + 3).fill({ role: 'user', content: { type: 'text', text: 'x' } });
    const read = readPromptResult({ messages }).messages;
    expect(read).to.have.length(MAX_CONTENT_BLOCKS + 1);
    expect(read.at(-1)!.content).to.have.property('reason').that.contains('3 further messages');
  });

  it('of resources', () => {
    const contents = [
      { uri: 'a:b', text: 'x' },
      { uri: 'a:c', blob: 'aGk=', mimeType: 'image/png' },
    ];
    expect(readContents({ contents }, 'a:b')).to.deep.equal(contents);
    expect(readContents({ contents: [] }, 'a:b')).to.deep.equal([]);
    expect(readContents({ contents: 'hello' }, 'a:b')).to.deep.equal([
      {
        uri: 'a:b',
        mimeType: 'text/plain',
        text: 'This resource could not be read. Its “contents” is a text, not a list.',
      },
      { uri: 'a:b', mimeType: 'application/json', text: '"hello"' },
    ]);
    expect(readContents({}, 'a:b')[0]!.text).to.equal('This resource could not be read. Its “contents” is missing.');
    const [good, bad] = readContents({ contents: [contents[0]!, { uri: 5 }] }, 'a:asked');
    expect(good).to.deep.equal(contents[0]);
    expect(bad).to.include({ uri: 'a:asked', mimeType: 'text/plain' });
    expect(bad!.text).to.contain('could not be read').and.to.contain('“uri” is a number');
  });
  it('of resources: more than the limit is cut, and said so', () => {
    const contents = Array<Json>(MAX_CONTENT_BLOCKS + 3).fill({ uri: 'a:b', text: 'x' });
    const read = readContents({ contents }, 'a:b');
    expect(read).to.have.length(MAX_CONTENT_BLOCKS + 1);
    expect(read.at(-1)!.text).to.contain('3 further');
  });
});

describe('reading who the server is', () => {
  const profile = (raw: JsonObject, serverInfo: unknown): unknown =>
    readProfile('https://mcp.example:8080/mcp', newest('legacy'), raw, serverInfo);
  const base = { url: 'https://mcp.example:8080/mcp', revision: '2025-11-25', era: 'legacy' };

  it('whole', () => {
    const info = { name: 'x', version: '1', title: 'X', description: 'd', websiteUrl: 'https://x', icons };
    const capabilities = { tools: { listChanged: true }, experimental: { a: {} } };
    expect(profile({ capabilities, instructions: 'i' }, info)).to.deep.equal({
      ...base,
      ...info,
      capabilities,
      instructions: 'i',
    });
  });
  it('that says nothing is called by its host', () => {
    for (const info of [undefined, null, 'x', {}, { name: '' }, { name: 5 }])
      expect(profile({}, info)).to.deep.equal({ ...base, name: 'mcp.example:8080', version: '', capabilities: {} });
  });
  it('with icons: those that name a source', () => {
    const odd = [5, {}, { src: 5 }, { src: 'a', sizes: ['1x1', 5], theme: 'blue' }];
    expect(profile({}, { name: 'x', version: '1', icons: odd })).to.have.deep.property('icons', [
      { src: 'a', sizes: ['1x1'] },
    ]);
  });
});

describe('the name to show', () => {
  for (const [item, shown] of [
    [{ name: 'n' }, 'n'],
    [{ name: 'n', title: 't' }, 't'],
    [{ name: 'n', title: '', annotations: { title: 'a' } }, 'a'],
    [{ name: 'n', title: 't', annotations: { title: 'a' } }, 't'],
    [{ name: 'n', annotations: { title: '' } }, 'n'],
    [{ name: 'n', annotations: { priority: 1 } }, 'n'],
  ] as const)
    it(`of ${JSON.stringify(item)} is ${shown}`, () => expect(displayName(item)).to.equal(shown));
});
