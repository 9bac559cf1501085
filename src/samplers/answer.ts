import type { AnswerContext, SamplerModel } from '../approvals/answerers.js';
import { McpError } from '../errors.js';
import type { ContentBlock, JsonObject, SamplingResult } from '../protocol/model.js';
import { MAX_ANSWER_LENGTH, MAX_TOOL_CALLS } from './limits.js';
import { brokenOff, tooLong } from './read-answer.js';
import type { ToolNames } from './tool-names.js';

interface Call {
  id: string;
  name: string;
  json: string;
  /** What came whole, and not as text to be put together. */
  input?: JsonObject;
}

/** An answer that comes piece by piece, in the words of either wire. */
export class Answer {
  readonly #host: string;
  readonly #names: ToolNames;
  readonly #context: AnswerContext;
  readonly #calls = new Map<number, Call>();
  #text = '';
  #length = 0;
  #input = 0;
  #output = 0;
  #wasCounted = false;
  model: string;
  /** Why it stopped, in our words; undefined while it has not. */
  stopReason: string | undefined;

  constructor(host: string, model: string, names: ToolNames, context: AnswerContext) {
    this.#host = host;
    this.model = model;
    this.#names = names;
    this.#context = context;
  }

  get text(): string {
    return this.#text;
  }

  say(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#grow(text);
    this.#text += text;
    this.#context.onPartial?.(this.#text);
  }

  /** A tool is to be used; its parts come under the same number. */
  use(
    index: number,
    { id, name, json, input }: { id?: unknown; name?: unknown; json?: unknown; input?: unknown },
  ): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', json: '' };
    this.#calls.set(index, call);
    if (this.#calls.size > MAX_TOOL_CALLS)
      throw new McpError('limit', `The model at ${this.#host} wants more than ${MAX_TOOL_CALLS} tools used at once.`);
    if (typeof id === 'string' && id) call.id = id;
    if (typeof name === 'string' && name) call.name = name;
    if (isObject(input)) call.input = input;
    if (typeof json !== 'string') return;
    this.#grow(json);
    call.json += json;
  }

  /** What it took; a wire tells it in parts. */
  count(input: unknown, output: unknown): void {
    if (isCount(input)) this.#input = input;
    if (isCount(output)) this.#output = output;
    this.#wasCounted ||= isCount(input) || isCount(output);
  }

  /** Tells the price as far as it is known, whole answer or not. */
  tellUsage(models: readonly SamplerModel[], asked: string): void {
    if (!this.#wasCounted) return;
    const price = models.find(({ id }) => id === asked)?.cost;
    this.#context.onUsage?.({
      inputTokens: this.#input,
      outputTokens: this.#output,
      ...(price && { cost: (this.#input * price.input + this.#output * price.output) / 1e6 }),
    });
  }

  /** @throws McpError `stream-ended` where the end is missing; `bad-message` for a use of a tool that cannot be read */
  finish(): SamplingResult {
    if (this.stopReason === undefined) throw brokenOff(this.#host);
    const uses = [...this.#calls.values()].map((call, at) => this.#block(call, at));
    const said: ContentBlock[] = this.#text || uses.length === 0 ? [{ type: 'text', text: this.#text }] : [];
    // Some endpoints say that they are done, although they want a tool used.
    const stopReason = uses.length > 0 && this.stopReason === 'endTurn' ? 'toolUse' : this.stopReason;
    return { role: 'assistant', content: [...said, ...uses], model: this.model, stopReason };
  }

  #block({ id, name, json, input }: Call, at: number): ContentBlock {
    const read = json.trim() ? parse(json) : (input ?? {});
    if (!name || !isObject(read))
      throw new McpError(
        'bad-message',
        `The model at ${this.#host} wants a tool used with arguments that cannot be read.`,
        {
          remedy: this.stopReason === 'maxTokens' ? 'It reached its limit of tokens. Allow more.' : 'Ask it again.',
        },
      );
    return { type: 'tool_use', id: id || `call-${at + 1}`, name: this.#names.fromWire(name), input: read };
  }

  #grow(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_ANSWER_LENGTH) throw tooLong(this.#host);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
