import { expect } from '@esm-bundle/chai';
import { MAX_LINK_ARGUMENTS_LENGTH, readDeepLink, withDeepLink } from '../../components/workspace/deep-link.js';

describe('the address of a page with a workspace', () => {
  const page = 'https://page.example/tools?theme=dark#top';

  it('names a server, and an item with its arguments; other parameters stay', () => {
    const location = { section: 'tools', item: 'get-sum', arguments: { a: 1, b: 'x&y' } } as const;
    const link = withDeepLink(page, 'https://a.example/mcp?of=me', location);
    expect(link).to.match(/^https:\/\/page\.example\/tools\?theme=dark&server=.*#top$/);
    expect(readDeepLink(link)).to.deep.equal({ server: 'https://a.example/mcp?of=me', location });
    expect(withDeepLink(link, undefined)).to.equal(page);
    expect(readDeepLink(withDeepLink(link, 'https://b.example/', { section: 'log' }))).to.deep.equal({
      server: 'https://b.example/',
      location: { section: 'log' },
    });
  });

  for (const [query, link] of [
    ['', {}],
    ['server=localhost:3000/mcp', { server: 'http://localhost:3000/mcp' }],
    ['server=wss://a.example/mcp', { server: 'wss://a.example/mcp' }],
    ['server=javascript:alert(1)', { unusable: 'javascript:alert(1)' }],
    ['server=', { unusable: '' }],
    ['section=log', { location: { section: 'log' } }],
    ['section=activity', { location: { section: 'log' } }],
    ['section=transcript', { location: { section: 'log' } }],
    ['server=a.example&section=nowhere', { server: 'https://a.example/' }],
    [
      'server=a.example&prompt=p&args={}',
      { server: 'https://a.example/', location: { section: 'prompts', item: 'p' } },
    ],
    ['tool=t&args={', { location: { section: 'tools', item: 't' }, hasBadArguments: true }],
    ['tool=t&args=[1]', { location: { section: 'tools', item: 't' }, hasBadArguments: true }],
    [
      `tool=t&args={"a":"${'x'.repeat(MAX_LINK_ARGUMENTS_LENGTH)}"}`,
      { location: { section: 'tools', item: 't' }, hasBadArguments: true },
    ],
  ] as const)
    it(`is read as far as it is one: ${query.slice(0, 60)}`, () => {
      expect(readDeepLink(`https://page.example/?${query}`)).to.deep.equal(link);
    });

  it('has no arguments that are too long for one', () => {
    const args = { a: 'x'.repeat(MAX_LINK_ARGUMENTS_LENGTH) };
    expect(withDeepLink(page, 'https://a.example/', { section: 'tools', item: 't', arguments: args })).not.to.include(
      'args',
    );
  });
});
