import { runInSlices } from '../util/async.js';
import { toJson } from '../util/json.js';
import type { Redactor } from '../secrets/redactor.js';
import type { HttpExchange } from '../jsonrpc/http-exchange.js';
import { DEFAULT_CLIENT } from '../session/defaults.js';
import type { LoggedMessage, LoggedRow } from './message-log.js';
import { placeholderOf, type SecretSign } from '../secrets/placeholders.js';
import { plainExchange, redactedExchange, redactedMessage, redactedText } from '../wire/redacted.js';

export interface MessageExportOptions {
  /** Knows the secrets of the session: `session.redactor`. */
  readonly redactor: Redactor;
  /** Writes everything as it is, with tokens and passwords. Only where a person wants exactly that. Default false. */
  readonly raw?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Written to every file, so that other programs recognize the format. */
export const MESSAGES_FORMAT = 'mcp-embed-messages';

/**
 * Rows as the parts of a JSON file, one on each line: messages as they were, without secrets, and the HTTP exchanges,
 * to which the messages refer by number. Each secret is replaced by a name such as `$MCP_TOKEN`.
 * @returns undefined when `signal` aborts
 * @example const parts = await messagesAsJson(log.all(), { redactor: session.redactor });
 */
export async function messagesAsJson(
  rows: readonly LoggedRow[],
  options: MessageExportOptions,
): Promise<readonly string[] | undefined> {
  const writer = new Writer(options);
  const numbers = new Map<HttpExchange, number>();
  const head = {
    format: MESSAGES_FORMAT,
    version: 1,
    savedAt: new Date().toISOString(),
    secrets: options.raw === true,
  };
  const parts = new Parts();
  parts.push(`${toJson(head, undefined, 1).slice(0, -2)},\n "messages": [`);
  function* write(): Generator<undefined, true, undefined> {
    let isFirst = true;
    for (const row of rows) {
      for (const exchange of exchangesOf(row)) if (!numbers.has(exchange)) numbers.set(exchange, numbers.size);
      if (row.kind === 'exchange') continue;
      const { number, at, direction, type, revision, exchanges, event, about, duration } = row;
      const line = {
        ...{ number, at, direction, type, revision, duration },
        method: writer.text(row.method, 'method'),
        failure: writer.text(row.failure, 'failure'),
        about: about?.number,
        exchanges: exchanges.map((one) => numbers.get(one)),
        eventId: writer.text(event?.id, 'id'),
      };
      parts.push(`${isFirst ? '' : ','}\n${toJson(line).slice(0, -1)},"message":${writer.json(row)}}`);
      isFirst = false;
      yield;
    }
    parts.push('\n ],\n "exchanges": [');
    isFirst = true;
    for (const exchange of numbers.keys()) {
      parts.push(`${isFirst ? '' : ','}\n${toJson(writer.exchange(exchange))}`);
      isFirst = false;
      yield;
    }
    return true;
  }
  if (!(await runInSlices(write(), options.signal))) return undefined;
  parts.push('\n ]\n}\n');
  return parts.end();
}

function exchangesOf(row: LoggedRow): readonly HttpExchange[] {
  return row.kind === 'exchange' ? [row.exchange] : row.exchanges;
}

/** The messages of one exchange. */
interface Carried {
  /** Milliseconds since 1970 when it began. */
  readonly at: number;
  sent?: LoggedMessage;
  readonly received: LoggedMessage[];
}

/**
 * The HTTP exchanges of these rows as the parts of a HAR 1.2 file, with the messages that they carried. Without secrets, unless `raw`.
 * @returns undefined when `signal` aborts
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export async function messagesAsHar(
  rows: readonly LoggedRow[],
  options: MessageExportOptions,
): Promise<readonly string[] | undefined> {
  const writer = new Writer(options);
  const carried = new Map<HttpExchange, Carried>();
  const comment = options.raw ? 'With secrets.' : 'Without secrets: in their place stand names such as $MCP_TOKEN.';
  const { name, version } = DEFAULT_CLIENT;
  const parts = new Parts();
  parts.push(`{"log":${toJson({ version: '1.2', creator: { name, version }, comment }).slice(0, -1)},"entries":[`);
  function* write(): Generator<undefined, true, undefined> {
    for (const row of rows) {
      for (const exchange of exchangesOf(row)) {
        const entry = carried.get(exchange) ?? { at: row.at - row.clock + exchange.at, received: [] };
        if (row.kind === 'message' && row.direction === 'sent') entry.sent = row;
        else if (row.kind === 'message') entry.received.push(row);
        carried.set(exchange, entry);
      }
      yield;
    }
    let isFirst = true;
    for (const [exchange, { at, sent, received }] of carried) {
      const text = sent && writer.json(sent);
      // The body is written in parts: a stream may have a hundred thousand events.
      const place =
        received.length > 0 ? `messages-${globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-')}` : undefined;
      const entry = toJson(harEntry(writer.exchange(exchange), exchange, at, text, place));
      const cut = place === undefined ? entry.length : entry.lastIndexOf(place);
      parts.push(`${isFirst ? '' : ','}\n${entry.slice(0, cut)}`);
      isFirst = false;
      for (const row of received) {
        const data = writer.json(row);
        const id = row.event?.id === undefined ? '' : `id: ${writer.text(row.event.id, 'id')}\n`;
        parts.push(toJson(row.event ? `${id}data: ${data}\n\n` : data).slice(1, -1));
        yield;
      }
      const tail = entry.slice(cut + (place?.length ?? 0));
      parts.push(tail);
      yield;
    }
    return true;
  }
  if (!(await runInSlices(write(), options.signal))) return undefined;
  parts.push('\n]}}\n');
  return parts.end();
}

type Named = readonly { readonly name: string; readonly value: string }[];

function named(headers: unknown): Named {
  return ((headers ?? []) as readonly (readonly [string, string])[]).map(([name, value]) => ({ name, value }));
}

/**
 * @param safe the exchange without secrets @param place replaces the messages of the answer, which are written
 * elsewhere
 */
function harEntry(
  safe: Json,
  exchange: HttpExchange,
  at: number,
  sent: string | undefined,
  place: string | undefined,
): object {
  const { method, at: begun, answeredAt, endedAt, status = 0 } = exchange;
  const [statusText = '', failure] = [safe['statusText'], safe['failure']] as (string | undefined)[];
  const url = String(safe['url']);
  const round = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000);
  const wait = round((answeredAt ?? endedAt ?? begun) - begun);
  const receive = answeredAt === undefined ? 0 : round((endedAt ?? answeredAt) - answeredAt);
  const responseHeaders = named(safe['responseHeaders']);
  const body = place ?? (safe['responseBody'] as string | undefined) ?? '';
  const posted = sent ?? safe['requestBody'];
  const query = URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];
  return {
    startedDateTime: new Date(at).toISOString(),
    time: wait + receive,
    request: {
      method,
      url,
      httpVersion: 'unknown',
      cookies: [],
      headers: named(safe['requestHeaders']),
      queryString: query,
      ...(posted !== undefined && {
        postData: {
          mimeType: exchange.requestHeaders.find(([name]) => name === 'content-type')?.[1] ?? 'application/json',
          text: posted as string,
        },
      }),
      headersSize: -1,
      bodySize: exchange.requestSize,
    },
    response: {
      status,
      statusText,
      httpVersion: 'unknown',
      cookies: [],
      headers: responseHeaders,
      content: {
        size: exchange.responseSize,
        mimeType: responseHeaders.find(({ name }) => name === 'content-type')?.value ?? 'x-unknown',
        ...(body && { text: body }),
      },
      // A person who visits a page returns by a redirect, which a browser hides.
      redirectURL: (safe['callback'] as string | undefined) ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(failure !== undefined && { comment: failure }),
    },
    cache: {},
    timings: { send: 0, wait, receive },
  };
}

