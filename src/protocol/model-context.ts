import { MAX_ERROR_MESSAGE_LENGTH, McpError } from '../errors.js';
import { isRequest, rpcCodes, type RpcId, type RpcMessage, type RpcRequest } from '../jsonrpc/messages.js';
import type { Channel } from '../transport/channel.js';
import { MAX_MESSAGE_SIZE } from '../transport/response-body.js';
import { abortable } from '../util/async.js';
import { toJson } from '../util/json.js';
import {
  type ListedModelContext,
  type ModelContext,
  type RegisteredTool,
  requireListing,
} from '../util/model-context.js';
import { asArray, asObject, asString } from './decode/values.js';
import { errorText } from './error-texts.js';

/** A refusal that becomes a JSON-RPC error. */
class Refusal {
  readonly code: number;
  readonly message: string;

  constructor(code: number, message: string) {
    this.code = code;
    this.message = message;
  }
}

/**
 * A server whose tools are those of `document.modelContext`. Each message is JSON text, as from any other server: no
 * object of the page's code gets further, and the same readers and limits hold.
 * @param name of the server, as people see it: the host of the page
 * @see https://webmachinelearning.github.io/webmcp/
 */
export function modelContextChannel(context: ModelContext, name: string): Channel {
  return new ModelContextServer(requireListing(context), name);
}

class ModelContextServer implements Channel {
  readonly #context: ListedModelContext;
  readonly #name: string;
  readonly #life = new AbortController();
  /** Calls that run, by the id of their request. */
  readonly #calls = new Map<RpcId, AbortController>();
  #receive: (data: unknown) => void = () => {};

  constructor(context: ListedModelContext, name: string) {
    this.#context = context;
    this.#name = name;
  }

  async open(receive: (data: unknown) => void): Promise<void> {
    this.#receive = receive;
    try {
      await this.#tools();
    } catch (cause) {
      // A frame may have the interface without the right to use it.
      throw new McpError('declined', errorText('protocol.modelContextRefused', { problem: describeToolError(cause) }), {
        cause,
        remedy: errorText('protocol.allowModelContext'),
      });
    }
    this.#context.addEventListener?.(
      'toolchange',
      () => this.#say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
      { signal: this.#life.signal },
    );
  }

  send(message: RpcMessage): void {
    if (isRequest(message)) void this.#answer(message);
    else if ('method' in message && message.method === 'notifications/cancelled')
      this.#calls.get(message.params?.['requestId'] as RpcId)?.abort();
  }

  close(): void {
    this.#life.abort();
    for (const call of this.#calls.values()) call.abort();
  }

  async #answer(request: RpcRequest): Promise<void> {
    const { id } = request;
    const call = new AbortController();
    this.#calls.set(id, call);
    try {
      const result = await this.#resultOf(request, call.signal);
      // The caller does not wait for a cancelled call.
      if (call.signal.aborted) return;
      const text = toJson({ jsonrpc: '2.0', id, result });
      if (text.length > MAX_MESSAGE_SIZE) throw new Refusal(rpcCodes.internalError, TOO_LARGE);
      this.#say(text);
    } catch (error) {
      if (call.signal.aborted) return;
      const { code, message } =
        error instanceof Refusal ? error : new Refusal(rpcCodes.internalError, describeToolError(error));
      this.#say({ jsonrpc: '2.0', id, error: { code, message } });
    } finally {
      this.#calls.delete(id);
    }
  }

  async #resultOf({ method, params }: RpcRequest, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params?.['protocolVersion'],
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: this.#name, version: '' },
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: [...(await this.#tools()).values()].map(toolOf) };
      case 'tools/call':
        return this.#call(asString(params?.['name']) ?? '', asObject(params?.['arguments']) ?? {}, signal);
      default:
        throw new Refusal(rpcCodes.methodNotFound, 'Tools of a page have only tools/list and tools/call.');
    }
  }

