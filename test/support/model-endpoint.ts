import { modelBase } from '/__models__.js';
import type { AnswerContext } from '../../src/approvals/sampler.js';
import type { SamplingUsage } from '../../src/approvals/budget.js';
import { requestingServer } from './questions.js';

/** What an endpoint is to do; see model-server.mjs. */
export interface EndpointScript {
  readonly pieces?: readonly (string | readonly number[])[];
  readonly rounds?: readonly (readonly (string | readonly number[])[])[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly cors?: false;
  readonly end?: 'close' | 'reset' | 'hang';
  readonly pauseMs?: number;
}

export interface SeenRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look inside freely
  readonly body: any;
  readonly aborted: boolean;
}

/** An address that answers as the script says, and what was posted there. */
export async function endpoint(script: EndpointScript): Promise<{ url: string; seen(): Promise<SeenRequest[]> }> {
  const id = await (await fetch(`${modelBase}/script`, { method: 'POST', body: JSON.stringify(script) })).text();
  return { url: `${modelBase}/${id}`, seen: async () => (await fetch(`${modelBase}/seen/${id}`)).json() };
}

/** A text as bytes, cut after every `size` of them: through letters, names and line ends. */
export function cutInto(size: number, text: string): number[][] {
  const bytes = [...new TextEncoder().encode(text)];
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size));
}

export const openAiEvents = (...events: readonly object[]): string =>
  [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'].join('');

export const anthropicEvents = (...events: readonly { readonly type: string }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

export const openAiText = (...texts: readonly string[]): string =>
  openAiEvents(
    ...texts.map((content) => ({ model: 'gpt-test-1', choices: [{ index: 0, delta: { content } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 12, completion_tokens: 5 } },
  );

export const anthropicText = (...texts: readonly string[]): string =>
  anthropicEvents(
    {
      type: 'message_start',
      message: { model: 'claude-test-1', usage: { input_tokens: 20, output_tokens: 1 } },
    } as never,
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never,
    { type: 'ping' },
    ...texts.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }) as never),
    { type: 'content_block_stop', index: 0 } as never,
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } } as never,
    { type: 'message_stop' },
  );

/** The context of one question, and what the sampler said of its answer. */
export class Listening {
  readonly partials: string[] = [];
  usage: SamplingUsage | undefined;
  readonly life = new AbortController();
  readonly context: AnswerContext = {
    signal: this.life.signal,
    server: requestingServer.server,
    onPartial: (text) => void this.partials.push(text),
    onUsage: (usage) => void (this.usage = usage),
  };
}
