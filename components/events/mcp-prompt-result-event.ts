import type { PromptResult } from '../../src/index.js';

/** A server gave the messages of a prompt. */
export class McpPromptResultEvent extends Event {
  /** The prompt's name. */
  readonly name: string;
  /** What it was filled in with. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly result: PromptResult;

  constructor(name: string, args: Readonly<Record<string, string>>, result: PromptResult) {
    super('mcp-prompt-result', { bubbles: true, composed: true });
    this.name = name;
    this.arguments = args;
    this.result = result;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-prompt-result': McpPromptResultEvent;
  }
}
