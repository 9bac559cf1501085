import { expect } from '@esm-bundle/chai';
import {
  HttpError,
  defineErrorTexts,
  errorTextOf,
  MAX_ERROR_MESSAGE_LENGTH,
  McpError,
  ProtocolError,
  asMcpError,
  isMcpError,
  verbatim,
} from '../src/errors.js';

import { eventually, pause } from './fixtures/eventually.js';

describe('errors', () => {
  it('keep nothing of the message in memory that they quote a piece of', async () => {
    const { memory } = performance as unknown as { memory?: { readonly usedJSHeapSize: number } };
    // Only Chromium tells.
    if (!memory) return;
    const errorText = defineErrorTexts({ 'test.quote': 'It said {quote}' });
    const heap = (): number => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
    const before = heap();
    const kept: McpError[] = [];
    for (let n = 0; n < 20; n++) {
      const message = JSON.parse(`"${n}${'y'.repeat(30_000_000)}"`) as string;
      kept.push(new McpError('bad-message', errorText('test.quote', { quote: message.slice(0, 100) })));
      await pause(20);
    }
    // Its collector runs where something new is wanted.
    const isCollected = (): boolean => Array.from({ length: 1_000_000 }).length > 0 && heap() - before < 200_000_000;
    await eventually(isCollected, Boolean, 12_000);
    expect(kept).to.have.length(20);
  });

  it('carry a code, words, what to do and what caused them', () => {
    const cause = new Error('why');
    const error = new McpError('network', verbatim('No answer.'), { remedy: verbatim('Try again.'), cause });
    expect(error).to.include({ name: 'McpError', code: 'network', message: 'No answer.', remedy: 'Try again.', cause });
    expect(new McpError('closed', verbatim('Closed.'))).not.to.have.property('cause');
    expect(new ProtocolError(-32602, verbatim('Unknown tool'), { data: 1, status: 400 })).to.include({
      name: 'ProtocolError',
      code: 'server-error',
      rpcCode: -32602,
      data: 1,
      status: 400,
    });
    expect(new HttpError('http', verbatim('No.'), { status: 404, excerpt: 'x'.repeat(5000) })).to.deep.include({
      name: 'HttpError',
      status: 404,
      contentType: '',
      excerpt: 'x'.repeat(HttpError.EXCERPT_LENGTH),
    });
  });

  it('keep only so much of what a server says', () => {
    expect(new ProtocolError(1, verbatim('x'.repeat(1_000_000))).message).to.have.length(MAX_ERROR_MESSAGE_LENGTH);
  });

  it('are known by their brand, also those of another copy of the library', () => {
    expect(isMcpError(new ProtocolError(1, verbatim('')))).to.equal(true);
    expect(isMcpError({ [Symbol.for('mcp-embed.error')]: true })).to.equal(true);
    for (const value of [undefined, null, 'x', {}, new Error('x'), { code: 'network' }])
      expect(isMcpError(value)).to.equal(false);
  });

  for (const [what, thrown, code] of [
    ['an abort', new DOMException('', 'AbortError'), 'cancelled'],
    ['a time-out', new DOMException('', 'TimeoutError'), 'timeout'],
    ['an error', new Error('words'), 'network'],
    ['text', 'words', 'network'],
    ['nothing', undefined, 'network'],
  ] as const)
    it(`${what} becomes ${code}`, () => {
      const error = asMcpError(thrown, 'network');
      expect(error).to.include({ code });
      expect(error.cause).to.equal(thrown);
      if (code === 'network' && thrown) expect(error.message).to.equal('words');
    });

  it('one of ours stays what it is', () => {
    const error = new McpError('limit', verbatim('Too much.'));
    expect(asMcpError(error, 'network')).to.equal(error);
  });

  describe('say which sentence their message is', () => {
    const errorText = defineErrorTexts({
      'test.plain': 'Nothing came.',
      'test.host': 'No answer from {host}.',
      'test.both': '{host} says: {words} ({host})',
      'test.list': '{host} lacks {names}.',
      'test.unit': 'Missing: {names, unit}.',
      'test.number': 'Over {limit, number} of {count}.',
      'test.either': 'Needs {names, disjunction}.',
      'test.files': { one: '{count, number} file of {host}', other: '{count, number} files of {host}' },
    });

    it('by key and params, with the same words in English', () => {
      const remedy = errorText('test.plain');
      const error = new McpError('network', errorText('test.host', { host: 'example.com' }), { remedy });
      expect(error).to.deep.include({
        message: 'No answer from example.com.',
        key: 'test.host',
        params: { host: 'example.com' },
        remedy: 'Nothing came.',
        remedyText: { key: 'test.plain', params: {}, text: 'Nothing came.' },
      });
      expect(new McpError('network', remedy)).to.include({ remedy: undefined, remedyText: undefined });
    });

    it('lists as a person would, or as parts; numbers as they are, or in groups', () => {
      const list = (...names: string[]): string => errorText('test.list', { host: 'h', names }).text;
      expect([list(), list('a'), list('a', 'b'), list('a', 'b', 'c')]).to.deep.equal([
        'h lacks .',
        'h lacks a.',
        'h lacks a and b.',
        'h lacks a, b and c.',
      ]);
      expect(errorText('test.unit', { names: ['a', errorText('test.plain')] }).text).to.equal(
        'Missing: a, Nothing came..',
      );
      expect(errorText('test.number', { limit: 4096, count: 4096 }).text).to.equal('Over 4,096 of 4096.');
      expect(errorText('test.either', { names: ['a', 'b', 'c'] }).text).to.equal('Needs a, b or c.');
    });

    it('with the plural form of their number', () => {
      const files = (count: number): string => errorText('test.files', { count, host: 'h' }).text;
      expect([0, 1, 2, 5000].map(files)).to.deep.equal([
        '0 files of h',
        '1 file of h',
        '2 files of h',
        '5,000 files of h',
      ]);
    });

    it('in a copy of what they say too', () => {
      const said = errorText('test.host', { host: 'a' });
      const words = { key: 'test.host', params: { host: 'a' }, text: 'No answer from a.' };
      expect({ ...said }).to.deep.equal(words);
      expect(structuredClone(said)).to.deep.equal(words);
      expect(JSON.parse(JSON.stringify(said))).to.deep.equal(words);
    });

    it('also where they repeat another error', () => {
      const inner = new McpError('http', errorText('test.host', { host: 'a' }));
      const outer = errorText('test.both', { host: 'b', words: errorTextOf(inner) });
      expect(outer.text).to.equal('b says: No answer from a. (b)');
      expect(outer.params['words']).to.deep.equal({ key: 'test.host', params: { host: 'a' }, text: inner.message });
    });

    it('with a server’s words as they are: what looks like a param in them is none', () => {
      const hostile = '{host} $& {words} {__proto__}';
      const said = errorText('test.both', { host: 'h', words: hostile });
      expect(said.text).to.equal(`h says: ${hostile} (h)`);
      expect(said.params['words']).to.equal(hostile);
    });

    it('and keep only so much of each param', () => {
      const long = 'x'.repeat(1_000_000);
      const { params, text } = errorText('test.list', { host: long, names: Array<string>(1000).fill(long) });
      expect(text).to.have.length(MAX_ERROR_MESSAGE_LENGTH);
      expect(params['host']).to.have.length(MAX_ERROR_MESSAGE_LENGTH);
      expect(params['names']).to.have.length(100);
      expect((params['names'] as string[])[0]).to.have.length(MAX_ERROR_MESSAGE_LENGTH);
    });

    it('can be copied to another window', () => {
      const said = errorText('test.list', { host: 'h', names: ['a', errorText('test.plain')] });
      expect(structuredClone(said)).to.deep.equal(said);
    });

    it('or nobody’s: then they are not ours to translate', () => {
      expect(new McpError('http', verbatim('No.'))).to.deep.include({ key: 'verbatim', params: { text: 'No.' } });
      expect(asMcpError(new Error('words'))).to.deep.include({ key: 'verbatim', params: { text: 'words' } });
    });

    it('and do not compile without it, or with a param too few', () => {
      const never = (): void => {
        // @ts-expect-error -- words without a key
        void new McpError('http', 'No.');
        // @ts-expect-error -- a remedy without a key
        void new McpError('http', verbatim('No.'), { remedy: 'Try again.' });
        // @ts-expect-error -- no such key
        errorText('test.none');
        // @ts-expect-error -- no params
        errorText('test.host');
        // @ts-expect-error -- the name of another param
        errorText('test.host', { name: 'h' });
        // @ts-expect-error -- one of two is missing
        errorText('test.both', { host: 'h' });
        // @ts-expect-error -- there is none in it
        errorText('test.plain', { host: 'h' });
      };
      expect(never).to.be.a('function');
    });
  });
});
