import { MAX_RELAYED_BYTES } from './answers.js';
import type { Framing } from './server-command.js';

const LINE_FEED = 0x0a;
const CONTENT_LENGTH = /^content-length:\s*(\d{1,15})\s*$/i;
/** Bytes of the headers before one message. They have about 30; a longer header is no frame. */
const MAX_FRAME_HEADER_BYTES = 4096;

interface FrameHandlers {
  /** A message, which is JSON or claims to be: not parsed here. */
  onText(text: string): void;
  /** A line that is no message: servers print to stdout by mistake. */
  onNoise(text: string): void;
  /** A message or a line over {@link MAX_RELAYED_BYTES}. It was skipped. */
  onTooLarge(): void;
}

/**
 * Splits a server's stdout into messages. A message is a line, possibly with CRLF or a byte order mark; after a line
 * with `Content-Length`, the message is that many bytes after the next empty line.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
 */
export class FrameReader {
  /** Of the first message; undefined until there is one. */
  framing: Framing | undefined;
  readonly #handlers: FrameHandlers;
  /** The parts of an incomplete line or message of known length. Joined once, when it is complete. */
  #parts: Buffer[] = [];
  #size = 0;
  /** Bytes of the message that is being read, and how many are missing; undefined between messages. */
  #missing: number | undefined;
  /** Inside the headers of a message: its length. */
  #announced: number | undefined;
  #headerSize = 0;
  /** The rest of the current message is dropped. */
  #skipping = false;
  #isFirst = true;

  constructor(handlers: FrameHandlers) {
    this.#handlers = handlers;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at = this.#missing === undefined ? this.#readLine(chunk, at) : this.#readBody(chunk, at);
  }

  /** stdout has ended: a last line without its end is a line. */
  end(): void {
    if (this.#size > 0 && this.#missing === undefined) this.#lineIsWhole();
  }

  #readLine(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(LINE_FEED, from);
    this.#keep(chunk.subarray(from, end === -1 ? chunk.length : end));
    if (end === -1) return chunk.length;
    this.#lineIsWhole();
    return end + 1;
  }

  #readBody(chunk: Buffer, from: number): number {
    const to = Math.min(chunk.length, from + this.#missing!);
    this.#keep(chunk.subarray(from, to));
    this.#missing! -= to - from;
    if (this.#missing === 0) {
      this.#missing = undefined;
      const text = this.#take();
      if (text !== undefined) this.#deliver(text, 'content-length');
    }
    return to;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > MAX_RELAYED_BYTES) {
      this.#skipping = true;
      this.#parts = [];
    }
    if (!this.#skipping) this.#parts.push(part);
  }

  /** @returns undefined for a message that was too large */
  #take(): string | undefined {
    const wasSkipped = this.#skipping;
    // Decoded when it is whole: a chunk may end inside a character. The decoder takes a byte order mark away.
    const text = wasSkipped ? undefined : new TextDecoder().decode(Buffer.concat(this.#parts, this.#size));
    this.#parts = [];
    this.#size = 0;
    this.#skipping = false;
    if (wasSkipped) this.#handlers.onTooLarge();
    return text;
  }

  #lineIsWhole(): void {
    const line = this.#take()?.replace(/\r$/, '');
    if (line === undefined) return;
    if (this.#announced !== undefined) return this.#readHeader(line);
    const length = CONTENT_LENGTH.exec(line)?.[1];
    if (length !== undefined) {
      this.#announced = Number(length);
      this.#headerSize = 0;
      return;
    }
    if (line.trim() !== '') this.#deliverLine(line);
  }

  /** Another header before the message, or the empty line that ends them. */
  #readHeader(line: string): void {
    this.#headerSize += line.length;
    const isOver = line === '';
    if (isOver) {
      // No bytes would never be complete.
      this.#missing = this.#announced === 0 ? undefined : this.#announced;
    } else if (/^[\w-]+:/.test(line) && this.#headerSize <= MAX_FRAME_HEADER_BYTES) return;
    this.#announced = undefined;
    if (!isOver) this.#deliverLine(line);
  }

  #deliverLine(line: string): void {
    if (/^\s*[[{]/.test(line)) this.#deliver(line, 'newline');
    else this.#handlers.onNoise(line);
  }

  #deliver(text: string, framing: Framing): void {
    if (this.#isFirst) this.framing = framing;
    this.#isFirst = false;
    this.#handlers.onText(text);
  }
}

/** One message as bytes for stdin. Line breaks between the tokens of the JSON become spaces: inside texts there are none. */
export function frame(text: string, framing: Framing): Buffer {
  if (framing === 'newline') return Buffer.from(`${text.replaceAll(/[\r\n]+/g, ' ')}\n`);
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
