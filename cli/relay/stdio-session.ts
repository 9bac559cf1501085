import type { ErrorText } from '../../src/errors.js';
import {
  isRequest,
  isResponse,
  readMessages,
  rpcCodes,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
} from '../../src/jsonrpc/messages.js';
import { opensSession } from '../../src/protocol/relayed.js';
import { toJson } from '../../src/util/json.js';
import { errorMessage, MAX_MEGABYTES, type MessageBody, refusal } from './answers.js';
import { errorText } from './error-texts.js';
import { EventStream, eventStreamResponse } from './event-stream.js';
import type { LogLine, ServerCommand } from './server-command.js';
import { ServerProcess } from './server-process.js';

export const SESSION_HEADER = 'mcp-session-id';
/** The channel of messages that belong to no request: it is read with GET. */
const STANDING = 'standing';
/** Events of a session that are stored for a page that reconnects. The oldest are dropped. */
const MAX_KEPT_EVENTS = 1000;
/** Bytes of the events that are stored for a page that reconnects. The oldest are dropped. */
const MAX_KEPT_BYTES: number = 8 * 1024 * 1024;
/** Requests of one client that may be open at the same time. One more is refused. */
export const MAX_OPEN_REQUESTS = 256;

/** The events of one stream. They are stored for a page that lost the stream and reconnects. */
interface Channel {
  readonly key: string;
  /** The request that it answers; undefined for {@link STANDING}. */
  readonly request?: RpcRequest;
  /** Undefined while no client reads it. */
  stream?: EventStream | undefined;
  /** Number of its last event, and of the last one that was put on a stream. */
  last: number;
  sent: number;
  isDone: boolean;
}

interface KeptEvent {
  readonly channel: Channel;
  readonly number: number;
  readonly text: string;
}

interface SessionHandlers {
  onLog(line: LogLine): void;
  onEnd(session: StdioSession, reason: ErrorText): void;
  /** The server did not open the session, so no client will use its process. */
  onRefused(session: StdioSession): void;
}

