// The files in which people list servers, as other programs write them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from './modules.mjs';

const read = (value, { file = 'mcp.json', env = {} } = {}) =>
  readConfig(typeof value === 'string' ? value : JSON.stringify(value), {
    file,
    env,
    folder: '/work',
    home: '/home/me',
  });
const only = (value, options) => {
  const { entries, problems } = read(value, options);
  assert.deepEqual(problems, []);
  assert.equal(entries.length, 1);
  return entries[0];
};
const FILES = { command: 'npx', args: ['-y', 'a-server', '/tmp'], env: { KEY: 'value' } };
const stdio = { kind: 'stdio', ...FILES };

describe('a list of servers', () => {
  for (const [who, value] of Object.entries({
    'mcpServers (Claude, Cursor, Windsurf, Gemini, LM Studio)': { mcpServers: { files: FILES } },
    'servers (VS Code)': { inputs: [], servers: { files: { type: 'stdio', ...FILES } } },
    'mcp.servers (settings of VS Code)': { 'editor.fontSize': 12, mcp: { servers: { files: FILES } } },
    'context_servers (Zed)': { theme: 'x', context_servers: { files: FILES } },
    'context_servers (Zed, as it was)': {
      context_servers: { files: { command: { path: 'npx', args: FILES.args, env: FILES.env } } },
    },
    'the list alone': { files: FILES },
  }))
    it(who, () => {
      const { name, server, missing } = only(value);
      assert.deepEqual({ name, server, missing }, { name: 'files', server: stdio, missing: [] });
    });

  it('mcp_servers (Codex, TOML)', () => {
    const text =
      '[mcp_servers.files]\ncommand = "npx"\nargs = ["-y", "a-server", "/tmp"]\n[mcp_servers.files.env]\nKEY = "value"\n';
    assert.deepEqual(only(text, { file: 'config.toml' }).server, stdio);
    const remote = '[mcp_servers.far]\nurl = "https://a.example/mcp"\nbearer_token_env_var = "TOKEN"\n';
    assert.deepEqual(only(remote, { env: { TOKEN: 'abc' } }).server.headers, { Authorization: 'Bearer abc' });
    assert.deepEqual(only(remote).missing, ['TOKEN']);
  });
  it('one entry alone has the name of its file', () =>
    assert.equal(only(FILES, { file: '/a/files.json' }).name, 'files'));

  for (const field of ['url', 'serverUrl', 'httpUrl'])
    it(`${field}: a server at an address, with its headers`, () =>
      assert.deepEqual(
        only({ mcpServers: { far: { [field]: 'https://a.example/mcp', headers: { 'X-A': '1' } } } }).server,
        {
          kind: 'http',
          url: 'https://a.example/mcp',
          headers: { 'X-A': '1' },
        },
      ));

  it('has comments and trailing commas', () => {
    assert.equal(only('\uFEFF// mine\n{ /* all */ "mcpServers": { "a": { "command": "x", }, }, }').name, 'a');
  });
});

describe('a server.json of the registry', () => {
  const list = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: 'io.github.somebody/weather',
    description: 'Weather.',
    version: '1.0.2',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://weather.example/mcp',
        headers: [
          { name: 'X-Region', value: 'eu' },
          { name: 'X-Key', isRequired: true, isSecret: true },
        ],
      },
    ],
    packages: [
      {
        registryType: 'npm',
        identifier: '@somebody/weather',
        version: '1.0.2',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'named', name: '--units', default: 'metric' },
          { type: 'positional', valueHint: 'city', isRequired: true },
          { type: 'named', name: '--verbose' },
        ],
        environmentVariables: [{ name: 'WEATHER_KEY', isRequired: true }, { name: 'NOT_NEEDED' }],
      },
      { registryType: 'pypi', identifier: 'weather-mcp', version: '0.5' },
      { registryType: 'oci', identifier: 'docker.io/somebody/weather:1' },
      { registryType: 'mcpb', identifier: 'https://a.example/x.mcpb' },
    ],
  };
  it('has each of its ways, and what they need', () => {
    const { entries, problems } = read(list, { env: { CITY: 'Ulm', WEATHER_KEY: 'k' } });
    assert.deepEqual(
      entries.map(({ server, missing }) => ({ server, missing })),
      [
        {
          server: {
            kind: 'http',
            url: 'https://weather.example/mcp',
            headers: { 'X-Region': 'eu', 'X-Key': '${X_KEY}' },
          },
          missing: ['X_KEY'],
        },
        {
          server: {
            kind: 'stdio',
            command: 'npx',
            args: ['-y', '@somebody/weather@1.0.2', '--units', 'metric', 'Ulm'],
            env: { WEATHER_KEY: 'k' },
          },
          missing: [],
        },
        { server: { kind: 'stdio', command: 'uvx', args: ['weather-mcp==0.5'], env: {} }, missing: [] },
        {
          server: {
            kind: 'stdio',
            command: 'docker',
            args: ['run', '-i', '--rm', 'docker.io/somebody/weather:1'],
            env: {},
          },
          missing: [],
        },
      ],
    );
    assert.match(
      problems[0].text,
      /mcp\.json: io\.github\.somebody\/weather 5 is left out: packages of the kind “mcpb” are not started/,
    );
  });
  it('may have the names of 2025-07', () => {
    const old = {
      name: 'a/b',
      packages: [
        {
          registry_type: 'npm',
          identifier: 'b',
          version: '2',
          environment_variables: [{ name: 'K', is_required: true }],
        },
      ],
    };
    assert.deepEqual(only(old, { env: { K: '1' } }).server, {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'b@2'],
      env: { K: '1' },
    });
  });
});

