import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { createParser } from 'eventsource-parser';
import { type ErrorText, McpError } from '../../src/errors.js';
import { isRequest, isResponse, readMessages, type RpcMessage } from '../../src/jsonrpc/messages.js';
import { asArray, asObject, asString } from '../../src/protocol/decode/values.js';
import { toJson } from '../../src/util/json.js';
import { Redactor } from '../../src/secrets/redactor.js';
import { secretsInHeader } from '../../src/secrets/addresses.js';
import { soundsSecret } from '../../src/secrets/names.js';
import { placeholderOf } from '../../src/secrets/placeholders.js';
import { Correlation } from '../../src/wire/correlation.js';
import { learnSecrets } from '../../src/wire/learn-secrets.js';
import { type ItemSchemas, SchemaFinder } from '../../src/wire/message-schemas.js';
import {
  type MessageLine,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type RecordingHead,
  type RecordingLine,
} from '../../src/wire/recording-format.js';
import { redactedMessage } from '../../src/wire/redacted.js';
import { type Handler, MAX_MEGABYTES, MAX_RELAYED_BYTES } from '../relay/answers.js';
import { isPassedOn } from '../relay/cors-relay.js';
import { errorText } from './error-texts.js';

/** Bytes of a recording. Beyond that the command continues, and the last line of the file reports the end. */
const MAX_RECORDING_BYTES: number = 256 * 1024 * 1024;
/** Sessions of one server of which schemas are known. The oldest are forgotten. */
const MAX_RECORDED_SESSIONS = 64;
/** Tools of one session of which the schemas are known, by which secrets in arguments are found. The oldest are forgotten. */
const MAX_RECORDED_TOOLS = 5000;

/** The sender of a message, from the view of a client. */
export type Direction = MessageLine['direction'];
/** How a message travelled: through the relay from a program, or from an address, or between the page and the server. */
export type Way = NonNullable<MessageLine['way']>;

interface RecordingOptions {
  /** Headers and variables that the command gives to servers: messages may repeat them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly env: readonly (readonly [name: string, value: string])[];
  /** A further secret that must not be in the file. */
  readonly secret: string;
  readonly version: string;
  /** Default: {@link MAX_RECORDING_BYTES}. */
  readonly maxBytes?: number;
  /** The file takes no more. */
  onEnd(why: ErrorText): void;
}

/** A message with its server, way and direction. */
interface Heard {
  readonly server: string;
  readonly way: Way;
  readonly direction: Direction;
  /** When it was sent or came, in milliseconds since 1970. Default: now. */
  readonly time?: number | undefined;
}

interface RecordedSession {
  readonly number: number;
  readonly tools: Map<string, ItemSchemas>;
  readonly schemas: SchemaFinder;
  readonly correlation: Correlation;
}

/**
 * Writes messages into a file, one JSON object on each line, without secrets. Each line is written whole before anything else
 * happens, so a file is whole up to the last message however the command ends.
 */
export class Recording {
  readonly #path: string;
  readonly #options: RecordingOptions;
  readonly #redactor = new Redactor();
  /** Secrets that must never be forgotten, however many others were learned since. */
  readonly #lasting: string[] = [];
  readonly #sessions = new Map<string, RecordedSession>();
  #file: number | undefined;
  #size = 0;
  #counter = 0;

