import { expect } from '@esm-bundle/chai';
import { readConfig } from '../../src/config/read-config.js';
import { mcpJsonOf } from '../../src/config/write-config.js';

describe('a list of servers that is written', () => {
  it('has a variable in place of each secret, named after its server', () => {
    const { text, variables } = mcpJsonOf([
      {
        name: 'My Notes',
        url: 'https://notes.example/mcp',
        headers: { Authorization: 'Bearer abc-123', 'X-Key': 'key-1234567' },
      },
      {
        name: 'Other',
        url: 'https://other.example/mcp?api_key=abcdef123456&q=1',
        headers: { Accept: 'application/json' },
      },
    ]);
    expect(JSON.parse(text)).to.deep.equal({
      mcpServers: {
        'my-notes': {
          type: 'http',
          url: 'https://notes.example/mcp',
          headers: { Authorization: 'Bearer ${MCP_MY_NOTES_TOKEN}', 'X-Key': '${MCP_MY_NOTES_X_KEY}' },
        },
        other: {
          type: 'http',
          url: 'https://other.example/mcp?api_key=${MCP_OTHER_API_KEY}&q=1',
          headers: { Accept: 'application/json' },
        },
      },
    });
    expect(variables).to.deep.equal(['MCP_MY_NOTES_TOKEN', 'MCP_MY_NOTES_X_KEY', 'MCP_OTHER_API_KEY']);
  });

  it('is read again, by this library too: the variables are filled in', () => {
    const { text } = mcpJsonOf([
      { name: 'Notes', url: 'https://notes.example/mcp', headers: { Authorization: 'Bearer abc-123' } },
    ]);
    const { entries, problems } = readConfig(text, { file: 'mcp.json', env: { MCP_NOTES_TOKEN: 'new' } });
    expect(problems).to.deep.equal([]);
    expect(entries).to.have.length(1);
    expect(entries[0]).to.deep.include({
      name: 'notes',
      server: { kind: 'http', url: 'https://notes.example/mcp', headers: { Authorization: 'Bearer new' } },
      missing: [],
    });
  });

  it('tells names that collide apart, and has a name for what has none', () => {
    const servers = ['Notes', 'notes', 'notes!', '天気', ''].map((name, at) => ({
      name,
      url: `https://s${at}.example/mcp`,
      headers: {},
    }));
    const { mcpServers } = JSON.parse(mcpJsonOf(servers).text) as { mcpServers: object };
    expect(Object.keys(mcpServers)).to.deep.equal(['notes', 'notes-2', 'notes-3', 'server', 'server-2']);
  });

  it('writes no variable that a link or a header brought along, and takes headers as pages give them', () => {
    const { text, variables } = mcpJsonOf([
      {
        name: 'GitHub',
        url: 'https://evil.example/mcp?x=${AWS_SECRET_ACCESS_KEY}',
        headers: { Authorization: 'Bearer abc-123' },
      },
      { name: 'b', url: 'https://b.example/mcp', headers: null as never },
      { name: 'c', url: 'https://c.example/mcp', headers: { 'X-Number': 12345678 as never, Accept: '${HOME}' } },
    ]);
    expect(text).not.to.contain('${AWS').and.not.to.contain('${GITHUB_TOKEN}').and.not.to.contain('${HOME}');
    expect(variables).to.deep.equal(['MCP_GITHUB_TOKEN', 'MCP_C_X_NUMBER', 'MCP_C_ACCEPT']);
  });
});
