import { expect } from '@open-wc/testing';
import { reachOf, readAddress } from '../../src/diagnosis/address.js';

describe('an address', () => {
  it('is taken as it is, or relative to the page', () => {
    expect(readAddress('https://mcp.example/mcp#top')).to.deep.equal({ url: 'https://mcp.example/mcp' });
    expect(readAddress('/mcp', 'https://page.example/a/b')).to.deep.equal({ url: 'https://page.example/mcp' });
  });
  for (const [given, words] of [
    ['', 'not a web address'],
    ['https://', 'not a web address'],
    ['localhost:3000/mcp', 'begins with localhost:'],
    ['wss://mcp.example', 'begins with wss:'],
    ['https://user:secret@mcp.example/', 'user name'],
    ['http://mcp.example:6667/', 'port 6667'],
  ] as const)
    it(`“${given}” is refused: ${words}`, () => {
      const { url, trouble } = readAddress(given, 'https://page.example/');
      expect(trouble?.[0]).to.contain(words);
      expect(url + trouble!.join()).not.to.contain('secret');
    });

  it('is of this device, of the local network, or of everybody', () => {
    const hosts = {
      loopback: 'localhost a.localhost 127.0.0.1 127.9.9.9 [::1]',
      private: '10.0.0.1 192.168.1.1 172.16.0.1 172.31.0.1 169.254.1.1 printer.local [fd00::1] [fe80::1]',
      public: 'mcp.example 11.0.0.1 172.32.0.1 192.169.0.1 localhost.example [2001:db8::1]',
    };
    for (const [reach, names] of Object.entries(hosts))
      for (const name of names.split(' ')) expect(reachOf(new URL(`http://${name}/`).hostname), name).to.equal(reach);
  });
});
