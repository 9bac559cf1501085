import { isPlainObject, parseJson } from '../util/json.js';
import type { AnswerContext, SamplerModel } from '../approvals/sampler.js';
import { McpError } from '../errors.js';
import type { ContentBlock, JsonObject, SamplingResult } from '../protocol/model.js';
import { errorText } from './error-texts.js';
import { MAX_MODEL_ANSWER_LENGTH, endedEarly, tooLong } from './model-stream.js';
import type { ToolNameMap } from './tool-name-map.js';

/** Calls of tools in one answer of a model. With more it fails with `limit`. */
const MAX_MODEL_TOOL_CALLS = 128;

interface ToolCallParts {
  id: string;
  name: string;
  json: string;
  /** Arguments that arrived as an object instead of JSON text. */
  input?: JsonObject;
}

/** An answer that is assembled piece by piece, for either API. */
export class ModelAnswer {
  readonly #host: string;
  readonly #names: ToolNameMap;
  readonly #context: AnswerContext;
  readonly #calls = new Map<number, ToolCallParts>();
  #text = '';
  #length = 0;
  #input = 0;
  #output = 0;
  #wasCounted = false;
  model: string;
  /** The stop reason in MCP's terms; undefined until it is known. */
  stopReason: string | undefined;

  constructor(host: string, model: string, names: ToolNameMap, context: AnswerContext) {
    this.#host = host;
    this.model = model;
    this.#names = names;
    this.#context = context;
  }

  get text(): string {
    return this.#text;
  }

  addText(text: unknown): void {
    if (typeof text !== 'string' || text === '') return;
    this.#grow(text);
    this.#text += text;
    this.#context.onPartial?.(this.#text);
  }

  /** Adds a part of a tool call; parts with the same index belong together. */
  addToolCall(
    index: number,
    { id, name, json, input }: { id?: unknown; name?: unknown; json?: unknown; input?: unknown },
  ): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', json: '' };
    this.#calls.set(index, call);
    if (this.#calls.size > MAX_MODEL_TOOL_CALLS)
      throw new McpError(
        'limit',
        errorText('samplers.tooManyTools', { host: this.#host, limit: MAX_MODEL_TOOL_CALLS }),
      );
    if (typeof id === 'string' && id) call.id = id;
    if (typeof name === 'string' && name) call.name = name;
    if (isObject(input)) call.input = input;
    if (typeof json !== 'string') return;
    this.#grow(json);
    call.json += json;
  }

  /** Adds token counts; an API may send them in several events. */
  count(input: unknown, output: unknown): void {
    if (isCount(input)) this.#input = input;
    if (isCount(output)) this.#output = output;
    this.#wasCounted ||= isCount(input) || isCount(output);
  }

  /** Reports tokens and price as far as they are known, also for an incomplete answer. */
  reportUsage(models: readonly SamplerModel[], asked: string): void {
    if (!this.#wasCounted) return;
    const price = models.find(({ id }) => id === asked)?.cost;
    this.#context.onUsage?.({
      inputTokens: this.#input,
      outputTokens: this.#output,
      ...(price && { cost: (this.#input * price.input + this.#output * price.output) / 1e6 }),
    });
  }

  /** @throws McpError `stream-ended` without a stop reason; `bad-message` for tool arguments that are not JSON */
  finish(): SamplingResult {
    if (this.stopReason === undefined) throw endedEarly(this.#host);
    const uses = [...this.#calls.values()].map((call, at) => this.#block(call, at));
    const textBlocks: ContentBlock[] = this.#text || uses.length === 0 ? [{ type: 'text', text: this.#text }] : [];
    // Some endpoints report a normal end although the answer contains tool calls.
    const stopReason = uses.length > 0 && this.stopReason === 'endTurn' ? 'toolUse' : this.stopReason;
    return { role: 'assistant', content: [...textBlocks, ...uses], model: this.model, stopReason };
  }

  #block({ id, name, json, input }: ToolCallParts, at: number): ContentBlock {
    const read = json.trim() ? parseJson(json) : (input ?? {});
    if (!name || !isObject(read))
      throw new McpError('bad-message', errorText('samplers.toolArgumentsUnreadable', { host: this.#host }), {
        remedy:
          this.stopReason === 'maxTokens' ? errorText('samplers.allowMoreTokens') : errorText('samplers.askAgain'),
      });
    return { type: 'tool_use', id: id || `call-${at + 1}`, name: this.#names.fromWire(name), input: read };
  }

  #grow(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_MODEL_ANSWER_LENGTH) throw tooLong(this.#host);
  }
}

function isObject(value: unknown): value is JsonObject {
  return isPlainObject(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
