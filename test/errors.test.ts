import { expect } from '@open-wc/testing';
import { HttpError, MAX_MESSAGE_LENGTH, McpError, ProtocolError, asMcpError, isMcpError } from '../src/errors.js';

describe('errors', () => {
  it('carry a code, words, what to do and what caused them', () => {
    const cause = new Error('why');
    const error = new McpError('network', 'No answer.', { remedy: 'Try again.', cause });
    expect(error).to.include({ name: 'McpError', code: 'network', message: 'No answer.', remedy: 'Try again.', cause });
    expect(new McpError('closed', 'Closed.')).not.to.have.property('cause');
    expect(new ProtocolError(-32602, 'Unknown tool', { data: 1, status: 400 })).to.include({
      name: 'ProtocolError',
      code: 'server-error',
      rpcCode: -32602,
      data: 1,
      status: 400,
    });
    expect(new HttpError('http', 'No.', { status: 404, excerpt: 'x'.repeat(5000) })).to.deep.include({
      name: 'HttpError',
      status: 404,
      contentType: '',
      excerpt: 'x'.repeat(HttpError.EXCERPT_LENGTH),
    });
  });

  it('keep only so much of what a server says', () => {
    expect(new ProtocolError(1, 'x'.repeat(1_000_000)).message).to.have.length(MAX_MESSAGE_LENGTH);
  });

  it('are known by their brand, also those of another copy of the library', () => {
    expect(isMcpError(new ProtocolError(1, ''))).to.equal(true);
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
    const error = new McpError('limit', 'Too much.');
    expect(asMcpError(error, 'network')).to.equal(error);
  });
});
