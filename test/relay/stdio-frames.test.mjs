// How messages are told apart on stdout, whatever the pieces are that they arrive in.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { frame, FrameReader } from './relay.mjs';

const MESSAGE = '{"jsonrpc":"2.0","id":1,"result":{"text":"größer €"}}';
const framed = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

/** What a reader finds, for the whole at once and byte by byte; both must be the same. */
function read(...parts) {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const [whole, single] = [[bytes], [...bytes].map((byte) => Buffer.of(byte))].map((chunks) => {
    const found = [];
    const reader = new FrameReader({
      onText: (text) => found.push(text),
      onNoise: (text) => found.push({ noise: text }),
      onTooLarge: () => found.push('too large'),
    });
    for (const chunk of chunks) reader.push(chunk);
    reader.end();
    return { found, framing: reader.framing };
  });
  assert.deepEqual(single, whole);
  return whole;
}

describe('reading', () => {
  it('takes a line as a message', () => {
    assert.deepEqual(read(`${MESSAGE}\n{}\n`), { found: [MESSAGE, '{}'], framing: 'newline' });
  });
  it('takes lines with CRLF, blank lines between them, and the last one without an end', () => {
    assert.deepEqual(read(`${MESSAGE}\r\n\r\n\n  \n{}`).found, [MESSAGE, '{}']);
  });
  it('takes a byte order mark away', () => assert.deepEqual(read(`\uFEFF${MESSAGE}\n`).found, [MESSAGE]));
  it('takes so many bytes after Content-Length, and no characters', () => {
    assert.deepEqual(read(framed(MESSAGE), framed('{}')), { found: [MESSAGE, '{}'], framing: 'content-length' });
  });
  it('takes further headers, in any case, and a body with line breaks', () => {
    const pretty = '{\n  "a": 1\n}';
    const text = `content-length:${pretty.length}\nContent-Type: application/json\n\n${pretty}`;
    assert.deepEqual(read(text, framed('{}')).found, [pretty, '{}']);
  });
  it('goes on with lines after a message of known length', () => {
    assert.deepEqual(read(framed(MESSAGE), `\n${MESSAGE}\n`).found, [MESSAGE, MESSAGE]);
  });
  it('tells what else a server prints, and goes on', () => {
    assert.deepEqual(read(`Listening …\n${MESSAGE}\n`).found, [{ noise: 'Listening …' }, MESSAGE]);
  });
  it('does not wait for a message after a length without headers, or of no bytes', () => {
    assert.deepEqual(read(`Content-Length: 5\n${MESSAGE}\nContent-Length: 0\n\n${MESSAGE}\n`).found, [
      MESSAGE,
      MESSAGE,
    ]);
  });
  it('skips a line and a message over 10 MB, and takes the next one', () => {
    const large = Buffer.alloc(11 * 1024 * 1024, 'x');
    for (const before of [[], ['Content-Length: 11534336\r\n\r\n']]) {
      const found = [];
      const reader = new FrameReader({
        onText: (text) => found.push(text),
        onNoise() {},
        onTooLarge: () => found.push('too large'),
      });
      for (const part of [...before, large, `\n${MESSAGE}\n`]) reader.push(Buffer.from(part));
      assert.deepEqual(found, ['too large', MESSAGE]);
    }
  });
});

describe('writing', () => {
  it('makes one line of JSON with line breaks', () => {
    assert.equal(frame('{\r\n "a":\n "\\n" }', 'newline').toString(), '{  "a":  "\\n" }\n');
  });
  it('counts bytes', () => assert.equal(frame('"€"', 'content-length').toString(), 'Content-Length: 5\r\n\r\n"€"'));
});
