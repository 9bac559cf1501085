import { expect } from '@open-wc/testing';
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
          headers: { Authorization: 'Bearer ${MY_NOTES_TOKEN}', 'X-Key': '${MY_NOTES_X_KEY}' },
        },
        other: {
          type: 'http',
          url: 'https://other.example/mcp?api_key=${OTHER_API_KEY}&q=1',
          headers: { Accept: 'application/json' },
        },
      },
    });
    expect(variables).to.deep.equal(['MY_NOTES_TOKEN', 'MY_NOTES_X_KEY', 'OTHER_API_KEY']);
  });

  it('is read again, by this library too: the variables are filled in', () => {
    const { text } = mcpJsonOf([
      { name: 'Notes', url: 'https://notes.example/mcp', headers: { Authorization: 'Bearer abc-123' } },
    ]);
    const { entries, problems } = readConfig(text, { file: 'mcp.json', env: { NOTES_TOKEN: 'new' } });
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
});
