import { expect } from '@esm-bundle/chai';
import type { NegotiatedProtocol } from '../../src/protocol/era.js';
import { encodeHeaderValue, headerParameters, parameterHeaders } from '../../src/protocol/param-headers.js';
import { modernEra } from '../../src/protocol/modern.js';
import type { JsonObject, Tool } from '../../src/protocol/model.js';
import { newest } from '../../src/protocol/revisions.js';
import { verifies } from '../requirements/verifies.js';

const protocol: NegotiatedProtocol = {
  revision: newest('modern'),
  client: { name: 'page', version: '1.2.3' },
  capabilities: () => ({ roots: {} }),
};
const META = 'io.modelcontextprotocol/';
const VERSION = { 'MCP-Protocol-Version': '2026-07-28' };

describe('what every modern request says', () => {
  it('who we are and what we can do, in _meta', async () => {
    verifies('envelope-on-every-request', 'envelope-names-client');
    const { params } = modernEra.encodeRequest({ method: 'tools/list' }, protocol);
    expect(params).to.deep.equal({
      _meta: {
        [`${META}protocolVersion`]: '2026-07-28',
        [`${META}clientCapabilities`]: { roots: {}, extensions: { [`${META}tasks`]: {} } },
        [`${META}clientInfo`]: { name: 'page', version: '1.2.3' },
      },
    });
  });
  it('what we can do right now, also where that is nothing', async () => {
    verifies('envelope-on-every-request');
    const encoded = modernEra.encodeRequest({ method: 'tools/list' }, { ...protocol, capabilities: () => ({}) });
    expect(encoded.params!['_meta'])
      .to.have.property(`${META}clientCapabilities`)
      .that.deep.equals({
        // What this library speaks itself is said whatever the page can do.
        extensions: { [`${META}tasks`]: {} },
      });
  });
  it('beside the parameters, the progress token and _meta of the page, which cannot replace ours', async () => {
    const { params } = modernEra.encodeRequest(
      {
        method: 'tools/call',
        params: { name: 'x', _meta: { traceparent: 't', [`${META}protocolVersion`]: 'mine' } },
        progressToken: 'p-1',
      },
      protocol,
    );
    expect(params).to.deep.include({ name: 'x' });
    expect(params!['_meta']).to.include({
      traceparent: 't',
      progressToken: 'p-1',
      [`${META}protocolVersion`]: '2026-07-28',
    });
  });
  it('hanging up is giving up: there is no farewell', async () => {
    verifies('modern-cancel-hangs-up');
    expect(modernEra.encodeRequest({ method: 'tools/list' }, protocol)).not.to.have.property('cancelNotification');
  });
});

describe('what headers repeat', () => {
  const headersOf = async (method: string, params: JsonObject = {}): Promise<unknown> =>
    modernEra.encodeRequest({ method, params }, protocol).headers;

  for (const [method, params, name] of [
    ['tools/call', { name: 'get-sum' }, 'get-sum'],
    ['prompts/get', { name: 'greet' }, 'greet'],
    ['resources/read', { uri: 'file:///a b' }, 'file:///a b'],
  ] as const)
    it(`${method}: its version, method and name`, async () => {
      verifies('method-and-name-headers', 'revision-header-agrees');
      expect(await headersOf(method, params)).to.deep.equal({ ...VERSION, 'Mcp-Method': method, 'Mcp-Name': name });
    });
  for (const method of [
    'tools/list',
    'resources/list',
    'server/discover',
    'completion/complete',
    'subscriptions/listen',
  ])
    it(`${method}: no name, whatever its parameters`, async () => {
      verifies('method-and-name-headers');
      expect(await headersOf(method, { name: 'x', uri: 'y' })).to.deep.equal({ ...VERSION, 'Mcp-Method': method });
    });
  it('a name that is not plain is wrapped', async () => {
    expect(await headersOf('tools/call', { name: 'größe' })).to.deep.include({ 'Mcp-Name': '=?base64?Z3LDtsOfZQ==?=' });
  });
});

