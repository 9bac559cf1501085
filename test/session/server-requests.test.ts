import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import { answerServerRequest } from '../../src/session/server-requests.js';
import { MAX_SAMPLING_PER_CALL, MAX_TOOL_TURNS } from '../../src/session/sampling-requests.js';
import { type ServerRequestContext, type ServerRequestDecider } from '../../src/session/server-request-types.js';
import type { Outgoing } from '../../src/jsonrpc/pending-request.js';
import type { ServerRequestMethod, ClientCapabilities } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';

/** A desk that offers these capabilities and decides questions like this, and what came to it. */
function deskThat(
  offers: ClientCapabilities,
  decide: (request: unknown, context: ServerRequestContext) => unknown,
  revision = '2025-11-25',
): ServerRequestDecider & { readonly seen: unknown[] } {
  const seen: unknown[] = [];
  return {
    seen,
    offers: () => offers,
    server: () => ({ name: 's', version: '1', url: 'https://s.example/', revision, era: 'legacy', capabilities: {} }),
    authorize: async (method, request, context) => {
      seen.push([method, request]);
      return (await decide(request, context)) as never;
    },
  };
}
const context: ServerRequestContext = {
  signal: new AbortController().signal,
  during: { method: 'tools/call', name: 'x' },
};
const ALL: ClientCapabilities = { sampling: { tools: {} }, elicitation: { form: {}, url: {} }, roots: {} };
const METHODS: readonly ServerRequestMethod[] = ['sampling/createMessage', 'elicitation/create', 'roots/list'];
const declines = (): never => {
  throw new McpError('declined', verbatim('The person declined.'));
};
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };
const page = { mode: 'url', message: 'm', url: 'https://pay.example/x', elicitationId: '1' } as const;
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
const calls = (...ids: string[]): { role: string; content: object[] } => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'search', input: {}, _meta: { signature: id } })),
});
const gives = (...ids: string[]): { role: string; content: object[] } => ({
  role: 'user',
  content: ids.map((toolUseId) => ({ type: 'tool_result', toolUseId, content: [] })),
});
const reply = { role: 'assistant', content: [{ type: 'text', text: 'Hello' }], model: 'm' };

