import type { Tool } from '../protocol/model.js';

/** Tool names that both APIs accept. MCP servers may use dots, slashes and more. */
const ACCEPTED_TOOL_NAME = /^[\w-]{1,64}$/;

/** Maps tool names to names that the API accepts, and back. */
export class ToolNameMap {
  readonly #toWire = new Map<string, string>();
  readonly #fromWire = new Map<string, string>();

  /** @param used names of tools in the conversation, whether offered now or not */
  constructor(tools: readonly Tool[], used: readonly string[]) {
    const names = [...new Set([...tools.map(({ name }) => name), ...used])];
    const accepted = names.filter((name) => ACCEPTED_TOOL_NAME.test(name));
    for (const name of accepted) this.#put(name, name);
    for (const name of names) if (!this.#toWire.has(name)) this.#put(name, this.#free(name));
  }

  toWire(name: string): string {
    return this.#toWire.get(name) ?? name;
  }

  fromWire(name: string): string {
    return this.#fromWire.get(name) ?? name;
  }

  #free(name: string): string {
    const plain = name.replace(/[^\w-]/g, '_').slice(0, 58) || 'tool';
    for (let count = 0; ; count++) {
      const candidate = count === 0 ? plain : `${plain}_${count}`;
      if (!this.#fromWire.has(candidate)) return candidate;
    }
  }

  #put(name: string, wire: string): void {
    this.#toWire.set(name, wire);
    this.#fromWire.set(wire, name);
  }
}
