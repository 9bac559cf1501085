import { expect } from '@open-wc/testing';
import { McpError } from '../../src/errors.js';
import { answerAsk } from '../../src/features/asks/ask.js';
import type { AskContext, AskDesk } from '../../src/features/asks/ask-handler.js';
import type { AskMethod } from '../../src/protocol/model.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';

/** A desk that accepts these questions and decides them like this, and what came to it. */
function deskThat(
  accepts: readonly AskMethod[],
  decide: (request: unknown, context: AskContext) => unknown,
): AskDesk & { readonly seen: unknown[] } {
  const seen: unknown[] = [];
  return {
    seen,
    accepts: (method) => accepts.includes(method),
    admit: async (method, request, context) => {
      seen.push([method, request]);
      return (await decide(request, context)) as never;
    },
  };
}
const context: AskContext = { signal: new AbortController().signal, during: { method: 'tools/call', name: 'x' } };
const ALL: readonly AskMethod[] = ['sampling/createMessage', 'elicitation/create', 'roots/list'];
const declines = (): never => {
  throw new McpError('declined', 'The person declined.');
};
const sampling = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 };
const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
const reply = { role: 'assistant', content: [{ type: 'text', text: 'Hello' }], model: 'm' };

describe('questions of a server', () => {
  for (const method of ['tools/list', 'ping', 'tasks/get', '', 'constructor', '__proto__', 'toString'])
    it(`“${method}” is none`, () => {
      expect(
        answerAsk(
          method,
          {},
          deskThat(ALL, () => ({})),
          context,
        ),
      ).to.equal(undefined);
    });

  for (const method of ALL)
    it(`${method}, where this host did not offer it, is not answered`, () => {
      const others = ALL.filter((other) => other !== method);
      const desk = deskThat(others, () => ({}));
      expect(answerAsk(method, {}, desk, context)).to.equal(undefined);
      expect(desk.seen).to.be.empty;
    });

  it('know what they came with, and how long they live', async () => {
    let seen: AskContext | undefined;
    const desk = deskThat(ALL, (_request, given) => {
      seen = given;
      return reply;
    });
    await answerAsk('sampling/createMessage', sampling, desk, context);
    expect(seen).to.equal(context);
  });

  for (const method of ALL)
    it(`${method}, withdrawn or failed, fails as it did`, async () => {
      const error = new McpError('cancelled', 'The server withdrew its question.');
      const desk = deskThat(ALL, () => Promise.reject(error));
      const params = method === 'elicitation/create' ? form : sampling;
      expect(await failureOf(answerAsk(method, params, desk, context)!)).to.equal(error);
    });

  describe('sampling/createMessage', () => {
    const ask = (params: unknown, desk: AskDesk): Promise<unknown> =>
      answerAsk('sampling/createMessage', params, desk, context)!;

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
      ['tools, which were not offered', { ...sampling, tools: [] }],
      ['a tool choice', { ...sampling, toolChoice: { mode: 'auto' } }],
      ['nothing', undefined],
    ] as const)
      it(`with ${what} is refused unseen: −32602`, async () => {
        verifies('sampling-tools-refused-undeclared');
        const desk = deskThat(ALL, () => reply);
        expect((await failureOf(ask(params, desk))).rpcCode).to.equal(-32602);
        expect(desk.seen).to.be.empty;
      });
  });

  describe('elicitation/create', () => {
    const ask = (params: unknown, desk: AskDesk): Promise<unknown> =>
      answerAsk('elicitation/create', params, desk, context)!;

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
    for (const [what, params] of [
      ['a page to open, which was not offered', { mode: 'url', message: 'm', url: 'https://x' }],
      ['a mode nobody knows', { mode: 'voice', message: 'm' }],
      ['no schema', { message: 'm' }],
    ] as const)
      it(`with ${what} is refused unseen: −32602`, async () => {
        verifies('undeclared-mode-refused');
        const desk = deskThat(ALL, () => ({ action: 'accept' }));
        expect((await failureOf(ask(params, desk))).rpcCode).to.equal(-32602);
        expect(desk.seen).to.be.empty;
      });
  });

  describe('roots/list', () => {
    const ask = (desk: AskDesk): Promise<unknown> => answerAsk('roots/list', undefined, desk, context)!;

    it('is answered with folders of files, and nothing else', async () => {
      verifies('roots-are-file-folders');
      const roots = [
        { uri: 'file:///home/me', name: 'me' },
        { uri: 'https://x/' },
        { uri: 'file:relative' },
        { uri: 'no address' },
        { uri: 'FILE:///C:/' },
      ];
      expect(await ask(deskThat(ALL, () => roots))).to.deep.equal({ roots: [roots[0], roots[4]] });
    });
    it('refused: as if there were no such method', async () => {
      expect(await failureOf(ask(deskThat(ALL, declines)))).to.include({ rpcCode: -32601, code: 'declined' });
    });
  });
});
