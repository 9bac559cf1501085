import { expect } from '@esm-bundle/chai';
import { anthropicSampler, openAiSampler } from '../../src/samplers/index.js';
import type { McpError } from '../../src/errors.js';
import { waitUntil } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { samplingRequest } from '../support/questions.js';
import { endpoint, Listening, openAiText, type EndpointScript } from '../support/model-endpoint.js';

const KEY = 'sk-test-0123456789abcdef';
const refusal = (type: string, message: string): string[] => [JSON.stringify({ error: { type, message } })];

/** Everything of an error that could be shown or logged. */
function wholeOf(error: McpError): string {
  const { cause, stack, message, remedy } = error;
  return JSON.stringify([{ ...error }, message, remedy, stack, String(cause), (cause as Error | undefined)?.message]);
}

async function failing(script: EndpointScript, more: object = {}): Promise<McpError> {
  const { url } = await endpoint({ type: 'application/json', ...script });
  return failureOf(openAiSampler({ url, key: KEY, model: 'm', ...more })(samplingRequest, new Listening().context));
}

describe('an endpoint of a model that does not answer', () => {
  for (const [what, script, code, message, remedy] of [
    [
      'does not know the key',
      { status: 401, pieces: refusal('x', `Incorrect API key: ${KEY.slice(0, 8)}***cdef`) },
      'unauthorized',
      'does not accept the key (401)',
      'Check the key',
    ],
    [
      'gets too many requests',
      { status: 429, headers: { 'retry-after': '12' }, pieces: refusal('rate_limit', 'Slow') },
      'http',
      'gets too many requests (429). It said: “Slow”',
      'Try again in 12 seconds.',
    ],
    [
      'has no credit',
      { status: 429, pieces: refusal('insufficient_quota', 'Pay') },
      'http',
      'no credit left',
      'Add credit',
    ],
    [
      'is overloaded',
      { status: 529, pieces: refusal('overloaded_error', 'Overloaded') },
      'http',
      'is overloaded (529)',
      'in a minute',
    ],
    [
      'does not know the model',
      { status: 404, pieces: ['<html>'] },
      'http',
      'does not know this model',
      'name of the model',
    ],
    [
      'refuses the request',
      { status: 400, pieces: refusal('x', `bad ${KEY}`) },
      'http',
      'does not accept the request (400). It said: “bad …”',
      'Edit',
    ],
    [
      'is a web page',
      { pieces: ['<html></html>'] },
      'bad-message',
      'did not send the answer of a model',
      'Check the address',
    ],
    [
      'breaks off',
      { type: 'text/event-stream', pieces: ['data: {"choices":[{"delta":{"content":"So"}}]}\n\n'], end: 'reset' },
      'stream-ended',
      'broke before the answer was complete',
      'ask again',
    ],
    [
      'ends without an end',
      { type: 'text/event-stream', pieces: ['data: {"choices":[{"delta":{"content":"So"}}]}\n\n'] },
      'stream-ended',
      'broke before',
      'ask again',
    ],
    [
      'fails in the middle',
      { type: 'text/event-stream', pieces: [`data: {"error":{"message":"gone ${KEY}"}}\n\n`] },
      'server-error',
      'broke off its answer: “gone …”',
      'Ask it again',
    ],
    [
      'sends what is no JSON',
      { type: 'text/event-stream', pieces: ['data: {oops\n\n'] },
      'bad-message',
      'cannot be read',
      '',
    ],
    [
      'says nothing for too long',
      { type: 'text/event-stream', pieces: [], end: 'hang' },
      'timeout',
      'the request was stopped after',
      'faster model',
    ],
  ] as const)
    it(`${what}: that is said in words, with a remedy and without the key`, async () => {
      const error = await failing(script as EndpointScript, code === 'timeout' ? { quietMs: 300 } : {});
      expect(error.code).to.equal(code);
      expect(error.message).to.contain(message);
      expect(error.remedy ?? '').to.contain(remedy);
      expect(wholeOf(error)).not.to.contain(KEY).and.not.to.contain('sk-test');
    });

  it('takes arguments of a tool that were cut off for what they are', async () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 't', arguments: '{"q":"unfin' } }] };
    const pieces = [`data: ${JSON.stringify({ choices: [{ delta: call, finish_reason: 'length' }] })}\n\n`];
    const error = await failing({ type: 'text/event-stream', pieces });
    expect(error.remedy).to.contain('limit of tokens');
  });

  it('is not read on beyond what a model can say', async () => {
    const big = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(1024 * 1024) } }] })}\n\n`;
    const error = await failing({ type: 'text/event-stream', pieces: [big, big, big, big, big], pauseMs: 0 });
    expect(error.code).to.equal('limit');
  });

  it('is hung up on when the question ends', async () => {
    const { url, seen } = await endpoint({ pieces: [openAiText('a').slice(0, 80)], end: 'hang' });
    const on = new Listening();
    const asked = failureOf(openAiSampler({ url, model: 'm' })(samplingRequest, on.context));
    await waitUntil(async () => (await seen()).length === 1, 'asked');
    on.life.abort();
    expect((await asked).code).to.equal('cancelled');
    await waitUntil(async () => (await seen())[0]!.aborted, 'hung up');
  });
});

describe('a key', () => {
  it('is asked for before each request', async () => {
    const { url, seen } = await endpoint({ pieces: [openAiText('Hi.')] });
    let count = 0;
    const sampler = openAiSampler({ url, key: async () => `k${++count}`, model: 'm' });
    await sampler(samplingRequest, new Listening().context);
    await sampler(samplingRequest, new Listening().context);
    expect((await seen()).map(({ headers }) => headers['authorization'])).to.deep.equal(['Bearer k1', 'Bearer k2']);
  });

  for (const [what, key] of [
    ['with a line break', `${KEY}\nx`],
    ['with letters no header carries', `${KEY}ü`],
    ['that is empty', ' '],
    ['that a function could not get', () => Promise.reject(new Error(KEY))],
  ] as const)
    it(`${what} is not sent, and not repeated`, async () => {
      const { url, seen } = await endpoint({ pieces: [] });
      const error = await failureOf(
        anthropicSampler({ url, key, model: 'm' })(samplingRequest, new Listening().context),
      );
      expect(wholeOf(error)).not.to.contain('sk-test');
      expect(await seen()).to.deep.equal([]);
    });

  it('does not travel unencrypted, but on this machine', () => {
    expect(() => openAiSampler({ url: 'http://models.example/v1', key: KEY, model: 'm' })).to.throw('unencrypted');
    openAiSampler({ url: 'http://models.example/v1', model: 'm' });
    openAiSampler({ url: 'http://localhost:11434/v1/chat/completions', key: KEY, model: 'm' });
    expect(() => openAiSampler({ url: 'https://u:p@models.example/', model: 'm' })).to.throw('password');
    expect(() => openAiSampler({ url: 'ftp://models.example/', model: 'm' })).to.throw('address');
  });

  it('cannot be read from the sampler', () => {
    const sampler = openAiSampler({ url: 'https://models.example/', key: KEY, model: 'm' });
    expect(JSON.stringify({ ...sampler, text: String(sampler) })).not.to.contain(KEY);
  });

  it('does not follow a redirect', async () => {
    const { url: elsewhere, seen } = await endpoint({ pieces: [openAiText('Hi.')] });
    const error = await failing({ status: 307, headers: { location: elsewhere }, pieces: [] });
    expect(error.code).to.equal('network');
    expect(await seen()).to.deep.equal([]);
  });
});
