import type { Answer } from './answer.js';

interface Block {
  readonly type?: string;
  readonly text?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
}

interface Usage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly output_tokens?: unknown;
}

interface Message {
  readonly model?: unknown;
  readonly content?: readonly Block[];
  readonly stop_reason?: string | null;
  readonly usage?: Usage;
}

/** What is looked at of an event. */
interface Event {
  readonly type?: string;
  readonly index?: number;
  readonly message?: Message;
  readonly content_block?: Block;
  readonly delta?: { readonly text?: unknown; readonly partial_json?: unknown; readonly stop_reason?: string | null };
  readonly usage?: Usage;
}

const STOPPED: { readonly [reason: string]: string } = {
  end_turn: 'endTurn',
  max_tokens: 'maxTokens',
  stop_sequence: 'stopSequence',
  tool_use: 'toolUse',
};

/**
 * Reads the events of Anthropic's Messages API into an answer.
 * @see https://docs.anthropic.com/en/api/messages-streaming
 */
export class AnthropicEvents {
  readonly #answer: Answer;
  isRefused = false;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  readonly read = (event: unknown): void => {
    const { type, index = 0, message, content_block: block, delta, usage } = event as Event;
    switch (type) {
      case 'message':
        return this.#whole(event as Message);
      case 'message_start':
        return this.#head(message);
      case 'content_block_start':
        return this.#begin(index, block);
      case 'content_block_delta':
        this.#answer.say(delta?.text);
        if (delta?.partial_json !== undefined) this.#answer.use(index, { json: delta.partial_json });
        return;
      case 'message_delta':
        this.#count(usage);
        this.#stop(delta?.stop_reason);
    }
  };

  #head(message: Message | undefined): void {
    if (typeof message?.model === 'string') this.#answer.model = message.model;
    this.#count(message?.usage);
  }

  #begin(index: number, block: Block | undefined): void {
    if (block?.type === 'text') this.#answer.say(block.text);
    if (block?.type === 'tool_use') this.#answer.use(index, { id: block.id, name: block.name, input: block.input });
  }

  /** An answer in one piece. */
  #whole(message: Message): void {
    this.#head(message);
    for (const [index, block] of (message.content ?? []).entries()) this.#begin(index, block);
    this.#stop(message.stop_reason);
  }

  #stop(reason: string | null | undefined): void {
    if (reason === 'refusal') this.isRefused = true;
    if (reason) this.#answer.stopReason = STOPPED[reason] ?? reason;
  }

  #count(usage: Usage | undefined): void {
    if (!usage) return;
    const { input_tokens: fresh, cache_creation_input_tokens: kept, cache_read_input_tokens: read } = usage;
    const input = fresh === undefined ? undefined : fresh + (kept ?? 0) + (read ?? 0);
    this.#answer.count(input, usage.output_tokens);
  }
}
