// Requests that this client sent, copied as programs and run: each must give the result that the client got. Real servers of both
// eras; secrets are placeholders, which the programs get from the environment.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServers } from '../../demo/servers/start.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { connect } = await import('../../dist/src/index.js');
const { messageLogOf, SNIPPET_LANGUAGES, snippetOf } = await import('../../dist/src/messages/index.js');

const TOKEN = 'tok-1234567890abcdef';
const TIMEOUT_MS = 60_000;

/** Twenty requests: thirteen to a server with a handshake, seven to one without. */
const CALLS = {
  everything: [
    ['tools/list', {}],
    ['tools/call', { name: 'echo', arguments: { message: 'plain' } }],
    ['tools/call', { name: 'echo', arguments: { message: 'quotes \' " ` and $HOME, \\ and ${x}' } }],
    ['tools/call', { name: 'echo', arguments: { message: 'two\nlines, ключ, 😀, \u2028' } }],
    ['tools/call', { name: 'get-sum', arguments: { a: 2, b: -3.5 } }],
    ['tools/call', { name: 'get-structured-content', arguments: { location: 'Chicago' } }],
    ['tools/call', { name: 'no-such-tool', arguments: {} }],
    ['resources/templates/list', {}],
    ['prompts/list', {}],
    ['resources/list', {}],
    ['prompts/get', { name: 'simple-prompt' }],
    ['prompts/get', { name: 'args-prompt', arguments: { city: 'Oslo', state: 'N' } }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'department', value: 'E' } },
    ],
  ],
  modern: [
    ['tools/list', {}],
    ['tools/call', { name: 'echo', arguments: { message: 'Grüße ' } }],
    ['tools/call', { name: 'get-sum', arguments: { a: 1, b: 2 } }],
    ['tools/call', { name: 'route-parcel', arguments: { region: 'Nördlich', weight: 2 } }],
    ['tools/call', { name: 'draw-flag', arguments: { flag: 'lima' } }],
    ['resources/list', {}],
    ['prompts/list', {}],
  ],
};

describe('a request copied as a program', { concurrency: false }, () => {
  let servers;
  let folder;
  let python;

  before(async () => {
    servers = await startServers();
    folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-snippets-'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    python = process.env.SNIPPETS_PYTHON;
  });
  after(() => {
    servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function output({ code, variables }, language) {
    const env = { ...process.env, ...Object.fromEntries(variables.map((name) => [name, TOKEN])) };
    const file = path.join(folder, { curl: 'a.sh', fetch: 'a.mjs', typescript: 'b.mjs', python: 'a.py' }[language]);
    writeFileSync(file, code);
    const command = { curl: ['sh', file], fetch: ['node', file], typescript: ['node', file], python: [python, file] };
    const [program, ...args] = command[language];
    const { stdout } = await run(program, args, { env, timeout: TIMEOUT_MS });
    return stdout;
  }

  /** The answer in what a program printed: JSON, or the events of a stream. */
  function answerIn(stdout, id) {
    const messages = stdout.split(/\n/).flatMap((line) => {
      const text = line.startsWith('data:') ? line.slice(5) : line;
      return text.trim().startsWith('{"') ? [JSON.parse(text)] : [];
    });
    return messages.find((message) => message.id === id && !message.method);
  }

  for (const [server, calls] of Object.entries(CALLS))
    for (const language of SNIPPET_LANGUAGES)
      for (const [method, params] of calls)
        it(JSON.stringify([server, language, method, params]), async (t) => {
          if (language === 'python' && !python) return t.skip('SNIPPETS_PYTHON names no Python with the package mcp');
          const session = await connect(servers.url(server), { messages: true, storage: 'none' });
          t.after(() => session.close());
          let result;
          let refusal;
          try {
            result =
              method === 'tools/call'
                ? await session.tools.call(params.name, params.arguments)
                : await session.request(method, params);
          } catch (error) {
            refusal = error;
          }
          const log = messageLogOf(session);
          const row = log.all().findLast((one) => one.type === 'request' && one.method === method);
          const snippet = snippetOf(row, language, session.redactor);
          assert.equal(typeof snippet, 'object', JSON.stringify(snippet));
          if (refusal && language !== 'curl' && language !== 'fetch') {
            await assert.rejects(output(snippet, language));
            return;
          }
          const stdout = await output(snippet, language);
          const answer = row.answer.message;
          if (language === 'curl') assert.deepEqual(answerIn(stdout, row.id)?.result, answer.result, stdout);
          else if (language === 'fetch') assert.deepEqual(JSON.parse(stdout).result, answer.result);
          else assert.deepEqual(plain(JSON.parse(stdout)), plain(answer.result ?? result));
        });

  /** Without what an SDK adds or leaves out. */
  function plain(result) {
    const own = ['_meta', 'resultType', 'ttlMs', 'cacheScope', 'serverInfo', 'nextCursor', 'isError'];
    const kept = Object.fromEntries(Object.entries(result).filter(([name]) => !own.includes(name)));
    return JSON.parse(JSON.stringify(kept, (_, value) => (value === null ? undefined : value)));
  }
});
