import type { Answer } from './answer.js';

/** What is looked at of an event. Everything may be missing: many imitate this wire. */
interface Chunk {
  readonly model?: unknown;
  readonly choices?: readonly {
    readonly index?: number;
    readonly delta?: Said | null;
    readonly message?: Said | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

interface Said {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly tool_calls?: readonly {
    readonly index?: number;
    readonly id?: unknown;
    readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
  }[];
}

const STOPPED: { readonly [reason: string]: string } = {
  stop: 'endTurn',
  length: 'maxTokens',
  tool_calls: 'toolUse',
  function_call: 'toolUse',
};

/**
 * Reads the events of OpenAI's chat completions into an answer.
 * @see https://platform.openai.com/docs/api-reference/chat-streaming
 */
export class OpenAiEvents {
  readonly #answer: Answer;
  /** Why the model does not want to. */
  refusal = '';
  isFiltered = false;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** One event, or a whole answer: they differ in the name of what is said. */
  readonly read = (event: unknown): void => {
    const { model, choices, usage } = event as Chunk;
    if (typeof model === 'string' && model) this.#answer.model = model;
    if (usage) this.#answer.count(usage.prompt_tokens, usage.completion_tokens);
    const choice = choices?.[0];
    if (!choice) return;
    const said = choice.delta ?? choice.message;
    this.#answer.say(said?.content);
    if (typeof said?.refusal === 'string') this.refusal += said.refusal;
    for (const [at, call] of (said?.tool_calls ?? []).entries())
      this.#answer.use(call.index ?? at, { id: call.id, name: call.function?.name, json: call.function?.arguments });
    const reason = choice.finish_reason;
    if (reason === 'content_filter') this.isFiltered = true;
    if (typeof reason === 'string' && reason) this.#answer.stopReason = STOPPED[reason] ?? reason;
  };
}
