/** Bytes that wait for a reader before the server is told to wait: enough for bursts, and little where many streams are open. */
const MAX_WAITING_BYTES: number = 1024 * 1024;
/** Milliseconds that a reader may stand still with a full queue. Then its stream is ended and the server goes on. */
export const STALLED_READER_MS = 30_000;
/** Milliseconds between two comments on a quiet stream. They show that it lives, and find out that the other side is gone. */
const KEEP_ALIVE_MS = 15_000;

const encoder = new TextEncoder();

interface EventStreamHandlers {
  /** The other side is gone, or stood still for {@link STALLED_READER_MS}. */
  onGone(): void;
  /** More waits than {@link MAX_WAITING_BYTES}. */
  onFull(): void;
  /** All that waited was read. */
  onRead(): void;
}

/**
 * The body of an answer of type `text/event-stream`.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #handlers: EventStreamHandlers;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #isOpen = true;
  #stalled: NodeJS.Timeout | undefined;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(handlers: EventStreamHandlers) {
    this.#handlers = handlers;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#controller = controller),
        pull: () => this.#read(),
        cancel: () => this.#gone(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
    this.#keepAlive = setInterval(() => {
      if (!this.#stalled) this.#write(': \n\n');
    }, KEEP_ALIVE_MS).unref();
  }

  /** One event. @param id by which the stream can be resumed after it */
  send(text: string, id?: string): void {
    const data = text.replaceAll(/\r\n|\r|\n/g, '\ndata: ');
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
  }

  /** An id alone, so that the stream can be resumed before anything came on it. */
  begin(id: string): void {
    this.#write(`id: ${id}\ndata:\n\n`);
  }

  /** Ends the stream after what waits. */
  close(): void {
    if (!this.#isOpen) return;
    this.#finish();
    this.#controller.close();
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    this.#controller.enqueue(encoder.encode(text));
    if ((this.#controller.desiredSize ?? 0) > 0 || this.#stalled) return;
    this.#stalled = setTimeout(() => {
      this.#controller.error(new Error('The reader stood still.'));
      this.#gone();
    }, STALLED_READER_MS).unref();
    this.#handlers.onFull();
  }

  #read(): void {
    if (!this.#stalled) return;
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.#handlers.onRead();
  }

  #gone(): void {
    if (!this.#isOpen) return;
    this.#finish();
    this.#handlers.onGone();
  }

  #finish(): void {
    this.#isOpen = false;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#stalled);
    if (this.#stalled) this.#handlers.onRead();
    this.#stalled = undefined;
  }
}

/** The answer with such a body. */
export function eventStreamResponse({ body }: EventStream, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // Proxies collect streams without it.
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
}