  /** @throws McpError `invalid-input` for a file that is there already, or that cannot be made */
  constructor(file: string, options: RecordingOptions) {
    this.#path = file;
    this.#options = options;
    for (const [name, value] of options.headers) this.#lasting.push(...secretsInHeader(name, value));
    for (const [name, value] of options.env) if (soundsSecret(name)) this.#lasting.push(value);
    this.#lasting.push(options.secret);
    try {
      // Never overwrites a file, and only this user can read it.
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
      format: RECORDING_FORMAT,
      version: RECORDING_VERSION,
      time: new Date().toISOString(),
      by: options.version,
      level: 'values',
    });
  }

  /** Passes requests on to the server, and records their messages and those of the answers. */
  through(server: string, way: Way, handle: Handler): Handler {
    return async (request) => {
      this.learnHeaders(request.headers);
      const id = request.headers.get('mcp-session-id') ?? '';
      const [sent, received] = (['sent', 'received'] as const).map((direction) => ({ server, way, direction }));
      // The answer to `initialize` names the session: until then it is one without an id, and belongs to this request alone.
      let opened: RecordedSession | undefined;
      const body =
        request.body &&
        watched(
          request.body,
          whole((text) => {
            const messages = messagesIn(text);
            if (id === '' && messages.some((message) => isRequest(message) && message.method === 'initialize'))
              opened = this.#newSession();
            this.#add(messages, opened ?? this.#sessionOf(server, id), sent!);
          }, this.#tooLong(sent!)),
        );
      // `duplex` is missing in the types of the web, and Node wants it.
      const response = await handle(body ? new Request(request, { body, duplex: 'half' } as RequestInit) : request);
      const answered = id || (response.headers.get('mcp-session-id') ?? '');
      if (opened) this.#keepSession(server, answered, opened);
      if (!response.body) return response;
      const onText = (text: string): void =>
        this.#add(messagesIn(text), opened ?? this.#sessionOf(server, answered), received!);
      const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      const read = (isStream ? events : whole)(onText, this.#tooLong(received!));
      return new Response(watched(response.body, read), response);
    };
  }

  /** Remembers the secrets in headers of a request to a server, which may repeat them. */
  learnHeaders(headers: Iterable<readonly [name: string, value: string]>): void {
    for (const [name, value] of headers)
      if (isPassedOn(name.toLowerCase())) for (const secret of secretsInHeader(name, value)) this.#redactor.add(secret);
  }

  /** Records the messages in a text, where there are any: a body may be something else. */
  add(text: string, { session, ...heard }: Heard & { readonly session: string }): void {
    this.#add(messagesIn(text), this.#sessionOf(heard.server, session), heard);
  }

  /** Writes to the file that something is missing. */
  skip(why: ErrorText, { server, way, direction }: Partial<Heard> & Pick<Heard, 'server'>): void {
    const of = { server: this.#redactor.without(server), way, direction };
    this.#write({ time: new Date().toISOString(), ...of, skipped: why.text });
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

  #add(messages: readonly RpcMessage[], of: RecordedSession, { server, way, direction, time }: Heard): void {
    if (this.#file === undefined || messages.length === 0) return;
    for (const secret of this.#lasting) this.#redactor.add(secret);
    for (const message of messages) {
      const { request } = of.correlation.relate({ what: direction, message });
      const schemas = of.schemas.of({ what: direction, message, request });
      if (direction === 'sent')
        learnSecrets('method' in message ? message.params : message.result, this.#redactor, schemas);
      else learnTools(message, of.tools);
      this.#write({
        time: new Date(time ?? Date.now()).toISOString(),
        server: this.#redactor.without(server),
        way,
        session: of.number,
        direction,
        message: redactedMessage({ message, schemas, direction }, this.#redactor, placeholderOf),
      });
    }
  }

  #tooLong(heard: Heard): () => void {
    return () => this.skip(errorText('command.recordTooLong', { megabytes: MAX_MEGABYTES }), heard);
  }

  #sessionOf(server: string, id: string): RecordedSession {
    const known = this.#sessions.get(`${server}\n${id}`);
    if (known) return known;
    const made = this.#newSession();
    this.#keepSession(server, id, made);
    return made;
  }

  #newSession(): RecordedSession {
    const tools = new Map<string, ItemSchemas>();
    const schemas = new SchemaFinder((method, name) => (method === 'tools/call' ? tools.get(name) : undefined));
    return { number: ++this.#counter, tools, schemas, correlation: new Correlation() };
  }

  #keepSession(server: string, id: string, session: RecordedSession): void {
    this.#sessions.set(`${server}\n${id}`, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_RECORDED_SESSIONS) this.#sessions.delete(oldest!);
  }

  #write(value: RecordingHead | RecordingLine): void {
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
      // The disk is full. The terminal shows that.
    }
    this.close();
    this.#options.onEnd(why);
  }

  #put(line: Buffer): void {
    for (let at = 0; at < line.length;) at += writeSync(this.#file!, line, at);
    this.#size += line.length;
  }
}

/** The messages in a text; none where it is something else. */
function messagesIn(text: string): readonly RpcMessage[] {
  return /^\s*[[{]/.test(text) ? readMessages(text, () => {}) : [];
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
function learnTools(message: RpcMessage, tools: Map<string, ItemSchemas>): void {
  const listed = isResponse(message) ? asArray(asObject(message.result)?.['tools']) : undefined;
  for (const one of listed ?? []) {
    const { name, inputSchema: input, outputSchema: output } = asObject(one) ?? {};
    const key = asString(name);
    if (key === undefined) continue;
    tools.delete(key);
    tools.set(key, { input, output });
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

/** Reads a body that is one text. One that is larger than a message that the relay passes on is not recorded. */
function whole(onText: (text: string) => void, onTooLong: () => void): Reader {
  const parts: Uint8Array[] = [];
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size <= MAX_RELAYED_BYTES) parts.push(chunk);
    },
    end() {
      if (size > MAX_RELAYED_BYTES) onTooLong();
      else onText(new TextDecoder().decode(Buffer.concat(parts)));
    },
  };
}

/** Reads a body that is a stream of events. */
function events(onText: (text: string) => void, onTooLong: () => void): Reader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: MAX_RELAYED_BYTES,
    onEvent: ({ event = 'message', data }) => {
      if (event === 'message') onText(data);
    },
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded';
    },
  });
  return {
    push(chunk) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (!isTooLong) return;
      // It is passed on and not recorded. A parser that had too much throws from then on, which would end the stream.
      onTooLong();
      parser.reset();
      isTooLong = false;
    },
    end() {},
  };
}
