// What can be written on the command line, and what is said of each mistake.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileFor } from './command.mjs';
import { readArguments } from './modules.mjs';

const refusal = (...args) => {
  try {
    readArguments(args);
  } catch (error) {
    assert.equal(error.code, 'invalid-input', String(error));
    return `${error.message} ${error.remedy ?? ''}`.trim();
  }
  return assert.fail(`${args.join(' ')} was accepted`);
};

describe('an address', () => {
  for (const [written, address] of [
    ['https://example.com/mcp', 'https://example.com/mcp'],
    ['example.com/mcp', 'https://example.com/mcp'],
    ['localhost:3000/mcp', 'http://localhost:3000/mcp'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
    ['[::1]:3000/mcp', 'http://[::1]:3000/mcp'],
    ['http://10.0.0.5/mcp', 'http://10.0.0.5/mcp'],
  ])
    it(`${written} is ${address}`, () => assert.equal(readArguments([written]).target.url, address));

  for (const written of ['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'http://', 'a b'])
    it(`${written} is refused`, () => assert.match(refusal(written), /is not an http or https address/));
});

describe('what is given', () => {
  it('is a server at an address', () => {
    const { target, opensPage, relay, port } = readArguments(['localhost:3000/mcp']);
    assert.deepEqual(target, { kind: 'url', url: 'http://localhost:3000/mcp', headers: {} });
    assert.deepEqual([opensPage, relay, port], [true, 'auto', undefined]);
  });
  it('lets names lead into the local network only where it says so', () => {
    assert.equal(readArguments(['example.com/mcp']).allowPrivate, false);
    assert.equal(readArguments(['example.com/mcp', '--allow-private']).allowPrivate, true);
    assert.match(refusal('--allow-private', '--', 'x'), /--allow-private/);
  });
  it('is a command after --, whose options are its own', () => {
    const { target, port } = readArguments(['--port', '7000', '--', 'npx', '-y', 'a-server', '--port', '1', '--help']);
    assert.deepEqual(target, { kind: 'command', command: 'npx', args: ['-y', 'a-server', '--port', '1', '--help'] });
    assert.equal(port, 7000);
  });
  it('is a file with names', () => {
    assert.deepEqual(readArguments(['--config', 'mcp.json', 'one', 'two']).target, {
      kind: 'config',
      file: 'mcp.json',
      names: ['one', 'two'],
    });
  });
  it('has headers, also from files, and the command line wins', (t) => {
    const file = fileFor(t, 'headers.txt', '# a comment\nX-A: from file\n\nAuthorization: Bearer a:b\n');
    const { target } = readArguments(['http://localhost/', '--header-file', file, '--header', 'X-A: given']);
    assert.deepEqual(target.headers, { 'X-A': 'given', Authorization: 'Bearer a:b' });
  });
  it('has variables, also from files', (t) => {
    const file = fileFor(t, '.env', '# a comment\nexport A="one two"\nB=3=4\r\n');
    assert.deepEqual(readArguments(['--env-file', file, '-e', 'C=', '--env', 'B=5', '--', 'x']).env, {
      A: 'one two',
      B: '5',
      C: '',
    });
  });
  it('has a revision that the page asks for, and a file for messages', () => {
    const { revision, record } = readArguments(['--revision', '2025-06-18', '--record', 'a.jsonl', 'a.example']);
    assert.deepEqual([revision, record], ['2025-06-18', 'a.jsonl']);
    assert.equal(readArguments(['a.example']).revision, undefined);
    assert.equal(readArguments(['a.example']).forgets, false);
    assert.equal(readArguments(['--forget', 'a.example']).forgets, true);
  });
  it('may be help or the version, whatever else is there', () => {
    assert.equal(readArguments(['-h']), 'help');
    assert.equal(readArguments(['--version', '--port', '3']), 'version');
  });
});

describe('a mistake is told with what to write instead', () => {
  for (const [args, words] of [
    [[], /^Give the address of a server, or after -- the command/],
    [['--'], /^Give the address of a server/],
    [['a.example', 'b.example'], /^Give one address\. .*--config/],
    [['a.example', '--', 'npx'], /only one of them/],
    [['--config', 'a.json', '--', 'npx'], /only one of them/],
    [['--prot', '3', 'a.example'], /^There is no option --prot\. Did you mean --port\?/],
    [['--nothing-like-it', 'a.example'], /--help lists the options/],
    [['--port', 'a.example'], /^--port is a\.example|^Give the address/],
    [['--port', '0', 'a.example'], /^--port is 0\. A port is a whole number from 1 to 65535/],
    [['--port', '70000', 'a.example'], /from 1 to 65535/],
    [['--port', '1', '--port', '2', 'a.example'], /given twice/],
    [['a.example', '--port'], /^The option --port needs a value: --port 6280/],
    [['a.example', '--header', '--no-open'], /^The option --header needs a value/],
    [['a.example', '--no-open=yes'], /takes no value/],
    [['a.example', '--relay', 'sometimes'], /^--relay is sometimes\. It must be auto, always or never/],
    [['a.example', '--revision', '2025'], /^--revision is 2025\. This client speaks .*2025-06-18.* and /],
    [['a.example', '--revision', 'latest'], /2026-07-28/],
    [['a.example', '--serve-only', '--revision', '2025-06-18'], /--revision is for the page/],
    [['a.example', '--serve-only', '--forget'], /--forget is for the page/],
    [['a.example', '--record'], /^The option --record needs a value/],
    [['a.example', '--header', 'no colon'], /^The header no colon cannot be sent/],
    [['a.example', '--header', 'Bad Name: x'], /cannot be sent/],
    [['a.example', '--header', 'X: a\nY: b'], /^The header X cannot be sent/],
    [['a.example', '--relay', 'never', '--header', 'X: 1'], /do not go together/],
    [['a.example', '-e', 'A=1'], /^The option --env means something only with a command or --config/],
    [['--header', 'X: 1', '--', 'npx'], /^The option --header means something only with an address/],
    [['-e', 'no value', '--', 'npx'], /^The variable no value cannot be read/],
    [['--host', '0.0.0.0', 'a.example'], /^0\.0\.0\.0 is not this machine/],
    [['--host', 'example.com', 'a.example'], /is not this machine/],
    [['--max-sessions', '0', '--', 'npx'], /whole number from 1 to 100/],
    [['--idle', '1.5', '--', 'npx'], /^--idle is 1\.5/],
    [['--allow-origin', 'null', 'a.example'], /null is not an http or https address/],
    [['--env-file', '/nowhere/.env', '--', 'npx'], /^The file \/nowhere\/\.env cannot be read\. ENOENT/],
  ])
    it(args.join(' ') || 'nothing at all', () => assert.match(refusal(...args), words));

  it('and the value of a header is in no message: it is a secret', () => {
    assert.doesNotMatch(refusal('a.example', '--header', 'X Y: s3cret'), /s3cret/);
    assert.doesNotMatch(refusal('-e', 'A-B=s3cret', '--', 'npx'), /s3cret/);
  });
});
