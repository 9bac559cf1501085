import { expect } from '@open-wc/testing';
import { scriptedUrl } from '/__servers__.js';
import { ClientHarness } from './client-harness.js';

/** Each thing that can be wrong, what the page says of it, and what it says to do. */
const REFUSED: readonly [what: string, url: () => string, says: RegExp, remedy: RegExp][] = [
  ['an address that is none', () => 'http://', /is not the address of an MCP server/, /https:\/\/example\.com\/mcp/],
  ['another scheme', () => 'ftp://example.com/mcp', /is not the address of an MCP server/, /http or https address/],
  ['a page of HTML', () => scriptedUrl('html'), /answered with text\/html/, /a path such as \/mcp/],
  ['a wrong path', () => scriptedUrl('not-found'), /has nothing at this address/, /a path such as \/mcp/],
  ['a server that is not there', () => scriptedUrl('dead'), /Could not reach 127\.0\.0\.1/, /server is running/],
  ['a server without CORS', () => scriptedUrl('no-cors'), /may not allow this page/, /Access-Control-Allow-Origin/],
  ['a server that fails', () => scriptedUrl('server-down'), /failed \(500\)/, /Try again later/],
  ['a server that wants a sign-in', () => scriptedUrl('unauthorized'), /needs a sign-in or an access token/, /token/],
  ['a revision nobody knows', () => scriptedUrl('unknown-revision'), /No common protocol version/, /Update/],
];

describe('bad input', () => {
  let client: ClientHarness | undefined;
  afterEach(() => client?.remove());

  for (const [what, url, says, remedy] of REFUSED)
    it(`${what}: says what happened and what to do, and offers another try`, async () => {
      client = await ClientHarness.open(url());
      await client.reads(says);
      await client.reads(remedy);
      expect(client.element.status).to.equal('failed');
      await client.until(() => client!.button('Try again'), 'a way to try again');
    });

  it('a tool list with broken items: shows the others and names the broken ones', async () => {
    client = await ClientHarness.connect(scriptedUrl('broken-item'));
    for (const tool of ['echo', 'add']) await client.option(tool);
    await client.reads(/2 of 4 tools/);
    await client.reads(/it has no name/);
  });

  it('an endless cursor: shows what came and says why it ends', async () => {
    client = await ClientHarness.connect(scriptedUrl('repeating-cursor'));
    await client.reads(/keeps sending the same page/);
    expect(client.all('[role=option]')).to.have.lengthOf.at.least(1);
  });

  it('a malformed message: the call ends with a sentence, and the next call works', async () => {
    client = await ClientHarness.connect(scriptedUrl('malformed-json'));
    await client.choose('Tools', 'echo');
    await client.fill('message', 'x');
    await client.press('Run echo');
    await client.reads(/is not JSON/);
    await client.until(() => client!.button('Run echo'), 'the form still there');
  });

  it('an answer that never comes: says that it may have been carried out', async () => {
    client = await ClientHarness.connect(scriptedUrl('stream-ends-early'));
    await client.choose('Tools', 'echo');
    await client.fill('message', 'x');
    await client.press('Run echo');
    await client.reads(/closed the connection before answering/);
    await client.reads(/may have been carried out/);
  });
});
