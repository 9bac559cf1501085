import { expect } from '@esm-bundle/chai';
import { Redactor, SECRET_SIGN } from '../../src/secrets/redactor.js';

describe('a secret value that comes back', () => {
  const secret = `open "sesame" & <co>\\1`;
  let redactor: Redactor;
  beforeEach(() => {
    redactor = new Redactor();
    redactor.add(secret);
  });
  const inJson = (value: string): string => JSON.stringify({ said: value });

  for (const [what, text] of [
    ['as it is', secret],
    ['in JSON', inJson(secret)],
    ['in JSON within JSON', inJson(inJson(secret))],
    ['in an address', `https://a.example/?q=${encodeURIComponent(secret)}`],
    [
      'in an address, as forms write it',
      `https://a.example/?${new URLSearchParams({ q: secret.replaceAll(/[&<>"\\]/g, '') })}`,
    ],
    [
      'in HTML',
      `<p>${secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
    ],
    ['in base64', `Basic ${btoa(`ada:${secret}`)}`],
  ] as const)
    it(`${what} is left out, in a text and in a value`, () => {
      redactor.add(secret.replaceAll(/[&<>"\\]/g, ''));
      expect(redactor.without(text, true)).to.contain(SECRET_SIGN).and.not.contain('sesame');
      expect(JSON.stringify(redactor.withoutIn({ list: [text] })), 'in a value').not.to.contain('sesame');
      expect(redactor.withoutIn({ list: [text] }).list[0]).to.contain(SECRET_SIGN);
    });
});

describe('secrets that stand in each other', () => {
  const redacted = (secret: string, text: string): string => {
    const redactor = new Redactor();
    redactor.add(secret);
    const without = redactor.without(text);
    redactor.forget(secret);
    return without;
  };

  it('leave nothing of the larger one, whichever is known', () => {
    const credential = 'Bearer abcdefgh12345678';
    for (const secret of [`sesame 1 ${credential} 2`, 'gh12345678', credential])
      expect(redacted(secret, `x sesame 1 ${credential} 2 y`), secret).not.to.match(/12345678|abcdefgh/);
    expect(redacted(`sesame ${credential}`, `x sesame ${credential} y`)).to.equal(`x ${SECRET_SIGN} y`);
  });

  it('are left out of what is without them already, and it stays the same', () => {
    const once = redacted('sesame street', 'PASSWORD=sesame street, TOKEN=Bearer abcdefgh12345678');
    expect(redacted('sesame street', once)).to.equal(once);
  });
});
