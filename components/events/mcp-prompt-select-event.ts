import type { Prompt } from '../../src/index.js';

/** The person chose a prompt in a list. */
export class McpPromptSelectEvent extends Event {
  readonly prompt: Prompt;

  constructor(prompt: Prompt) {
    super('mcp-prompt-select', { bubbles: true, composed: true });
    this.prompt = prompt;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-prompt-select': McpPromptSelectEvent;
  }
}
