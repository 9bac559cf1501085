import { expect } from '@esm-bundle/chai';
import { readPasted } from '../../src/config/pasted.js';
import type { ReadConfig, ServerEntry } from '../../src/config/read-config.js';
import { parseTypedAddress } from '../../src/util/hosts.js';
import { McpError } from '../../src/errors.js';

const OPTIONS = { file: 'the text', alone: 'server', env: {} };
const all = (text: string, env: Record<string, string> = {}): ReadConfig => readPasted(text, { ...OPTIONS, env });
const only = (text: string): ServerEntry => {
  const { entries, problems } = all(text);
  expect(problems).to.deep.equal([]);
  expect(entries).to.have.length(1);
  return entries[0]!;
};
const refusal = (text: string): McpError => {
  try {
    all(text);
  } catch (error) {
    return error as McpError;
  }
  throw new Error('It was read.');
};
const base64 = (value: object): string => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));

describe('an address as people type it', () => {
  for (const [typed, address] of [
    ['localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['  127.0.0.1:3000  ', 'http://127.0.0.1:3000/'],
    ['[::1]:8080/mcp', 'http://[::1]:8080/mcp'],
    ['app.localhost/mcp', 'http://app.localhost/mcp'],
    ['example.com/mcp', 'https://example.com/mcp'],
    ['example.com:8443/a?b=c', 'https://example.com:8443/a?b=c'],
    ['HTTP://example.com/mcp', 'http://example.com/mcp'],
  ] as const)
    it(`${typed} is ${address}`, () => {
      expect(parseTypedAddress(typed)?.href).to.equal(address);
    });

  for (const typed of [
    '',
    ' ',
    'a b',
    ':3000',
    '/mcp',
    'ftp://example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
  ])
    it(`“${typed}” is none`, () => {
      expect(parseTypedAddress(typed)?.href).to.equal(undefined);
    });
});

describe('what somebody pastes', () => {
  it('is an address', () => {
    expect(only('localhost:3000/mcp')).to.deep.include({
      name: 'localhost:3000',
      server: { kind: 'http', url: 'http://localhost:3000/mcp', headers: {} },
    });
  });

  it('is a list of servers, as JSON with comments or as TOML', () => {
    const text = '{ // mine\n "mcpServers": { "a": { "url": "https://a.example/mcp" }, "b": { "command": "x" } } }';
    expect(all(text).entries.map(({ name, server }) => [name, server.kind])).to.deep.equal([
      ['a', 'http'],
      ['b', 'stdio'],
    ]);
    expect(only('[mcp_servers.far]\nurl = "https://a.example/mcp"\n').name).to.equal('far');
    expect(only('{"url":"https://a.example/mcp"}').name).to.equal('server');
    expect(only("{ mcpServers: { near: { url: 'https://a.example/mcp', }, }, }").name).to.equal('near');
  });

  it('is a list of opencode, whose commands are lists', () => {
    const entry = { type: 'local', command: ['npx', '-y', 'a-server'], environment: { KEY: 'v' } };
    expect(only(JSON.stringify({ mcp: { files: entry } })).server).to.deep.equal({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'a-server'],
      env: { KEY: 'v' },
    });
  });

  const far = { kind: 'http', url: 'https://a.example/mcp', headers: {} };
  const withKey = { ...far, headers: { 'X-Key': 'a b', Accept: '1' } };
  const program = { kind: 'stdio', command: 'npx', args: ['-y', '@scope/server-files', '--all', '/tmp/a b'], env: {} };
  for (const [line, name, server] of [
    ['claude mcp add --transport http notes https://a.example/mcp', 'notes', far],
    ['$ claude mcp add notes https://a.example/mcp --transport http --scope user', 'notes', far],
    [
      `claude mcp add -t http -s user notes https://a.example/mcp --header "X-Key: a b" -H 'Accept: 1'`,
      'notes',
      withKey,
    ],
    ["claude mcp add files -- npx -y @scope/server-files --all '/tmp/a b'", 'files', program],
    [
      'claude mcp add --env=KEY=a=b --env "OTHER=c d" files -- npx server',
      'files',
      { ...program, args: ['server'], env: { KEY: 'a=b', OTHER: 'c d' } },
    ],
    [`claude mcp add-json notes '{"type":"http","url":"https://a.example/mcp"}'`, 'notes', far],
    ['codex mcp add notes --url https://a.example/mcp', 'notes', far],
    ['codex mcp add files --env KEY=v -- npx server', 'files', { ...program, args: ['server'], env: { KEY: 'v' } }],
    ['gemini mcp add --transport http notes https://a.example/mcp', 'notes', far],
    ['gemini mcp add files npx -y server --flag', 'files', { ...program, args: ['-y', 'server', '--flag'] }],
    [`code --add-mcp '{"name":"notes","type":"http","url":"https://a.example/mcp"}'`, 'notes', far],
    [`npx -y @scope/server-files --all "/tmp/a b"`, 'server-files', program],
    ['npx -y \\\n  @scope/server-files \\\n  --all /tmp/a\\ b', 'server-files', program],
    ['uvx mcp-server-git@1.2', 'mcp-server-git', { ...program, command: 'uvx', args: ['mcp-server-git@1.2'] }],
    ['node ./dist/index.js', 'index.js', { ...program, command: 'node', args: ['./dist/index.js'] }],
  ] as const)
    it(line, () => {
      const entry = only(line);
      expect(entry.server).to.deep.equal(server);
      expect(entry.name).to.equal(name);
    });

  const entry = { url: 'https://a.example/mcp' };
  for (const link of [
    `cursor://anysphere.cursor-deeplink/mcp/install?name=notes&config=${encodeURIComponent(base64(entry))}`,
    `https://cursor.com/install-mcp?name=notes&config=${encodeURIComponent(base64(entry))}`,
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'notes', type: 'http', ...entry }))}`,
    `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'notes', ...entry }))}`)}`,
    `https://vscode.dev/redirect/mcp/install?name=notes&config=${encodeURIComponent(JSON.stringify({ type: 'http', ...entry }))}`,
    `lmstudio://add_mcp?name=notes&config=${encodeURIComponent(base64(entry))}`,
    `goose://extension?url=${encodeURIComponent(entry.url)}&type=streamable_http&id=notes`,
  ])
    it(`a link that installs a server: ${link.slice(0, 40)}…`, () => {
      expect(only(link)).to.deep.include({ name: 'notes', server: far });
    });

  it('has no variable whose name a shell would run where the line to start it is copied', () => {
    const { entries, problems } = all(
      JSON.stringify({
        mcpServers: { evil: { command: 'npx', env: { 'K="";touch OWNED;:': 'x' } }, good: { command: 'x' } },
      }),
    );
    expect(entries.map(({ name }) => name)).to.deep.equal(['good']);
    expect(problems.map(({ text }) => text)).to.deep.equal([
      'the text: evil is left out: its variable “K="";touch OWNED;:” has no usable name: letters, digits and _ only.',
    ]);
  });

  it('names the variables that it needs, and takes their values', () => {
    const text = '{"mcpServers":{"a":{"url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${KEY}"}}}}';
    expect(all(text).entries[0]!.missing).to.deep.equal(['KEY']);
    expect(all(text, { KEY: 'x' }).entries[0]).to.deep.include({
      missing: [],
      server: { ...far, headers: { Authorization: 'Bearer x' } },
    });
    expect(only('[mcp_servers.a]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "KEY"').missing).to.deep.equal([
      'KEY',
    ]);
  });

  it('ends where a value is half a million characters of what a pattern may start with anew', () => {
    const entry = (value: string): string =>
      JSON.stringify({ servers: { a: { url: 'https://a.example/', headers: { X: value } } } });
    for (const value of [`x${' '.repeat(500_000)}x`, '${a:-'.repeat(100_000)]) {
      const { entries, problems } = all(entry(value));
      expect(entries).to.deep.equal([]);
      expect(problems.map(({ key }) => key)).to.deep.equal(['config.entrySkipped']);
    }
  });

  it('one bad entry does not hide the others', () => {
    const { entries, problems } = all('{"mcpServers":{"a":{"url":"ftp://x"},"b":{"url":"https://b.example/"}}}');
    expect(entries.map(({ name }) => name)).to.deep.equal(['b']);
    expect(problems.map(({ text }) => text)).to.deep.equal([
      'the text: a is left out: ftp://x is not an http or https address.',
    ]);
  });

  for (const [text, words] of [
    ['claude mcp list', /names no server/],
    ['claude mcp add', /names no server/],
    ['claude mcp add notes', /names no server/],
    ['npx "server', /quotation mark that is not closed/],
    ['cursor://anysphere.cursor-deeplink/mcp/install?name=x&config=%%%', /has no server in it that can be read/],
    ['vscode:mcp/install?%E0%A4%A', /has no server in it that can be read/],
    ['{"mcpServers":', /line 1, column 15/],
    ['{}', /has no server in it/],
    ['Dear all, please see below.', /cannot be read/],
    ['', /./],
    ['{"a":{"url":"x"} "b":1}', /line 1, column 18: invalid character '"'/],
    ['{\n "mcpServers": [1,,2] }', /line 2, column 19: invalid character/],
    ['{'.repeat(100_000), /./],
    ['{"a":'.repeat(100_000), /./],
    [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /./],
    [`npx ${'"'.repeat(19_001)}x`, /./],
    ['x'.repeat(2_000_000), /larger than/],
  ] as const)
    it(`that is no server is refused with words: ${text.slice(0, 40)}`, () => {
      const error = refusal(text);
      expect(error).to.be.instanceOf(McpError);
      expect(error.code).to.equal('invalid-input');
      expect(error.message).to.match(words);
    });
});