describe('a header value', () => {
  for (const [value, encoded] of [
    ['us west 1', 'us west 1'],
    ['', ''],
    ['~!@#$%^&*()_+{}|:"<>?', '~!@#$%^&*()_+{}|:"<>?'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['\ttab', '=?base64?CXRhYg==?='],
    ['in\tside', '=?base64?aW4Jc2lkZQ==?='],
    ['\u007f', '=?base64?fw==?='],
    ['\r\nX-Evil: 1', '=?base64?DQpYLUV2aWw6IDE=?='],
    ['=?base64?half', '=?base64?half'],
  ] as const)
    it(`${JSON.stringify(value)} → ${encoded}`, () => {
      verifies('header-values-wrapped');
      expect(encodeHeaderValue(value)).to.equal(encoded);
      // And a browser sends it.
      expect(new Headers({ x: encoded }).get('x')).to.equal(encoded);
    });

  it('a megabyte too', () => {
    expect(encodeHeaderValue('ü'.repeat(500_000))).to.have.length(11 + Math.ceil(1_000_000 / 3) * 4);
  });
});

const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('parameters that a tool wants in headers', () => {
  describe('are found', () => {
    for (const [what, schema, expected] of [
      ['nowhere', object({ a: { type: 'string' } }), []],
      ['on a property', object({ region }), [{ header: 'Region', path: ['region'] }]],
      ['in nested objects', object({ at: object({ region }) }), [{ header: 'Region', path: ['at', 'region'] }]],
      [
        'on text, integers and booleans',
        object({
          a: { type: 'string', 'x-mcp-header': 'A' },
          b: { type: 'integer', 'x-mcp-header': 'B' },
          c: { type: 'boolean', 'x-mcp-header': 'C' },
        }),
        [
          { header: 'A', path: ['a'] },
          { header: 'B', path: ['b'] },
          { header: 'C', path: ['c'] },
        ],
      ],
      [
        'on properties with awkward names',
        object({ properties: region }),
        [{ header: 'Region', path: ['properties'] }],
      ],
      ['not in values', object({ a: { type: 'object', default: region, enum: [region], examples: [region] } }), []],
      ['not by a property of that name', object({ 'x-mcp-header': { type: 'string' } }), []],
    ] as const)
      it(what, () => {
        expect(headerParameters(schema)).to.deep.equal({ parameters: expected });
      });
  });

  describe('make the tool unusable', () => {
    const with_ = (extra: JsonObject): JsonObject => object({ a: { ...region, ...extra } });
    for (const [what, schema, words] of [
      ['empty', with_({ 'x-mcp-header': '' }), 'not a header name'],
      ['no text', with_({ 'x-mcp-header': 5 }), 'not a header name'],
      ['null', with_({ 'x-mcp-header': null }), 'not a header name'],
      ['with a space', with_({ 'x-mcp-header': 'My Region' }), 'not a header name'],
      ['with a colon', with_({ 'x-mcp-header': 'Region:' }), 'not a header name'],
      ['with a line break', with_({ 'x-mcp-header': 'Region\r\nX-Evil: 1' }), 'not a header name'],
      ['not ASCII', with_({ 'x-mcp-header': 'Größe' }), 'not a header name'],
      ['twice', object({ a: region, b: { ...region, 'x-mcp-header': 'REGION' } }), 'twice'],
      ['on a number', with_({ type: 'number' }), 'not on a string, integer or boolean'],
      ['on an object', with_({ type: 'object' }), 'not on a string, integer or boolean'],
      ['on a list', with_({ type: 'array' }), 'not on a string, integer or boolean'],
      ['on null', with_({ type: 'null' }), 'not on a string, integer or boolean'],
      ['on several types', with_({ type: ['string', 'null'] }), 'not on a string, integer or boolean'],
      ['on no type', object({ a: { 'x-mcp-header': 'A' } }), 'not on a string, integer or boolean'],
      ['on the root', { type: 'string', 'x-mcp-header': 'A', properties: {} }, 'not on a plain property'],
      ['in items', object({ a: { type: 'array', items: region } }), 'not on a plain property'],
      ['in items’ properties', object({ a: { type: 'array', items: object({ region }) } }), 'not on a plain property'],
      ['in prefixItems', object({ a: { type: 'array', prefixItems: [region] } }), 'not on a plain property'],
      ...['oneOf', 'anyOf', 'allOf'].map(
        (key) => [`in ${key}`, { ...object({}), [key]: [object({ region })] }, 'not on a plain property'] as const,
      ),
      ...['not', 'if', 'then', 'else', 'additionalProperties', 'contains'].map(
        (key) => [`in ${key}`, { ...object({}), [key]: object({ region }) }, 'not on a plain property'] as const,
      ),
      ...['$defs', 'definitions', 'patternProperties', 'dependentSchemas'].map(
        (key) => [`in ${key}`, { ...object({}), [key]: { x: region } }, 'not on a plain property'] as const,
      ),
    ] as const)
      it(what, () => {
        const { parameters, problem } = headerParameters(schema as JsonObject);
        expect(parameters).to.be.empty;
        expect(problem?.text).to.contain(words);
      });
  });

  it('a schema of any depth and shape is survived', () => {
    let deep: JsonObject = region;
    for (let level = 0; level < 5000; level++) deep = object({ a: deep });
    expect(headerParameters(deep)).to.deep.equal({ parameters: [] });
    const odd = JSON.parse(
      '{"properties":{"__proto__":{"type":"string","x-mcp-header":"P"}},"type":"object"}',
    ) as JsonObject;
    expect(headerParameters(odd).parameters).to.deep.equal([{ header: 'P', path: ['__proto__'] }]);
    for (const properties of [null, 'x', 5, [region]])
      expect(headerParameters({ type: 'object', properties } as JsonObject).problem ?? '').to.match(
        /^$|plain property/,
      );
  });

  describe('are read from the arguments', () => {
    const tool = (properties: JsonObject): Tool => ({ name: 't', inputSchema: object(properties) });
    const headersFor = (args: JsonObject): object =>
      parameterHeaders(
        tool({
          region,
          count: { type: 'integer', 'x-mcp-header': 'Count' },
          dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
          at: object({ city: { type: 'string', 'x-mcp-header': 'City' } }),
        }),
        args,
      );

    it('each under its name', () => {
      expect(headersFor({ region: 'us west 1', count: 42, dry: false, at: { city: 'Köln' } })).to.deep.equal({
        'Mcp-Param-Region': 'us west 1',
        'Mcp-Param-Count': '42',
        'Mcp-Param-Dry-Run': 'false',
        'Mcp-Param-City': '=?base64?S8O2bG4=?=',
      });
    });
    it('what is absent or null has none', () => {
      verifies('annotated-arguments-in-headers');
      expect(headersFor({})).to.deep.equal({});
      expect(headersFor({ region: null, at: null })).to.deep.equal({});
      expect(headersFor({ at: {} })).to.deep.equal({});
      expect(headersFor({ region: '' })).to.deep.equal({ 'Mcp-Param-Region': '' });
    });
    it('what has no plain value has none', () => {
      expect(headersFor({ region: ['x'], at: 'text' })).to.deep.equal({});
    });
    it('only the arguments’ own, nothing they inherit', () => {
      const inherits = JSON.parse('{"properties":{"toString":{"type":"string","x-mcp-header":"X"}}}') as JsonObject;
      expect(parameterHeaders({ name: 't', inputSchema: inherits }, {})).to.deep.equal({});
    });
    it('an unusable tool has none', () => {
      verifies('tools-with-bad-headers-left-out');
      expect(parameterHeaders(tool({ a: { type: 'number', 'x-mcp-header': 'A' } }), { a: 1 })).to.deep.equal({});
    });
  });
});
