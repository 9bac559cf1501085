import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import { type ErrorText, McpError } from '../../src/errors.js';
import { isResponse, readMessages, type RpcMessage } from '../../src/jsonrpc/messages.js';
import { redactedMessage } from '../../src/messages/redacted.js';
import { asArray, asObject, asString } from '../../src/protocol/decode/values.js';
import { SchemaFinder } from '../../src/transcript/observer.js';
import { learnSecrets } from '../../src/transcript/write-body.js';
import { toJson } from '../../src/util/json.js';
import { Redactor } from '../../src/util/redactor.js';
import { secretInHeader } from '../../src/util/secrets/addresses.js';
import { soundsSecret } from '../../src/util/secrets/names.js';
import { placeholderOf } from '../../src/util/secrets/placeholders.js';
import { type Handler, MAX_RELAYED_BYTES } from '../relay/answers.js';
import { errorText } from './error-texts.js';

/** Bytes of a recording. With more the command goes on, and the file ends with a line that says so. */
const MAX_RECORDING_BYTES: number = 256 * 1024 * 1024;
/** Sessions of one server of which schemas are known. The oldest are forgotten. */
const MAX_RECORDED_SESSIONS = 64;
/** Tools of one session of which the schemas are known, by which secrets in arguments are found. The oldest are forgotten. */
const MAX_RECORDED_TOOLS = 5000;

/** Who sent a message, as a client sees it. */
export type Direction = 'sent' | 'received';
/** How a message travelled: through the relay from a program, or from an address, or between the page and the server. */
export type Way = 'stdio' | 'relay' | 'page';

interface RecordingOptions {
  /** Headers and variables that the command gives to servers: they may come back in messages. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly env: readonly (readonly [name: string, value: string])[];
  /** What else must not be in the file. */
  readonly secret: string;
  readonly version: string;
  /** Default: {@link MAX_RECORDING_BYTES}. */
  readonly maxBytes?: number;
  /** The file takes no more. */
  onEnd(why: ErrorText): void;
}

interface RecordedSession {
  readonly number: number;
  readonly tools: Map<string, unknown>;
  readonly schemas: SchemaFinder;
}

/**
 * Writes messages into a file, one JSON object on each line, without secrets. Each line is written whole before anything else
 * happens, so a file is whole up to the last message however the command ends.
 */
export class Recording {
  readonly #path: string;
  readonly #options: RecordingOptions;
  readonly #redactor = new Redactor();
  readonly #sessions = new Map<string, RecordedSession>();
  #file: number | undefined;
  #size = 0;
  #counter = 0;

