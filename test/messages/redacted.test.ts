import { expect } from '@esm-bundle/chai';
import { gate, script } from '/__servers__.js';
import type { Session } from '../../src/index.js';
import {
  fittingRows,
  type LoggedMessage,
  type MessageFilter,
  type MessageLog,
  messageLogOf,
  messagesAsHar,
  messagesAsJson,
  placeholderOf,
  redactedAddress,
  redactedBody,
  redactedHeaders,
  redactedMessage,
  redactedResponseHeaders,
  SNIPPET_LANGUAGES,
  snippetOf,
} from '../../src/messages/index.js';
import { Redactor } from '../../src/secrets/redactor.js';
import { sessions } from '../fixtures/sessions.js';

const TOKEN = 'a-token-of-mine';
const PASSWORD = 'correct horse battery';
const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
  'Access-Control-Allow-Headers: *, Authorization',
];

const SIGN_IN = {
  name: 'sign-in',
  inputSchema: {
    type: 'object',
    properties: { user: { type: 'string' }, password: { type: 'string', format: 'password' } },
  },
};

describe('what leaves the messages of a session', () => {
  const { open } = sessions();

  const last = (log: MessageLog, type: LoggedMessage['type']): LoggedMessage =>
    log
      .all()
      .findLast(
        (row): row is LoggedMessage => row.kind === 'message' && row.type === type && row.method === 'tools/call',
      )!;

  /** A call with a password, which the server repeats. */
  async function withPassword(): Promise<{ session: Session; log: MessageLog }> {
    const url = await script({
      replies: {
        'tools/list': { result: { tools: [SIGN_IN] } },
        'tools/call': { result: { content: [{ type: 'text', text: `You said ${PASSWORD}.` }] } },
      },
    });
    const session = await open(url, { messages: true });
    await session.tools.list();
    await session.tools.call('sign-in', { user: 'ann', password: PASSWORD });
    return { session, log: messageLogOf(session) };
  }

  it('shows a message without its secrets, each with the name of what had it', async () => {
    const { session, log } = await withPassword();
    const shown = redactedMessage(last(log, 'request'), session.redactor, placeholderOf);
    expect(shown['params']).to.deep.include({ name: 'sign-in', arguments: { user: 'ann', password: '$MCP_PASSWORD' } });
    expect(shown).to.include({ jsonrpc: '2.0', method: 'tools/call' });
    const answer = redactedMessage(last(log, 'result'), session.redactor, placeholderOf);
    expect(JSON.stringify(answer)).not.to.contain(PASSWORD);
    // In memory it is whole.
    expect(JSON.stringify(last(log, 'request').message)).to.contain(PASSWORD);
  });

  it('hides a secret whole, also if it is an address', async () => {
    const { session, log } = await withPassword();
    const webhook = 'https://hooks.example/T0/aB3dE5fG7hJ9kL1mN3pQ5rS7';
    await session.tools.call('sign-in', { user: 'ann', password: webhook });
    const shown = redactedMessage(last(log, 'request'), session.redactor, placeholderOf);
    expect(shown['params']).to.deep.include({ arguments: { user: 'ann', password: '$MCP_PASSWORD' } });
  });

  it('names a secret by no name that is one itself, as in a map from tokens to passwords', async () => {
    const { session, log } = await withPassword();
    const token = 'sk-test-0123456789abcdefghij';
    await session.tools.call('sign-in', { user: { [token]: `My password is ${PASSWORD}.` } });
    const shown = redactedMessage(last(log, 'request'), session.redactor, placeholderOf);
    const bodies = [{ [token]: PASSWORD }, { password: { [token]: 'x' } }]
      .map((body) => JSON.stringify(body))
      .concat(`${token}=${PASSWORD}&password=x`)
      .map((body) => redactedBody(body, session.redactor, placeholderOf));
    for (const text of [JSON.stringify(shown), ...bodies]) {
      expect(text).not.to.match(/0123456789abcdefghij/i);
      expect(text).not.to.contain(PASSWORD);
    }
  });

  it('saves JSON and HAR without secrets; with them only where that was asked for', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const session = await open(url, { messages: true, headers: { Authorization: `Bearer ${TOKEN}` } });
    await session.tools.call('echo', { message: `It is ${TOKEN}.` });
    const rows = messageLogOf(session).all();
    const { redactor } = session;
    for (const save of [messagesAsJson, messagesAsHar]) {
      const text = (await save(rows, { redactor }))!.join('');
      expect(text).not.to.contain(TOKEN);
      expect(text).to.contain('Bearer $MCP_TOKEN').and.to.contain('$MCP_SESSION_ID');
      expect(JSON.parse(text)).to.be.an('object');
      const raw = (await save(rows, { redactor, raw: true }))!.join('');
      expect(raw).to.contain(`Bearer ${TOKEN}`);
      expect(JSON.parse(raw)).to.be.an('object');
    }
  });

  it('HAR has status, headers, times and bodies of each exchange, as the format wants them', async () => {
    const url = await gate('everything', LINES);
    const session = await open(url, { messages: true });
    await session.tools.call('echo', { message: 'hi' });
    const { redactor } = session;
    const { log } = JSON.parse((await messagesAsHar(messageLogOf(session).all(), { redactor }))!.join('')) as any;
    expect(log.version).to.equal('1.2');
    const call = log.entries.find((entry: any) => entry.request.postData?.text.includes('tools/call'));
    expect(call.request).to.include({ method: 'POST', url });
    expect(call.response).to.include({ status: 200 });
    expect(call.response.content.mimeType).to.contain('event-stream');
    expect(call.response.content.text).to.match(/^(?:id: [^\n]+\n)?data: \{.*Echo: hi/);
    expect(call.request.headers.map(({ name }: any) => name)).to.include('content-type');
    expect(call.time).to.be.closeTo(call.timings.wait + call.timings.receive, 0.01);
    for (const entry of log.entries) {
      expect(entry.startedDateTime).to.match(/^\d{4}-\d\d-\d\dT/);
      for (const part of ['request', 'response', 'cache', 'timings', 'time']) expect(entry).to.have.property(part);
    }
  });

  it('JSON names the exchange of each message by its place', async () => {
    const url = await gate('everything', LINES);
    const session = await open(url, { messages: true });
    await session.tools.call('echo', { message: 'hi' });
    const { redactor } = session;
    const file = JSON.parse((await messagesAsJson(messageLogOf(session).all(), { redactor }))!.join('')) as any;
    expect(file).to.include({ format: 'mcp-embed-messages', version: 1, secrets: false });
    const call = file.messages.find(({ method, type }: any) => method === 'tools/call' && type === 'request');
    const answer = file.messages.find(({ about }: any) => about === call.number);
    expect(answer.message.result.content[0].text).to.equal('Echo: hi');
    expect(file.exchanges[call.exchanges[0]]).to.include({ method: 'POST', status: 200 });
    expect(answer.exchanges).to.deep.equal(call.exchanges);
  });

  it('a copied program names variables in place of secrets, and takes no argument for a variable', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const session = await open(`${url}?api_key=abcdef123456`, {
      messages: true,
      headers: { Authorization: `Bearer ${TOKEN}`, 'X-Api-Key': 'key-1234567890' },
    });
    await session.tools.call('echo', { message: 'costs $HOME and $MCP_TOKEN' });
    const call = last(messageLogOf(session), 'request');
    for (const language of SNIPPET_LANGUAGES) {
      const snippet = snippetOf(call, language, session.redactor);
      if (typeof snippet === 'string') throw new Error(snippet);
      expect([...snippet.variables].toSorted(), language).to.deep.equal(['MCP_API_KEY', 'MCP_TOKEN', 'MCP_X_API_KEY']);
      expect(snippet.code)
        .not.to.contain(TOKEN)
        .and.not.to.contain('key-1234567890')
        .and.not.to.contain('abcdef123456');
      expect(snippet.code).to.contain('costs $HOME and $MCP_TOKEN');
    }
  });

  it('says why there is no program: for an answer, without HTTP, for what an SDK does not have', async () => {
    const { session, log } = await withPassword();
    expect(snippetOf(last(log, 'result'), 'curl', session.redactor)).to.equal('not-http');
    const own = log
      .all()
      .find((row): row is LoggedMessage => row.kind === 'message' && row.method === 'server/discover')!;
    expect(snippetOf(own, 'typescript', session.redactor)).to.equal('no-method');
    expect(snippetOf(own, 'python', session.redactor)).to.equal('no-method');
    expect(snippetOf(own, 'curl', session.redactor))
      .to.have.property('code')
      .that.contains('"server/discover"');
  });

  it('hides what is secret in headers, addresses and the bodies of a sign-in, by name', () => {
    const redactor = new Redactor();
    expect(
      redactedHeaders(
        [
          ['authorization', 'Bearer abc'],
          ['x-api-key', '12345678'],
          ['accept', 'application/json'],
          ['mcp-session-id', 'f350f222-51c4'],
        ],
        redactor,
        placeholderOf,
      ),
    ).to.deep.equal([
      ['authorization', 'Bearer $MCP_TOKEN'],
      ['x-api-key', '$MCP_X_API_KEY'],
      ['accept', 'application/json'],
      ['mcp-session-id', '$MCP_SESSION_ID'],
    ]);
    expect(
      redactedResponseHeaders(
        [
          ['access-control-expose-headers', 'mcp-session-id'],
          ['mcp-session-id', 'f350f222'],
        ],
        redactor,
        placeholderOf,
      ),
    ).to.deep.equal([
      ['access-control-expose-headers', 'mcp-session-id'],
      ['mcp-session-id', '$MCP_SESSION_ID'],
    ]);
    expect(redactedAddress('https://x.example/mcp?api_key=abcdef12&q=1', placeholderOf)).to.equal(
      'https://x.example/mcp?api_key=$MCP_API_KEY&q=1',
    );
    expect(redactedAddress('https://x.example/mcp?q=1', placeholderOf)).to.equal('https://x.example/mcp?q=1');
    expect(
      redactedBody('grant_type=authorization_code&code=abc&client_id=me&code_verifier=xyz', redactor, placeholderOf),
    ).to.equal('grant_type=authorization_code&code=$MCP_CODE&client_id=me&code_verifier=$MCP_CODE_VERIFIER');
    const answer = JSON.parse(
      redactedBody(
        '{"access_token":"abc","token_type":"Bearer","expires_in":3600,"refresh_token":"r"}',
        redactor,
        placeholderOf,
      ),
    ) as object;
    expect(answer).to.deep.equal({
      access_token: '$MCP_ACCESS_TOKEN',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: '$MCP_REFRESH_TOKEN',
    });
    const metadata = {
      issuer: 'https://a.example',
      token_endpoint: 'https://a.example/token',
      token_endpoint_auth_methods_supported: ['none'],
    };
    expect(JSON.parse(redactedBody(JSON.stringify(metadata), redactor, placeholderOf))).to.deep.equal(metadata);
  });

  it('finds rows by words, kind, direction, failure and number', async () => {
    const url = await script({
      replies: {
        'tools/call': [
          { result: { content: [{ type: 'text', text: 'Zürich' }] } },
          { error: { code: -32602, message: 'No such thing.' } },
        ],
      },
    });
    const session = await open(url, { messages: true });
    await session.tools.call('x', { city: 'Bern' });
    await session.tools.call('y').catch(() => {});
    const rows = messageLogOf(session).all();
    const found = (filter: MessageFilter): LoggedMessage[] => {
      const steps = fittingRows(rows, filter);
      for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value as LoggedMessage[];
    };
    const call = last(messageLogOf(session), 'request');
    expect(found({ text: 'zürich' }).map(({ type }) => type)).to.deep.equal(['result']);
    expect(found({ text: 'bern tools/CALL' }).map(({ subject }) => subject)).to.deep.equal(['x']);
    expect(found({ failed: true }).map(({ type, subject }) => [type, subject])).to.deep.include(['error', 'y']);
    expect(found({ kind: 'request', direction: 'received' })).to.deep.equal([]);
    expect(found({ kind: 'request', text: 'tools/call' })).to.have.length(2);
    expect(found({ kind: 'answer', text: 'tools/call' })).to.have.length(2);
    expect(found({ numbers: new Set([call.number]) })).to.deep.equal([call]);
    expect(found({})).to.deep.equal(rows);
  });

  /** A session whose server says that, in its answer to a call. */
  async function answered(
    answer: object,
    args: Record<string, string> = {},
  ): Promise<{ session: Session; log: MessageLog }> {
    const session = await open(await script({ replies: { 'tools/call': answer as never } }), { messages: true });
    await session.tools.call('x', args).catch(() => {});
    return { session, log: messageLogOf(session) };
  }

  it('takes nothing that a server sends for a variable of a copied program', async () => {
    const evil = '\uE000HOME\uE001';
    const { session, log } = await answered(
      { result: { content: [] } },
      { cursor: evil, [evil]: '`${process.exit()}`' },
    );
    for (const language of SNIPPET_LANGUAGES) {
      const snippet = snippetOf(last(log, 'request'), language, session.redactor);
      if (typeof snippet === 'string') throw new Error(snippet);
      expect(snippet.variables).to.deep.equal([]);
      expect(snippet.code).not.to.match(/"\$HOME"|\$\{HOME|= process\.env\.HOME|environ\["HOME/);
    }
  });

  it('a copied program has in it what was sent, and runs nothing of it: quotes, backslashes and signs of templates around a secret', async () => {
    const secret = `sk-${'Ab1'.repeat(12)}`;
    const pieces = [
      '\\',
      '"',
      '`',
      '${process.exit()}',
      "'",
      '\n',
      '*/',
      '\u2028',
      '//',
      '"+process.exit()+"',
      '\\"',
      secret,
    ];
    const drawn = Array.from({ length: 200 }, (_, at) =>
      [at, at * 7 + 1, at * at + 2, at * 3 + 5].map((one) => pieces[one % pieces.length]).join(''),
    );
    const args = {
      a: `${secret}\\`,
      b: `+process.exit()+"${secret}"//`,
      drawn,
      ...Object.fromEntries(drawn.map((text, at) => [`${at}${text}`, at])),
      ...(JSON.parse('{"inner":{"__proto__":{"x":1},"constructor":2}}') as object),
    };
    const { session, log } = await answered({ result: { content: [] } }, args as never);
    for (const [language, call] of [
      ['fetch', /await answerOf\(await send\((\{[^]*\n\})\), \d+\);/],
      ['typescript', /await client\.callTool\((\{[^]*\n\})\);/],
    ] as const) {
      const snippet = snippetOf(last(log, 'request'), language, session.redactor);
      if (typeof snippet === 'string') throw new Error(snippet);
      const written = call.exec(snippet.code)![1]!;
      expect(written).not.to.contain(secret);
      // oxlint-disable-next-line no-implied-eval -- the copied program is what is tested
      const run = new Function(...snippet.variables, 'process', `return ${written};`) as (...given: unknown[]) => any;
      const process = { exit: () => expect.fail('it ran') };
      const sent = run(...snippet.variables.map(() => secret), process);
      expect(JSON.stringify((sent.params ?? sent).arguments), language).to.equal(JSON.stringify(args));
    }
  });

  it('never names a variable of the environment as the server does: each begins with MCP_', () => {
    for (const [name, wanted] of [
      ['github_token', '$MCP_GITHUB_TOKEN'],
      ['PATH', '$MCP_PATH'],
      ['mcp-session-id', '$MCP_SESSION_ID'],
      ['天気', '$MCP_SECRET'],
      ['1', '$MCP_1'],
    ] as const)
      expect(placeholderOf(name)).to.equal(wanted);
    expect(placeholderOf('x'.repeat(5000)).length).to.be.below(100);
  });

  it('has a variable for each value: two of one name are told apart, one in two places is one', async () => {
    const url = await script({});
    const session = await open(url, { messages: true, headers: { 'X-Api-Key': 'key-1234567890' } });
    await session.tools.call('x', { password: 'first-one', nested: 'n' }).catch(() => {});
    await session.tools
      .call('x', { a: { password: 'first-one' }, b: { password: 'other-one' } } as never)
      .catch(() => {});
    const snippet = snippetOf(last(messageLogOf(session), 'request'), 'typescript', session.redactor);
    if (typeof snippet === 'string') throw new Error(snippet);
    expect([...snippet.variables].toSorted()).to.deep.equal(['MCP_PASSWORD', 'MCP_PASSWORD_2', 'MCP_X_API_KEY']);
  });

  it('hides secrets wherever a server repeats them: in words of a status, ids, unknown members, failures', async () => {
    const secret = 'key-1234567890';
    const url = await script({
      replies: {
        'tools/call': {
          sse: [`id: ${secret}\ndata: {"jsonrpc":"2.0","id":"$id","result":{"content":[]},"debug":"${secret}"}\n\n`],
        } as never,
      },
    });
    const session = await open(url, { messages: true, headers: { 'X-Api-Key': secret } });
    await session.tools.call('x', {}, { timeoutMs: 500 }).catch(() => {});
    await session.tools.call(secret, {}, { timeoutMs: 500 }).catch(() => {});
    const rows = messageLogOf(session).all();
    for (const save of [messagesAsJson, messagesAsHar])
      expect((await save(rows, { redactor: session.redactor }))!.join('')).not.to.contain(secret);
  });

  it('hides what lies below a secret name, numbers too, and forms with any names', () => {
    const redactor = new Redactor();
    const hidden = JSON.parse(
      redactedBody('{"pin":123456,"secret":{"value":"hunter2"},"expires_in":60}', redactor, placeholderOf),
    ) as object;
    expect(hidden).to.deep.equal({ pin: '$MCP_PIN', secret: { value: '$MCP_VALUE' }, expires_in: 60 });
    expect(redactedBody('client[id]=me&code=abc&code_verifier=xyz', redactor, placeholderOf)).to.contain(
      'code=$MCP_CODE&code_verifier=$MCP_CODE_VERIFIER',
    );
    expect(
      redactedAddress('https://h.example/mcp?ghp_abcdefghijklmnopqrstuvwxyz0123456789', placeholderOf),
    ).not.to.contain('ghp_');
  });

  it('the address of a resource has no secret, in the message and in its header', async () => {
    const session = await open(await script({}), { messages: true });
    await session.request('resources/read', { uri: 'https://x.example/y?sig=abcdefghijkl' }).catch(() => {});
    const row = messageLogOf(session)
      .all()
      .findLast(
        (one): one is LoggedMessage =>
          one.kind === 'message' && one.type === 'request' && one.method === 'resources/read',
      );
    const snippet = row && snippetOf(row, 'curl', session.redactor);
    if (!snippet || typeof snippet === 'string') throw new Error(String(snippet));
    expect(snippet.code).to.contain('sig=').and.not.to.contain('abcdefghijkl');
    expect(snippet.variables).to.deep.equal(['MCP_SIG']);
  });
});