describe('questions of a server', () => {
  for (const method of ['tools/list', 'ping', 'tasks/get', '', 'constructor', '__proto__', 'toString'])
    it(`“${method}” is none`, () => {
      expect(
        answerServerRequest(
          method,
          {},
          deskThat(ALL, () => ({})),
          context,
        ),
      ).to.equal(undefined);
    });

  for (const [method, kind] of [
    ['sampling/createMessage', 'sampling'],
    ['elicitation/create', 'elicitation'],
    ['roots/list', 'roots'],
  ] as const)
    it(`${method}, where this host did not offer it, is not answered`, () => {
      const desk = deskThat({ ...ALL, [kind]: undefined }, () => ({}));
      expect(answerServerRequest(method, {}, desk, context)).to.equal(undefined);
      expect(desk.seen).to.be.empty;
    });

  it('know what they came with, and how long they live', async () => {
    let seen: ServerRequestContext | undefined;
    const desk = deskThat(ALL, (_request, given) => {
      seen = given;
      return reply;
    });
    await answerServerRequest('sampling/createMessage', sampling, desk, context);
    expect(seen).to.equal(context);
  });

  for (const method of METHODS)
    it(`${method}, withdrawn or failed, fails as it did`, async () => {
      const error = new McpError('cancelled', verbatim('The server withdrew its question.'));
      const desk = deskThat(ALL, () => Promise.reject(error));
      const params = method === 'elicitation/create' ? form : sampling;
      expect(await failureOf(answerServerRequest(method, params, desk, context)!)).to.equal(error);
    });

  describe('sampling/createMessage', () => {
    const ask = (params: unknown, desk: ServerRequestDecider): Promise<unknown> =>
      answerServerRequest('sampling/createMessage', params, desk, context)!;

    it('is read, decided, and written for the wire', async () => {
      const desk = deskThat(ALL, () => reply);
      expect(await ask(sampling, desk)).to.deep.equal({ ...reply, content: reply.content[0] });
      expect(desk.seen).to.deep.equal([
        [
          'sampling/createMessage',
          { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], maxTokens: 5 },
        ],
      ]);
    });
    it('refused: code −1', async () => {
      verifies('legacy-refusal-has-a-code');
      const error = await failureOf(ask(sampling, deskThat(ALL, declines)));
      expect(error).to.include({ rpcCode: -1, code: 'declined', message: 'User rejected sampling request' });
    });
    for (const [what, params] of [
      ['no messages', { maxTokens: 5 }],
      ['no maxTokens', { messages: [] }],
      ['a tool call without its result', { ...sampling, messages: [calls('1')] }],
      ['nothing', undefined],
    ] as const)
      it(`with ${what} is refused unseen: −32602`, async () => {
        verifies('sampling-tool-results-balanced');
        const desk = deskThat(ALL, () => reply);
        expect((await failureOf(ask(params, desk))).rpcCode).to.equal(-32602);
        expect(desk.seen).to.be.empty;
      });
    for (const [what, params] of [
      ['tools', { ...sampling, tools: [] }],
      ['a tool choice', { ...sampling, toolChoice: { mode: 'auto' } }],
    ] as const)
      it(`with ${what}, which were not offered, is refused unseen: −32602`, async () => {
        verifies('sampling-tools-refused-undeclared');
        const desk = deskThat({ ...ALL, sampling: {} }, () => reply);
        expect(await failureOf(ask(params, desk))).to.include({ rpcCode: -32602, code: 'bad-message' });
        expect(desk.seen).to.be.empty;
      });
    it('with tools, which were offered, is decided; the tools the model uses go out as a list', async () => {
      verifies('sampling-tool-meta-preserved');
      const tools = [{ name: 'search', inputSchema: { type: 'object' } }];
      const { content } = calls('1', '2');
      const desk = deskThat(ALL, () => ({ role: 'assistant', content, model: 'm', stopReason: 'toolUse' }));
      expect(await ask({ ...sampling, tools }, desk)).to.deep.equal({
        role: 'assistant',
        content,
        model: 'm',
        stopReason: 'toolUse',
      });
      expect(desk.seen[0]).to.have.nested.property('[1].tools').that.deep.equals(tools);
    });
    it(`lets a model use tools ${MAX_TOOL_TURNS} times in one conversation, and then refuses in words`, async () => {
      verifies('sampling-tool-loops-end');
      const desk = deskThat(ALL, () => reply);
      const turns = (count: number): object => ({
        ...sampling,
        messages: Array.from({ length: count }, () => [calls('1'), gives('1')]).flat(),
      });
      await ask(turns(MAX_TOOL_TURNS), desk);
      const error = await failureOf(ask(turns(MAX_TOOL_TURNS + 1), desk));
      expect(error).to.include({ rpcCode: -1, code: 'limit' });
      expect(error.message).to.contain(String(MAX_TOOL_TURNS));
      expect(desk.seen, 'nobody saw it').to.have.length(1);
    });
    it(`is answered ${MAX_SAMPLING_PER_CALL} times for one call, and then refused in words`, async () => {
      verifies('sampling-tool-loops-end');
      const desk = deskThat(ALL, () => reply);
      const once = (call: Outgoing | undefined): Promise<unknown> =>
        answerServerRequest('sampling/createMessage', sampling, desk, { ...context, call })!;
      const call: Outgoing = { method: 'tools/call' };
      for (let count = 0; count < MAX_SAMPLING_PER_CALL; count++)
        // oxlint-disable-next-line no-await-in-loop
        await once(call);
      const error = await failureOf(once(call));
      expect(error).to.include({ rpcCode: -1, code: 'limit' });
      expect(error.message).to.contain(String(MAX_SAMPLING_PER_CALL));
      expect(desk.seen, 'nobody saw it').to.have.length(MAX_SAMPLING_PER_CALL);
      await once({ method: 'tools/call' });
      await once(undefined);
    });
    it('answered in several texts: one text for a server that takes no more', async () => {
      const two = [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
      ];
      const answer = (): unknown => ({ ...reply, content: two });
      expect(await ask(sampling, deskThat(ALL, answer))).to.deep.include({ content: two });
      const old = deskThat(ALL, answer, '2025-06-18');
      expect(await ask(sampling, old)).to.deep.include({ content: { type: 'text', text: 'One.\n\nTwo.' } });
    });
  });

  describe('elicitation/create', () => {
    const ask = (params: unknown, desk: ServerRequestDecider): Promise<unknown> =>
      answerServerRequest('elicitation/create', params, desk, context)!;

    for (const [answer, wire] of [
      [
        { action: 'accept', content: { a: 1 } },
        { action: 'accept', content: { a: 1 } },
      ],
      [{ action: 'accept' }, { action: 'accept', content: {} }],
      [{ action: 'decline', content: { a: 1 } }, { action: 'decline' }],
      [{ action: 'cancel' }, { action: 'cancel' }],
    ] as const)
      it(`${JSON.stringify(answer)} goes out as ${JSON.stringify(wire)}`, async () => {
        expect(
          await ask(
            form,
            deskThat(ALL, () => answer),
          ),
        ).to.deep.equal(wire);
      });
    it('refused by the page’s policy is declined: that is an answer too', async () => {
      expect(await ask(form, deskThat(ALL, declines))).to.deep.equal({ action: 'decline' });
    });
    for (const answer of [undefined, {}, 'yes', { action: 'maybe' }])
      it(`an answer of page code that is none (${JSON.stringify(answer)}) does not go out`, async () => {
        expect(
          (
            await failureOf(
              ask(
                form,
                deskThat(ALL, () => answer),
              ),
            )
          ).code,
        ).to.equal('invalid-input');
      });
    for (const [what, params, offered] of [
      ['a page to open, which was not offered', page, { form: {} }],
      ['a page to open, where any form would do', page, {}],
      ['a form, where only pages were offered', form, { url: {} }],
      ['a mode nobody knows', { mode: 'voice', message: 'm' }, { form: {}, url: {} }],
      ['no schema', { message: 'm' }, { form: {}, url: {} }],
      ['no page', { mode: 'url', message: 'm' }, { form: {}, url: {} }],
      ['a script for a page', { ...page, url: 'javascript:alert(1)' }, { form: {}, url: {} }],
    ] as const)
      it(`with ${what} is refused unseen: −32602`, async () => {
        verifies('undeclared-mode-refused');
        const desk = deskThat({ elicitation: offered }, () => ({ action: 'accept' }));
        expect(await failureOf(ask(params, desk))).to.include({ rpcCode: -32602, code: 'bad-message' });
        expect(desk.seen).to.be.empty;
      });
    for (const action of ['accept', 'decline', 'cancel'] as const)
      it(`${action} of a page is said without content`, async () => {
        const desk = deskThat(ALL, () => ({ action, content: { a: 1 } }));
        expect(await ask(page, desk)).to.deep.equal({ action });
        expect(desk.seen).to.deep.equal([['elicitation/create', page]]);
      });
  });

  describe('roots/list', () => {
    const ask = (desk: ServerRequestDecider): Promise<unknown> =>
      answerServerRequest('roots/list', undefined, desk, context)!;

    it('is answered with folders of files, and nothing else', async () => {
      verifies('roots-are-file-folders', 'roots-shared-by-consent');
      const roots = [
        { uri: 'file:///home/me', name: 'me' },
        { uri: 'https://x/' },
        { uri: 'file:relative' },
        { uri: 'no address' },
        { uri: 'FILE:///C:/' },
        { uri: 'file://nas/share' },
        { uri: 'file:///home/me/../you' },
        { uri: 'file:///home/%2e%2E/you' },
        { uri: 'file:///a\nb' },
        { uri: undefined },
      ];
      expect(await ask(deskThat(ALL, () => roots))).to.deep.equal({ roots: [roots[0], roots[4], roots[5]] });
    });
    it('refused: as if there were no such method', async () => {
      expect(await failureOf(ask(deskThat(ALL, declines)))).to.include({ rpcCode: -32601, code: 'declined' });
    });
  });
});
