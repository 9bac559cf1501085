import { expect } from '@esm-bundle/chai';
import { readableHost } from '../../src/util/readable-host.js';
import { imitatedWord, readAddress } from '../../src/content/uri.js';

const warnings = (host: string): readonly string[] => {
  const address = readAddress(`https://${host}/`);
  return address.kind === 'web' ? address.warnings : [];
};

describe('a host in letters beyond ASCII', () => {
  for (const [ascii, readable] of [
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--80ak6aa92e.com', 'аррӏе.com'],
    ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['xn--wgv71a119e.jp', '日本語.jp'],
    ['xn--fiqs8s', '中国'],
    ['a.example:8443', 'a.example:8443'],
    ['xn--.example', 'xn--.example'],
    ['xn--a_b.example', 'xn--a_b.example'],
    [`xn--${'9'.repeat(60)}.example`, `xn--${'9'.repeat(60)}.example`],
  ] as const)
    it(`${ascii.slice(0, 30)} reads ${readable.slice(0, 30)}`, () => expect(readableHost(ascii)).to.equal(readable));

  for (const [host, why] of [
    ['аррӏе.com', 'all its letters pass for ours'],
    ['pаypal.com', 'it mixes Latin and Cyrillic'],
    ['gοogle.com', 'it mixes Latin and Greek'],
    ['login.раураl.example', 'one label mixes'],
    ['яndex.example', 'it mixes, whatever it looks like'],
  ] as const)
    it(`${host} has false letters: ${why}`, () => expect(warnings(host)).to.include('false-letters'));

  for (const host of [
    'bücher.example',
    'españa.example',
    'пример.рф',
    'сор.рф',
    'пример.com',
    '日本語テキスト.jp',
    'x日本.example',
    'παράδειγμα.example',
    'مثال.example',
    'דוגמה.example',
    'ไทย.example',
    '한국.example',
    'việt.example',
  ])
    it(`${host} is somebody’s spelling`, () => expect(warnings(host)).to.deep.equal(['punycode']));
});

describe('words that a host imitates', () => {
  for (const [text, host, word] of [
    ['PayPal', 'paypa1.example', 'PayPal'],
    ['Sign in to PayPal', 'www.paypa1.example', 'PayPal'],
    ['Microsoft', 'rnicrosoft.example', 'Microsoft'],
    ['Google account', 'g00gle-login.example', 'Google'],
    ['Apple', 'xn--80ak6aa92e.com', 'Apple'],
    ['pаypal', 'paypal.example', 'pаypal'],
    ['bucher', 'xn--bcher-kva.example', 'bucher'],
    ['Bolt', 'b0lt.example', 'Bolt'],
  ] as const)
    it(`“${text}” for ${host}`, () => expect(imitatedWord(text, host)).to.equal(word));

  for (const [text, host] of [
    ['PayPal', 'paypal.example'],
    ['PayPal', 'paypal-login.example'],
    ['our site', 'paypa1.example'],
    ['the guide', 'docs.example'],
    ['10l', '101.example'],
    ['', 'a.example'],
    [`${'x '.repeat(500)}PayPal`, 'paypa1.example'],
  ] as const)
    it(`not in “${text.slice(0, 30)}” for ${host}`, () => expect(imitatedWord(text, host)).to.equal(undefined));
});