/**
 * One client of a revision with sessions, and its own process: a process that several clients share would not tell to
 * which of them a request of the server belongs. Messages pass unchanged.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export class StdioSession {
  readonly id: string = crypto.randomUUID();
  readonly #process: ServerProcess;
  readonly #handlers: SessionHandlers;
  readonly #standing: Channel = { key: STANDING, last: 0, sent: 0, isDone: false };
  /** By the key of their events. An answered one stays until its last event is dropped. */
  readonly #channels = new Map<string, Channel>([[STANDING, this.#standing]]);
  readonly #open = new Map<RpcId, Channel>();
  #kept: KeptEvent[] = [];
  #keptSize = 0;
  #counter = 0;
  #lastUse = Date.now();

  constructor(command: ServerCommand, handlers: SessionHandlers) {
    this.#handlers = handlers;
    this.#process = new ServerProcess(command, {
      onText: (text) => this.#fromServer(text),
      onTooLarge: () => this.#failAll(errorText('relay.messageTooLarge', { megabytes: MAX_MEGABYTES })),
      onLog: (line) => handlers.onLog(line),
      onEnd: (reason) => this.#end(reason),
    });
  }

  /** Resolves when its process runs. @throws McpError `load` when it cannot start */
  get started(): Promise<void> {
    return this.#process.started;
  }

  /** Milliseconds since the last read or write. */
  get idleMs(): number {
    return [...this.#channels.values()].some(({ stream }) => stream) ? 0 : Date.now() - this.#lastUse;
  }

  /** A message of the client. */
  async post({ text, message }: MessageBody): Promise<Response> {
    this.#lastUse = Date.now();
    if (!isRequest(message)) {
      await this.#process.send(text);
      return new Response(null, { status: 202 });
    }
    if (this.#open.has(message.id))
      return refusal(400, errorText('relay.idInUse'), { id: message.id, code: rpcCodes.invalidRequest });
    if (this.#open.size >= MAX_OPEN_REQUESTS)
      return refusal(429, errorText('relay.tooManyRequests', { limit: MAX_OPEN_REQUESTS }), { id: message.id });
    const channel: Channel = { key: String(++this.#counter), request: message, last: 0, sent: 0, isDone: false };
    this.#channels.set(channel.key, channel);
    this.#open.set(message.id, channel);
    const stream = this.#attach(channel, 0);
    // Not awaited: a server that reads slowly must not keep back the stream.
    void this.#process.send(text);
    return eventStreamResponse(stream, { [SESSION_HEADER]: this.id });
  }

  /** The stream of messages that belong to no request, or the rest of a broken stream. */
  listen(lastEventId: string | null): Response {
    this.#lastUse = Date.now();
    const [, key = STANDING, number] = /^(\w{1,20})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
    const channel = this.#channels.get(key);
    if (!channel || (lastEventId && number === undefined)) return refusal(400, errorText('relay.eventUnknown'));
    // A new stream of the same session replaces the old one: after a reload, nothing reports the end of the old one.
    const before = channel.stream;
    channel.stream = undefined;
    before?.close();
    const stream = this.#attach(channel, number === undefined ? channel.sent : Number(number));
    if (channel.isDone) this.#detach(channel);
    return eventStreamResponse(stream, { [SESSION_HEADER]: this.id });
  }

  /** Ends its process. Resolves when that has ended. */
  async close(why: ErrorText): Promise<void> {
    await this.#process.close(why);
  }

  /** Opens a stream for the channel and sends its stored events after that one. */
  #attach(channel: Channel, after: number): EventStream {
    const stream: EventStream = new EventStream({
      onGone: () => {
        // Not a cancellation: the client may reconnect for the rest.
        this.#lastUse = Date.now();
        if (channel.stream === stream) channel.stream = undefined;
      },
      onFull: () => this.#process.pause(stream),
      onRead: () => this.#process.resume(stream),
    });
    channel.stream = stream;
    stream.begin(`${channel.key}-${after}`);
    for (const event of this.#kept)
      if (event.channel === channel && event.number > after) stream.send(event.text, `${channel.key}-${event.number}`);
    channel.sent = channel.last;
    return stream;
  }

  #detach(channel: Channel): void {
    const { stream } = channel;
    channel.stream = undefined;
    stream?.close();
    this.#lastUse = Date.now();
  }

  #fromServer(text: string): void {
    const messages = readMessages(text, (problem) =>
      this.#handlers.onLog({ process: this.#process.number, source: 'relay', text: problem.message }),
    );
    // A batch (2025-03-26 alone has them) is taken apart: its answers belong to different streams.
    const [only] = messages;
    if (messages.length === 1 && !text.trimStart().startsWith('[')) return this.#route(only!, text);
    for (const message of messages) this.#route(message, toJson(message));
  }

  #route(message: RpcMessage, text: string): void {
    if (!isResponse(message)) return this.#emit(this.#channelFor(message), text);
    const channel = this.#open.get(message.id ?? '');
    // The client no longer waits for that request.
    if (!channel) return;
    this.#emit(channel, text);
    this.#answered(channel);
    if (message.error && opensSession(channel.request!.method)) this.#handlers.onRefused(this);
  }

  #answered(channel: Channel): void {
    this.#open.delete(channel.request!.id);
    channel.isDone = true;
    this.#detach(channel);
    if (channel.last === 0) this.#channels.delete(channel.key);
  }

  /**
   * Returns the stream for a message that is no answer: that of the request whose progress it reports, or of the only
   * open request, or else the standing stream. The message itself contains no more information.
   */
  #channelFor({
    method,
    params,
  }: RpcMessage & { method: string; params?: Readonly<Record<string, unknown>> }): Channel {
    const open = [...this.#open.values()];
    if (method === 'notifications/progress') {
      const asked = open.find(({ request }) => tokenOf(request!) === params?.['progressToken']);
      if (asked) return asked;
    }
    const [only] = open;
    if (open.length === 1 && only!.stream && !method.endsWith('_changed')) return only!;
    if (this.#standing.stream) return this.#standing;
    return open.findLast(({ stream }) => stream) ?? this.#standing;
  }

  #emit(channel: Channel, text: string): void {
    const number = ++channel.last;
    this.#kept.push({ channel, number, text });
    this.#keptSize += text.length;
    if (channel.stream) {
      channel.sent = number;
      channel.stream.send(text, `${channel.key}-${number}`);
    }
    let dropped = 0;
    while (this.#kept.length - dropped > MAX_KEPT_EVENTS || this.#keptSize > MAX_KEPT_BYTES) {
      // One message may be larger than the whole buffer.
      const event = this.#kept[dropped];
      if (!event) break;
      dropped++;
      this.#keptSize -= event.text.length;
      if (event.channel.isDone && event.number === event.channel.last) this.#channels.delete(event.channel.key);
    }
    if (dropped > 0) this.#kept.splice(0, dropped);
  }

  #failAll(reason: ErrorText): void {
    for (const channel of [...this.#open.values()]) {
      this.#emit(channel, toJson(errorMessage(channel.request!.id, reason)));
      this.#answered(channel);
    }
  }

  #end(reason: ErrorText): void {
    this.#failAll(reason);
    this.#detach(this.#standing);
    this.#handlers.onEnd(this, reason);
  }
}

/** The progress token of a request. */
export function tokenOf({ params }: RpcRequest): unknown {
  return (params?.['_meta'] as Readonly<Record<string, unknown>> | undefined)?.['progressToken'];
}
