import { expect } from '@esm-bundle/chai';
import { looksLikeAnotherHost, readAddress, type AddressReading } from '../../src/content/index.js';

const web = (reading: AddressReading): Extract<AddressReading, { kind: 'web' }> => {
  if (reading.kind !== 'web') throw new Error(`not a web address, but ${reading.kind}`);
  return reading;
};

describe('what may be done with an address', () => {
  for (const [uri, host, warnings] of [
    ['https://a.example/x?y#z', 'a.example', []],
    ['https://a.example:8443/', 'a.example:8443', []],
    ['HTTPS://A.Example/', 'a.example', []],
    ['http://a.example/', 'a.example', ['not-encrypted']],
    ['http://localhost:3000/', 'localhost:3000', []],
    ['http://127.0.0.1/', '127.0.0.1', []],
    ['https://b\u0131lling.example/', 'xn--blling-p9a.example', ['punycode']],
    ['https://xn--blling-p9a.example/', 'xn--blling-p9a.example', ['punycode']],
    ['https://bank.example@evil.example/', 'evil.example', ['user-info']],
    ['https://bank.example:443@evil.example/', 'evil.example', ['user-info']],
    ['https://192.0.2.7/', '192.0.2.7', ['ip-address']],
    ['https://3221225991/', '192.0.2.7', ['ip-address']],
    ['https://[2001:db8::1]/', '[2001:db8::1]', ['ip-address']],
    ['http://user@192.0.2.7/', '192.0.2.7', ['user-info', 'ip-address', 'not-encrypted']],
    ['https:evil.example', 'evil.example', []],
    ['  https://a.example  ', 'a.example', []],
  ] as const)
    it(`${uri} may be opened and leads to ${host}`, () => {
      const reading = web(readAddress(uri));
      expect(reading.host).to.equal(host);
      expect(reading.warnings).to.deep.equal(warnings);
      expect(reading.before + reading.host + reading.after).to.equal(reading.href);
    });

  it('sets the host apart, also where the address repeats it', () => {
    const { before, host, after } = web(readAddress('https://evil.example@evil.example/evil.example'));
    expect([before, host, after]).to.deep.equal(['https://evil.example@', 'evil.example', '/evil.example']);
  });

  it('mailto: may be handed to the mail program', () => {
    expect(readAddress('mailto:a@b.example?subject=x')).to.deep.include({ kind: 'mail', address: 'a@b.example' });
  });

  for (const [uri, scheme] of [
    ['javascript:alert(1)', 'javascript'],
    ['JaVaScRiPt:alert(1)', 'javascript'],
    ['java\nscript:alert(1)', 'javascript'],
    ['data:text/html,x', 'data'],
    ['file:///etc/passwd', 'file'],
    ['blob:https://a.example/x', 'blob'],
    ['vscode://x', 'vscode'],
    ['demo://resource/1', 'demo'],
    ['ftp://a.example', 'ftp'],
    ['/relative', undefined],
    ['', undefined],
    ['https://', undefined],
    [`https://a.example/${'x'.repeat(9000)}`, undefined],
  ] as const)
    it(`${uri.slice(0, 30)} is only text`, () => {
      expect(readAddress(uri)).to.deep.equal({ kind: 'text', scheme });
    });
});

describe('words that look like another host', () => {
  for (const [words, host] of [
    ['bank.example', 'evil.example'],
    ['https://bank.example/login', 'evil.example'],
    ['www.bank.example', 'evil.example'],
    [' bank.example:443 ', 'evil.example'],
    ['BANK.EXAMPLE', 'evil.example'],
    ['HTTPS://Bank.Example/Login', 'evil.example'],
    ['https://user@bank.example', 'evil.example'],
    ['billing.example', 'xn--blling-p9a.example'],
    ['https://README.md/', 'evil.example'],
  ] as const)
    it(`“${words}” for ${host}`, () => expect(looksLikeAnotherHost(words, host)).to.equal(true));

  for (const [words, host] of [
    ['bank.example', 'bank.example'],
    ['https://bank.example/login', 'bank.example'],
    ['bank.example', 'www.bank.example'],
    ['b\u0131lling.example', 'xn--blling-p9a.example'],
    ['bank.example', 'bank.example:8443'],
    ['our site', 'evil.example'],
    ['README.md', 'evil.example'],
    ['see bank.example for more', 'evil.example'],
    ['', 'evil.example'],
  ] as const)
    it(`not “${words}” for ${host}`, () => expect(looksLikeAnotherHost(words, host)).to.equal(false));
});
