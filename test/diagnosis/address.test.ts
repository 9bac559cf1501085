import { expect } from '@esm-bundle/chai';
import { readAddress } from '../../src/diagnosis/server-address.js';

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
      expect(trouble?.[0].text).to.contain(words);
      expect(url + trouble!.map(({ text }) => text).join()).not.to.contain('secret');
    });
});
