import { expect } from '@esm-bundle/chai';
import { confusables } from '../../components/internal/confusables.js';

const inside = 'The host contains';
const named = 'The message speaks of';
const rows: readonly [host: string, message: string, warned: readonly string[]][] = [
  ['pay.example', 'Confirm your card.', []],
  ['files.example', 'Sign in at files.example.', []],
  ['files.example:8443', 'Sign in at https://files.example:8443/login.', []],
  ['login.files.example', 'Sign in to files.example.', []],
  ['pay.example', 'Write to help@bank.example or read README.md, e.g. the part on v1.2.', []],
  ['shop.example.com.br', 'Pay.', []],
  ['example.com.br', 'Pay.', []],
  ['bank.com', 'Pay.', []],
  ['accounts.bank.com.evil.example', 'Sign in.', [inside]],
  ['files.example.evil.example', 'Sign in.', [inside]],
  ['files.example-login.net', 'Sign in.', [inside]],
  ['evil.example', 'Sign in at bank.example.', [named]],
  ['evil.example', 'Sign in at (https://bank.example/login)!', [named]],
  ['bank.com.evil.example', 'Sign in at bank.com.', [inside, named]],
  ['evil.example', `a0${'!'.repeat(400_000)}b Sign in at bank.example.`, [named]],
  ['evil.example', `a0${'!'.repeat(4000)}b Sign in at ${'!'.repeat(100)}bank.example.`, [named]],
];

describe('a host that may be taken for another', () => {
  for (const [host, message, warned] of rows)
    it(`${host}, “${message}”: ${warned.length ? warned.join(', ') : 'nothing to say'}`, () => {
      const sentences = confusables(host, message, 'files.example');
      expect(sentences).to.have.length(warned.length);
      for (const [index, words] of warned.entries()) expect(sentences[index]).to.contain(words);
    });
  it('is not looked for in a server of this machine', () => {
    expect(confusables('pay.localhost.example', 'Pay.', 'localhost:3001')).to.be.empty;
  });
  it('repeats little of what a server wrote', () => {
    const [sentence] = confusables(`${'a'.repeat(300)}.com.evil.example`, '', 'files.example');
    expect(sentence!.length).to.be.below(200);
  });
});