describe('a variable', () => {
  const value = (text, env) => only({ mcpServers: { a: { command: 'x', args: [text] } } }, { env });
  for (const [text, expected] of [
    ['${A}', 'one'],
    ['${env:A}', 'one'],
    ['${input:A}', 'one'],
    ['${B:-two}', 'two'],
    ['${A:-two}', 'one'],
    ['x${A}y${A}', 'xoneyone'],
    ['${workspaceFolder}/x', '/work/x'],
    ['${userHome}/x', '/home/me/x'],
    ['$A', '$A'],
  ])
    it(`${text} is ${expected}`, () => assert.deepEqual(value(text, { A: 'one' }).server.args, [expected]));

  it('that is not set stays and is named', () => {
    const { server, missing } = value('${A} ${input:b-key} ${A}', {});
    assert.deepEqual(server.args, ['${A} ${input:b-key} ${A}']);
    assert.deepEqual(missing, ['A', 'b-key']);
  });
  it('has no value in what people read of the command', () => {
    const entry = only({ mcpServers: { a: { command: 'x', args: ['--key', '${KEY}'] } } }, { env: { KEY: 's3cret' } });
    assert.deepEqual(entry.server.args, ['--key', 's3cret']);
    assert.deepEqual(entry.written, ['x', '--key', '${KEY}']);
  });
  it('holds in commands, addresses, headers and variables', () => {
    const { entries } = read(
      {
        mcpServers: {
          a: { command: '${A}', env: { B: '${A}' } },
          b: { url: 'https://${A}.example/', headers: { H: 'Bearer ${A}' } },
        },
      },
      { env: { A: 'one' } },
    );
    assert.deepEqual(entries[0].server, { kind: 'stdio', command: 'one', args: [], env: { B: 'one' } });
    assert.deepEqual(entries[1].server, { kind: 'http', url: 'https://one.example/', headers: { H: 'Bearer one' } });
  });
});

describe('what cannot be read', () => {
  it('is told with its line and column', () => {
    assert.throws(
      () => read('{\n  "mcpServers": {\n    "a": { "command" "x" }\n  }\n}'),
      /mcp\.json cannot be read: line 3, column 22: /,
    );
    assert.throws(() => read('{"mcpServers": {'), /line 1, column 17: /);
    assert.throws(() => read('[1]'), /it is no object/);
  });
  it('is told of TOML too', () =>
    assert.throws(() => read('[mcp_servers.a\ncommand = 1', { file: 'c.toml' }), /c\.toml cannot be read as TOML\. /));
  it('has no server in it', () => {
    for (const value of [{}, { mcpServers: {} }, { something: 'else' }])
      assert.throws(
        () => read(value),
        (error) => /mcp\.json has no server in it/.test(error.message) && /mcpServers/.test(error.remedy),
      );
  });
  it('is too large', () => assert.throws(() => read(`{"a":"${'x'.repeat(1_000_001)}"}`), /is larger than 1 MB/));

  it('does not hide the others', () => {
    const { entries, problems } = read({
      mcpServers: {
        good: { command: 'x' },
        list: [],
        empty: {},
        both: { command: 'x', url: 'https://a.example/' },
        args: { command: 'x', args: 'a b' },
        env: { command: 'x', env: [] },
        variable: { command: 'x', env: { 'KEY="";touch OWNED;:': 'x' } },
        break: { command: 'x', env: { 'A\ntouch OWNED': 'x' } },
        number: { command: 5 },
        address: { url: 'not an address' },
        scheme: { url: 'file:///etc/passwd' },
        header: { url: 'https://a.example/', headers: { 'Bad Name': 'x' } },
        lines: { url: 'https://a.example/', headers: { A: 'x\r\nHost: evil' } },
        off: { command: 'x', disabled: true },
        'also good': { url: 'https://a.example/' },
      },
    });
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['good', 'also good'],
    );
    assert.equal(problems.length, 13);
    for (const { text } of problems) assert.match(text, /^mcp\.json: \w+ is left out: .{10,}\.$/s);
  });
  it('says how many are left out of a file with too many', () => {
    const servers = Object.fromEntries(Array.from({ length: 203 }, (_, at) => [`server-${at}`, { command: 'x' }]));
    const { entries, problems } = read({ mcpServers: servers });
    assert.equal(entries.length, 200);
    assert.deepEqual(
      problems.map(({ text }) => text),
      ['mcp.json lists 203 servers. The first 200 are used; the others are left out.'],
    );
  });
  it('cannot reach what every object has', () => {
    const { entries } = read(
      '{"mcpServers": {"__proto__": {"command": "x"}, "constructor": {"command": "y"}, "a": {"command": "z"}}}',
    );
    assert.ok(entries.every(({ server }) => ['x', 'y', 'z'].includes(server.command)));
    assert.equal({}.command, undefined);
  });
});