  /** By name. Where a frame has one of the same name, the page's own counts. */
  async #tools(): Promise<ReadonlyMap<unknown, RegisteredTool>> {
    const found = new Map<unknown, RegisteredTool>();
    for (const tool of await this.#context.getTools())
      if (!found.has(tool.name) || (tool.source ?? tool.window) === globalThis) found.set(tool.name, tool);
    return found;
  }

  /**
   * Returns the tool's result or its failure. The tool is looked up again, because it may have been replaced since it
   * was listed.
   */
  async #call(name: string, args: object, signal: AbortSignal): Promise<unknown> {
    const tool = (await this.#tools()).get(name);
    if (!tool) throw new Refusal(rpcCodes.invalidParams, `This page has no tool “${name}” now.`);
    signal.throwIfAborted();
    const { executeTool } = this.#context;
    // Before Chromium 155, and in polyfills, the arguments are JSON text, and required.
    const input = executeTool.length >= 2 ? toJson(args) : args;
    try {
      const given = await abortable(Promise.resolve(executeTool.call(this.#context, tool, input, { signal })), signal);
      return resultIn(given, (tool.outputSchema ?? undefined) !== undefined);
    } catch (error) {
      return failed(describeToolError(error));
    }
  }

  #say(message: object | string): void {
    if (!this.#life.signal.aborted) this.#receive(typeof message === 'string' ? message : toJson(message));
  }
}

const TOO_LARGE = `What the page gave has over ${MAX_MESSAGE_SIZE / 1024 / 1024} MB and was not read. If it is the result of a tool, the tool ran.`;

/** The tool as MCP describes it. A false hint is left out: the interface cannot distinguish false from absent. */
function toolOf({ name, title, description, inputSchema, outputSchema, annotations }: RegisteredTool): object {
  const { readOnlyHint, consequentialHint } = annotations ?? {};
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    inputSchema: withType(schemaIn(inputSchema ?? {})),
    ...((outputSchema ?? undefined) !== undefined && { outputSchema: schemaIn(outputSchema) }),
    annotations: {
      ...(readOnlyHint === true && { readOnlyHint }),
      ...(consequentialHint === true && { destructiveHint: true }),
    },
  };
}

/** MCP wants the type, which WebMCP does not. */
function withType(schema: unknown): unknown {
  const object = asObject(schema);
  return object && !('type' in object) ? { type: 'object', ...object } : schema;
}

/** Older versions of the draft have it as JSON text. */
function schemaIn(schema: unknown): unknown {
  return typeof schema === 'string' ? (schema === '' ? {} : (jsonIn(schema) ?? schema)) : schema;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads the result of `executeTool`: JSON or plain text, or an MCP result. A tool without a result gives the text
 * "undefined".
 */
function resultIn(given: unknown, isStructured: boolean): object {
  if (given === undefined || given === null || given === 'undefined' || given === 'null') return { content: [] };
  const text = typeof given === 'string' ? given : toJson(given);
  if (text.length > MAX_MESSAGE_SIZE) return failed(TOO_LARGE);
  const structuredContent = isStructured ? jsonIn(text) : undefined;
  return (
    callResultIn(text) ?? {
      content: [{ type: 'text', text }],
      ...(structuredContent !== undefined && { structuredContent }),
    }
  );
}

/** A text that is a result of MCP; undefined for any other. */
function callResultIn(text: string): object | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const result = asObject(JSON.parse(text));
    const blocks = asArray(result?.['content']);
    return blocks?.every((block) => asString(asObject(block)?.['type']) !== undefined) ? result : undefined;
  } catch {
    return undefined;
  }
}

function failed(words: string): object {
  return { content: [{ type: 'text', text: words }], isError: true };
}

/** A tool may throw any value, even one that throws when it is read. */
function describeToolError(error: unknown): string {
  try {
    const words = error instanceof Error || error instanceof DOMException ? error.message : String(error);
    return String(words).slice(0, MAX_ERROR_MESSAGE_LENGTH) || 'The tool failed without a word.';
  } catch {
    return 'The tool failed.';
  }
}
