import { CHARACTERS_PER_TOKEN } from '../approvals/budget.js';
import type { AnswerContext, Sampler } from '../approvals/sampler.js';
import { type ErrorText, isMcpError, McpError } from '../errors.js';
import type { ContentBlock, SamplingRequest, SamplingResult } from '../protocol/model.js';
import { bytesFromBase64 } from '../util/bytes.js';
import { unsendable } from './endpoint-errors.js';
import { errorText } from './error-texts.js';

/**
 * The part of the browser's Prompt API that is used here, with its older and newer names.
 * @see https://webmachinelearning.github.io/prompt-api/
 */
interface LanguageModelSession {
  promptStreaming(input: readonly Prompt[], options: { readonly signal: AbortSignal }): ReadableStream<string>;
  measureInputUsage?(input: string): Promise<number>;
  measureContextUsage?(input: string): Promise<number>;
  readonly inputUsage?: number;
  readonly contextUsage?: number;
  destroy(): void;
}

interface Prompt {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly PromptPart[];
}

interface PromptPart {
  readonly type: 'text' | 'image' | 'audio';
  readonly value: string | Blob;
}

interface ModelOptions {
  readonly expectedInputs?: readonly { readonly type: string }[];
}

interface LanguageModelFactory {
  availability(options?: ModelOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(
    options: ModelOptions & { readonly initialPrompts?: readonly Prompt[]; readonly signal: AbortSignal },
  ): Promise<LanguageModelSession>;
}

/** The browser's built-in model, if there is one. */
function languageModel(): LanguageModelFactory | undefined {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel;
}

const MODEL = errorText('samplers.browserModel');
/** The model's name in results. */
const MODEL_ID = 'browser-built-in';

/** True if this browser has a built-in model that can be used now, or after it is downloaded. Never throws. */
export async function isPromptApiAvailable(): Promise<boolean> {
  try {
    return ((await languageModel()?.availability()) ?? 'unavailable') !== 'unavailable';
  } catch {
    return false;
  }
}

/**
 * A sampler that asks the browser's built-in model: nothing leaves the device, and no key is needed. It takes text, and
 * images and audio if the model supports them, but no tools. The API has no temperature, so it is ignored. Stop
 * sequences and the limit on tokens are applied to the streamed text.
 *
 * Use it only if {@link isPromptApiAvailable} resolves to true: a page with a sampler declares the capability
 * `sampling` to servers.
 * @example
 * if (await isPromptApiAvailable()) document.querySelector('mcp-client').sampler = promptApiSampler();
 * @see https://developer.chrome.com/docs/ai/prompt-api
 */
export function promptApiSampler(): Sampler {
  return Object.assign(ask, {
    models: [{ id: MODEL_ID, name: 'Model of this browser', cost: { input: 0, output: 0 } }],
  });
}

async function ask(request: SamplingRequest, context: AnswerContext): Promise<SamplingResult> {
  const factory = languageModel();
  if (!factory)
    throw new McpError('invalid-input', errorText('samplers.noBrowserModel'), {
      remedy: errorText('samplers.usePromptApi'),
    });
  if (request.toolChoice?.mode === 'required') throw unsendable(errorText('samplers.noTools', { model: MODEL }));
  const { signal } = context;
  const prompts = promptsOf(request);
  const media = new Set(prompts.flatMap(({ content }) => content.map(({ type }) => type)));
  const last = prompts.pop();
  if (!last) throw new McpError('invalid-input', errorText('samplers.noMessage'));
  try {
    const session = await factory.create({
      initialPrompts: prompts,
      expectedInputs: [...media].map((type) => ({ type })),
      signal,
    });
    try {
      return await listen(session, last, request, context);
    } finally {
      session.destroy();
    }
  } catch (error) {
    if (isMcpError(error) || signal.aborted) throw error;
    throw inWords(error);
  }
}

async function listen(
  session: LanguageModelSession,
  last: Prompt,
  { maxTokens, stopSequences = [] }: SamplingRequest,
  { signal, onPartial, onUsage }: AnswerContext,
): Promise<SamplingResult> {
  const done = new AbortController();
  const stream = session.promptStreaming([last], { signal: AbortSignal.any([signal, done.signal]) });
  const reader = stream.getReader();
  let text = '';
  let stopReason = 'endTurn';
  // A token has at least one character, so the limit cannot be reached before this many characters.
  let lookAt = maxTokens;
  let outputTokens = 0;
  for (;;) {
    const { done: isOver, value } = await reader.read();
    if (isOver) break;
    text += value;
    const cut = firstOf(stopSequences, text);
    if (cut >= 0) [text, stopReason] = [text.slice(0, cut), 'stopSequence'];
    else if (text.length >= lookAt) {
      outputTokens = await measure(session, text);
      lookAt = text.length + (maxTokens - outputTokens);
      if (outputTokens >= maxTokens) stopReason = 'maxTokens';
    }
    onPartial?.(text);
    if (stopReason === 'endTurn') continue;
    done.abort();
    void reader.cancel().catch(() => {});
    break;
  }
  outputTokens = await measure(session, text);
  const used = session.contextUsage ?? session.inputUsage;
  if (used !== undefined) onUsage?.({ inputTokens: Math.max(0, used - outputTokens), outputTokens, cost: 0 });
  return { role: 'assistant', content: [{ type: 'text', text }], model: MODEL_ID, stopReason };
}

async function measure(session: LanguageModelSession, text: string): Promise<number> {
  const guess = Math.ceil(text.length / CHARACTERS_PER_TOKEN);
  return (await (session.measureContextUsage?.(text) ?? session.measureInputUsage?.(text))) ?? guess;
}

function firstOf(stops: readonly string[], text: string): number {
  const found = stops.map((stop) => (stop ? text.indexOf(stop) : -1)).filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : -1;
}

function promptsOf({ systemPrompt, messages }: SamplingRequest): Prompt[] {
  return [
    ...(systemPrompt ? [{ role: 'system', content: [{ type: 'text', value: systemPrompt }] } as const] : []),
    ...messages.map(({ role, content }) => ({ role, content: content.map(partOf) })),
  ];
}

function partOf(block: ContentBlock): PromptPart {
  switch (block.type) {
    case 'text':
      return { type: 'text', value: block.text };
    case 'image':
    case 'audio': {
      const bytes = bytesFromBase64(block.data);
      if (!bytes) throw unsendable(errorText('samplers.noUndecodable', { model: MODEL, type: block.type }));
      return { type: block.type, value: new Blob([bytes], { type: block.mimeType }) };
    }
    case 'resource':
      if (block.resource.text === undefined)
        throw unsendable(errorText('samplers.noFileThatIsNotText', { model: MODEL }));
      return { type: 'text', value: `${block.resource.uri}\n${block.resource.text}` };
    case 'resource_link':
      return { type: 'text', value: `${block.title ?? block.name}: ${block.uri}` };
    default:
      throw unsendable(errorText('samplers.noTools', { model: MODEL }));
  }
}

const NAMES: { readonly [name: string]: readonly [what: ErrorText, remedy: ErrorText] } = {
  NotSupportedError: [errorText('samplers.contentNotTaken'), errorText('samplers.leaveMediaOut')],
  QuotaExceededError: [errorText('samplers.tooMuchToRead'), errorText('samplers.leaveMessagesOut')],
  NotAllowedError: [errorText('samplers.browserModelNotAllowed'), errorText('samplers.pressAgain')],
};

function inWords(error: unknown): McpError {
  const name = error instanceof DOMException ? error.name : '';
  const [what, remedy] = NAMES[name] ?? [errorText('samplers.browserModelFailed'), errorText('samplers.tryAgain')];
  return new McpError('server-error', what, { remedy, cause: error });
}
