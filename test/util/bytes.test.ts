import { expect } from '@esm-bundle/chai';
import { base64Size, bytesFromBase64, decodeBase64, firstBytes } from '../../src/util/bytes.js';

describe('base64', () => {
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

  for (const [words, encoded] of [
    ['', ''],
    ['a', 'YQ=='],
    ['ab', 'YWI='],
    ['abc', 'YWJj'],
    ['hello world', 'aGVsbG8gd29ybGQ='],
  ] as const)
    it(`“${words}”: size before decoding, and bytes`, () => {
      expect(base64Size(encoded)).to.equal(words.length);
      expect(text(bytesFromBase64(encoded))).to.equal(words);
    });

  it('line breaks and missing padding are forgiven', () => {
    expect(text(bytesFromBase64('aGVs\r\nbG8g\n d29y bGQ'))).to.equal('hello world');
  });

  for (const bad of ['a', '!!!!', 'aGVsbG8*', 'ä'])
    it(`“${bad}” is not base64`, async () => {
      expect(bytesFromBase64(bad)).to.equal(undefined);
      expect(await decodeBase64(bad)).to.equal(undefined);
    });

  describe('in pieces', () => {
    const bytes = Uint8Array.from({ length: 3_000_001 }, (_, index) => (index * 31) % 251);
    let encoded = '';
    before(() => {
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      encoded = btoa(binary);
    });

    it('gives the same bytes', async () => {
      const decoded = await decodeBase64(encoded);
      expect(decoded?.length).to.equal(bytes.length);
      expect(decoded?.every((byte, index) => byte === bytes[index])).to.equal(true);
    });
    it('gives the same bytes with line breaks', async () => {
      const decoded = await decodeBase64(encoded.replace(/.{76}/g, '$&\r\n'));
      expect(decoded?.length).to.equal(bytes.length);
      expect(decoded?.every((byte, index) => byte === bytes[index])).to.equal(true);
    });
    it('notices a wrong character far in', async () => {
      expect(await decodeBase64(`${encoded.slice(0, 2_500_000)}*${encoded.slice(2_500_001)}`)).to.equal(undefined);
    });
    it('stops when its signal says so', async () => {
      const abort = new AbortController();
      const decoding = decodeBase64(encoded, { signal: abort.signal });
      abort.abort();
      const reason = await decoding.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect((reason as DOMException).name).to.equal('AbortError');
    });
  });

  it('the first bytes come without decoding the rest', () => {
    expect(text(firstBytes('aGVsbG8gd29ybGQ=', 5))).to.equal('hello');
    expect(text(firstBytes('aGk', 1000))).to.equal('hi');
    expect(firstBytes(`aGVsbG8g${'*'.repeat(1000)}`, 4)).to.have.length(0);
    expect(text(firstBytes(`aGVsbG8gd29ybGQg${'*'.repeat(1000)}`, 4))).to.equal('hell');
  });
});