  /** @throws McpError `invalid-input` for a file that is there already, or that cannot be made */
  constructor(file: string, options: RecordingOptions) {
    this.#path = file;
    this.#options = options;
    for (const [name, value] of options.headers) this.#learnHeader(name, value);
    for (const [name, value] of options.env) if (soundsSecret(name)) this.#redactor.add(value);
    this.#redactor.add(options.secret);
    try {
      // Never over another file, and for nobody else to read.
      this.#file = openSync(file, 'wx', 0o600);
    } catch (error) {
      const { code, message: problem } = error as NodeJS.ErrnoException;
      throw new McpError(
        'invalid-input',
        code === 'EEXIST'
          ? errorText('command.recordExists', { file })
          : errorText('command.recordFailed', { file, problem }),
        { cause: error },
      );
    }
    this.#write({
      format: 'mcp-embed-recording',
      version: 1,
      time: new Date().toISOString(),
      command: options.version,
    });
  }

  /** Passes requests on to the server, and records their messages and those of the answers. */
  through(server: string, way: Way, handle: Handler): Handler {
    return async (request) => {
      const authorization = request.headers.get('authorization');
      if (authorization !== null) this.#learnHeader('authorization', authorization);
      const session = request.headers.get('mcp-session-id') ?? '';
      const body =
        request.body &&
        watched(
          request.body,
          whole((text) => this.add(text, { server, way, session, direction: 'sent' })),
        );
      // `duplex` is missing in the types of the web, and Node wants it.
      const response = await handle(body ? new Request(request, { body, duplex: 'half' } as RequestInit) : request);
      if (!response.body) return response;
      const more = {
        server,
        way,
        session: session || (response.headers.get('mcp-session-id') ?? ''),
        direction: 'received' as const,
      };
      const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      const read = isStream ? events((text) => this.add(text, more)) : whole((text) => this.add(text, more));
      return new Response(watched(response.body, read), response);
    };
  }

  /** Records the messages in a text, where there are any: a body may be something else. */
  add(
    text: string,
    { server, way, session, direction }: { server: string; way: Way; session: string; direction: Direction },
  ): void {
    if (this.#file === undefined || !/^\s*[[{]/.test(text)) return;
    const of = this.#sessionOf(`${server}\n${session}`);
    const messages = readMessages(text, () => {});
    for (const message of messages) {
      const schemas = of.schemas.of({ what: direction, message });
      if (direction === 'sent')
        learnSecrets('method' in message ? message.params : message.result, this.#redactor, schemas);
      else learnTools(message, of.tools);
      this.#write({
        time: new Date().toISOString(),
        server: this.#redactor.without(server),
        way,
        session: of.number,
        direction,
        message: redactedMessage({ message, schemas, direction }, this.#redactor, placeholderOf),
      });
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Takes the file away: the command did not come to serve anything. */
  discard(): void {
    this.close();
    unlinkSync(this.#path);
  }

  #learnHeader(name: string, value: string): void {
    const secret = secretInHeader(name, value);
    if (secret !== undefined) this.#redactor.add(secret);
  }

  #sessionOf(key: string): RecordedSession {
    const known = this.#sessions.get(key);
    if (known) return known;
    const tools = new Map<string, unknown>();
    const schemas = new SchemaFinder((method, name) =>
      method === 'tools/call' ? { input: tools.get(name) } : undefined,
    );
    const made = { number: ++this.#counter, tools, schemas };
    this.#sessions.set(key, made);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_RECORDED_SESSIONS) this.#sessions.delete(oldest!);
    return made;
  }

  #write(value: object): void {
    if (this.#file === undefined) return;
    const line = Buffer.from(`${lineOf(value)}\n`);
    const { maxBytes = MAX_RECORDING_BYTES } = this.#options;
    if (this.#size + line.length > maxBytes)
      return this.#end(errorText('command.recordFull', { megabytes: Math.ceil(maxBytes / (1024 * 1024)) }));
    try {
      this.#put(line);
    } catch (error) {
      this.#end(errorText('command.recordBroken', { problem: (error as Error).message }));
    }
  }

  #end(why: ErrorText): void {
    try {
      this.#put(Buffer.from(`${toJson({ time: new Date().toISOString(), ended: why.text })}\n`));
    } catch {
      // The disk is full: the terminal says it.
    }
    this.close();
    this.#options.onEnd(why);
  }

  #put(line: Buffer): void {
    for (let at = 0; at < line.length;) at += writeSync(this.#file!, line, at);
    this.#size += line.length;
  }
}

/** `JSON.stringify` fails for lists that are some thousand levels deep, and a server can write them. */
function lineOf(value: object): string {
  try {
    return toJson(value);
  } catch {
    return toJson({ ...value, message: '(nested too deep to be recorded)' });
  }
}

/** The schemas of the tools in a list. */
function learnTools(message: RpcMessage, tools: Map<string, unknown>): void {
  const listed = isResponse(message) ? asArray(asObject(message.result)?.['tools']) : undefined;
  for (const one of listed ?? []) {
    const { name, inputSchema } = asObject(one) ?? {};
    const key = asString(name);
    if (key === undefined || inputSchema === undefined) continue;
    tools.delete(key);
    tools.set(key, inputSchema);
    const [oldest] = tools.keys();
    if (tools.size > MAX_RECORDED_TOOLS) tools.delete(oldest!);
  }
}

interface Reader {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** The body as it is; each piece is shown to a reader as it passes, so that nothing waits twice. */
function watched(body: ReadableStream<Uint8Array>, reader: Reader): ReadableStream<Uint8Array> {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        reader.push(chunk);
        controller.enqueue(chunk);
      },
      flush: () => reader.end(),
    }),
  );
}

/** Reads a body that is one text. One that is larger than the relay passes on is not recorded. */
function whole(onText: (text: string) => void): Reader {
  const parts: Uint8Array[] = [];
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size <= MAX_RELAYED_BYTES) parts.push(chunk);
    },
    end() {
      if (size <= MAX_RELAYED_BYTES) onText(new TextDecoder().decode(Buffer.concat(parts)));
    },
  };
}

/** Reads a body that is a stream of events. */
function events(onText: (text: string) => void): Reader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parser = createParser({
    maxBufferSize: MAX_RELAYED_BYTES,
    onEvent: ({ event = 'message', data }) => {
      if (event === 'message') onText(data);
    },
    // One that is too large is passed on and not recorded.
    onError: () => {},
  });
  return { push: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })), end: () => {} };
}
