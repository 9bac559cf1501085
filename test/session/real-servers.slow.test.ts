import { expect } from '@open-wc/testing';
import { everythingSseUrl, everythingUrl, modernUrl } from '/__servers__.js';
import { connect, isMcpError, type Progress, type SamplingRequest, type Session } from '../../src/index.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const SERVERS = [
  { name: 'Streamable HTTP', url: everythingUrl, revision: '2025-11-25', era: 'legacy' },
  { name: 'HTTP+SSE', url: everythingSseUrl, revision: '2025-11-25', era: 'legacy' },
  { name: '2026-07-28', url: modernUrl, revision: '2026-07-28', era: 'modern' },
] as const;

for (const { name, url, revision, era } of SERVERS)
  describe(`a session with a real server: ${name}`, () => {
    const { open } = sessions();
    const isModern = era === 'modern';

    it('knows the server', async () => {
      const session = await connect(url, { storage: 'none' });
      expect(session.server).to.include({ url, revision, era });
      expect(session.state.get()).to.deep.equal({ phase: 'ready', server: session.server });
      await session.close();
    });

    it('lists tools, resources, templates and prompts, all pages', async () => {
      const session = await open(url);
      const [tools, resources, templates, prompts] = await Promise.all([
        session.tools.list(),
        session.resources.list(),
        session.resourceTemplates.list(),
        session.prompts.list(),
      ]);
      expect(tools.map((tool) => tool.name)).to.include.members(['echo', 'get-sum']);
      for (const list of [resources, templates, prompts]) expect(list).not.to.be.empty;
      expect(session.problems.get()).to.be.empty;
    });

    it('calls a tool, reads a resource, gets a prompt, completes an argument', async () => {
      const session = await open(url);
      expect(textOf(await session.tools.call('echo', { message: 'Grüße, 世界' }))).to.equal('Echo: Grüße, 世界');
      expect(textOf(await session.tools.call('get-sum', { a: 2, b: 3 }))).to.contain('5');
      const [resource] = await session.resources.list();
      const [contents] = await session.resources.read(resource!.uri);
      expect(contents).to.include({ uri: resource!.uri });
      const prompts = await session.prompts.list();
      const plain = prompts.find((prompt) => !prompt.arguments?.length)!;
      expect((await session.prompts.get(plain.name)).messages).not.to.be.empty;
      const [ref, argument] = isModern
        ? [{ type: 'ref/prompt', name: 'describe-cargo' } as const, { name: 'cargo', value: 'co' }]
        : [{ type: 'ref/prompt', name: 'completable-prompt' } as const, { name: 'department', value: 'E' }];
      expect((await session.complete(ref, argument)).values).to.include(isModern ? 'coffee' : 'Engineering');
    });

    it('a picture comes as a picture', async () => {
      const session = await open(url);
      const [tool, args] = isModern ? (['draw-flag', { flag: 'kilo' }] as const) : (['get-tiny-image', {}] as const);
      const { content } = await session.tools.call(tool, args);
      const image = content.find(({ type }) => type === 'image');
      expect(image).to.include({ mimeType: 'image/png' });
    });

    it('a tool that does not exist, or arguments that do not fit, are said by the server', async () => {
      const session = await open(url);
      const outcome = await session.tools.call('no-such-tool').catch((error: unknown) => error);
      if (isMcpError(outcome)) expect(outcome.message).to.contain('no-such-tool');
      else expect(outcome).to.include({ isError: true });
      const wrong = await session.tools.call('get-sum', { a: 'x' }).catch((error: unknown) => error);
      if (isMcpError(wrong)) expect(wrong.code).to.equal('server-error');
      else expect(wrong).to.include({ isError: true });
    });

    describe('a call that takes its time', () => {
      const slow = isModern ? 'unload-cargo' : 'trigger-long-running-operation';

      it('tells how far it is', async () => {
        const session = await open(url);
        const steps: Progress[] = [];
        const args = { duration: 0.4, steps: 4 };
        await session.tools.call(slow, args, { onProgress: (progress) => steps.push(progress) });
        expect(steps.map(({ progress }) => progress)).to.deep.equal([1, 2, 3, 4]);
        expect(steps[0]).to.include({ total: 4 });
      });

      it('is cancelled half-way, and the session goes on', async () => {
        verifies('modern-cancel-hangs-up', 'legacy-cancel-is-said');
        const session = await open(url);
        const abort = new AbortController();
        const steps: number[] = [];
        const call = failureOf(
          session.tools.call(
            slow,
            { duration: 10, steps: 100 },
            { signal: abort.signal, onProgress: ({ progress }) => steps.push(progress) },
          ),
        );
        await eventually(() => steps.length >= 2);
        abort.abort();
        expect((await call).code).to.equal('cancelled');
        const seen = steps.length;
        expect(textOf(await session.tools.call('echo', { message: 'still here' }))).to.equal('Echo: still here');
        expect(steps).to.have.length(seen);
        expect(session.problems.get()).to.be.empty;
      });

      it('ends when its time is up, and progress gives it more', async () => {
        verifies('timeout-cancels', 'tool-calls-have-a-time-limit');
        const session = await open(url);
        const args = { duration: 0.6, steps: 6 };
        expect(textOf(await session.tools.call(slow, args, { timeoutMs: 400, onProgress: () => {} }))).to.contain(
          '0.6',
        );
        const error = await failureOf(session.tools.call(slow, { duration: 60, steps: 1 }, { timeoutMs: 100 }));
        expect(error.code).to.equal('timeout');
      });

      it('ends with `closed` when the session is closed', async () => {
        const session = await open(url);
        const call = failureOf(session.tools.call(slow, { duration: 60, steps: 100 }));
        await new Promise((resolve) => setTimeout(resolve, 50));
        await session.close();
        expect((await call).code).to.equal('closed');
      });
    });

    describe('questions of the server, answered by page code', () => {
      it('for a model', async () => {
        const asked: SamplingRequest[] = [];
        const session = await open(url, {
          sampler: async (request, { server }) => {
            asked.push(request);
            expect(server.url).to.equal(url);
            return { role: 'assistant', content: [{ type: 'text', text: 'Forty-two.' }], model: 'test-model' };
          },
        });
        const tool = isModern ? 'ask-model' : 'trigger-sampling-request';
        const answer = textOf(await session.tools.call(tool, { prompt: 'What is the answer?', maxTokens: 7 }));
        expect(answer).to.contain('Forty-two.').and.to.contain('test-model');
        expect(asked).to.have.length(1);
        expect(asked[0]).to.include({ maxTokens: 7 });
        expect(textOf(asked[0]!.messages[0]!)).to.contain('What is the answer?');
      });

      it('for a model, refused: the server is told in its own words, or the call ends', async () => {
        // Somebody must be able to answer, or the question is not offered at all.
        const session = await open(url, { sampler: async () => 'never', policy: { serverRequests: () => 'deny' } });
        const tool = isModern ? 'ask-model' : 'trigger-sampling-request';
        const outcome = await session.tools.call(tool, { prompt: 'x' }).catch((error: unknown) => error);
        if (isModern) expect((outcome as { code: string }).code).to.equal('declined');
        else expect(textOf(outcome as never)).to.contain('User rejected sampling request');
      });

      for (const [action, words] of [
        ['accept', 'Ada'],
        ['decline', 'decline'],
        ['cancel', 'cancel'],
      ] as const)
        it(`for the person: ${action}`, async () => {
          const session = await open(url, {
            elicitor: async (request) => {
              expect(request).to.have.nested.property('requestedSchema.properties.name');
              return action === 'accept'
                ? { action, content: { name: 'Ada', crew: 3, flag: 'kilo', pilot: true } }
                : { action };
            },
          });
          const tool = isModern ? 'register-visitor' : 'trigger-elicitation-request';
          const { content } = await session.tools.call(tool);
          expect(JSON.stringify(content)).to.contain(words);
        });

      it('for roots', async () => {
        let asked = 0;
        const session = await open(url, {
          roots: () => {
            asked++;
            return [{ uri: 'file:///work', name: 'work' }];
          },
        });
        // The legacy server asks by itself, on the standing stream, and keeps the answer.
        if (!isModern) await eventually(() => asked);
        const { content } = await session.tools.call(isModern ? 'list-roots' : 'get-roots-list');
        expect(JSON.stringify(content)).to.contain('file:///work');
      });

      it('are not offered where nobody can answer', async () => {
        const session = await open(url);
        if (isModern) {
          const error = await failureOf(session.tools.call('ask-model', { prompt: 'x' }));
          expect(error).to.include({ code: 'server-error', rpcCode: -32021 });
        } else {
          const names = (await session.tools.list()).map((tool) => tool.name);
          expect(names).not.to.include.members(['trigger-sampling-request']);
        }
      });
    });

    it('many calls at once each get their own answer', async () => {
      const session: Session = await open(url);
      const numbers = Array.from({ length: 20 }, (_, index) => index);
      const answers = await Promise.all(numbers.map((n) => session.tools.call('echo', { message: `${n}` })));
      expect(answers.map(textOf)).to.deep.equal(numbers.map((n) => `Echo: ${n}`));
    });
  });
