import { expect } from '@esm-bundle/chai';
import { sha256 } from '../../src/util/sha256.js';

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

describe('SHA-256 without crypto.subtle', () => {
  it('is what the standard says of its own examples', () => {
    expect(sha256('')).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).to.equal(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it('is what the browser computes, whatever the length and the letters', async () => {
    for (const letter of ['a', 'ü', '世', '😀', '\ud800'])
      for (let length = 0; length < 200; length += letter === 'a' ? 1 : 13) {
        const text = letter.repeat(length);
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        const expected = hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
        expect(sha256(text), `${letter} ${length} times`).to.equal(expected);
      }
  });
});