/** Writes messages and exchanges for a file: without secrets, or as they are. */
class Writer {
  readonly #redactor: Redactor;
  readonly #sign: SecretSign | undefined;

  constructor({ redactor, raw = false }: MessageExportOptions) {
    this.#redactor = redactor;
    this.#sign = raw ? undefined : placeholderOf;
  }

  message(row: LoggedMessage): unknown {
    return this.#sign ? redactedMessage(row, this.#redactor, this.#sign) : row.message;
  }

  exchange(exchange: HttpExchange): Json {
    return this.#sign ? redactedExchange(exchange, this.#redactor, this.#sign) : plainExchange(exchange);
  }

  text(text: string | undefined, name: string): string | undefined {
    return text === undefined || !this.#sign ? text : redactedText(text, this.#redactor, this.#sign, name);
  }

  /** JSON of a message; a sentence where it is too deep to be written. */
  json(row: LoggedMessage): string {
    try {
      return toJson(this.message(row));
    } catch {
      return toJson('(cannot be written as JSON)');
    }
  }
}

/** Characters of a part of a file. A hundred thousand small parts would take a browser a fifth of a second to put together. */
const PART_CHARACTERS = 250_000;

/** The parts of a file, as it is written. */
class Parts {
  readonly #done: string[] = [];
  #open: string[] = [];
  #length = 0;

  push(text: string): void {
    this.#open.push(text);
    this.#length += text.length;
    if (this.#length < PART_CHARACTERS) return;
    this.#done.push(this.#open.join(''));
    this.#open = [];
    this.#length = 0;
  }

  end(): readonly string[] {
    return [...this.#done, this.#open.join('')];
  }
}
