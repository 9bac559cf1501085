// The texts of a stream of events, as far as the page of the command needs them.

/** Characters of an event that are read, as many as the relay passes on. What is more is left out. */
export const MAX_TEXT_LENGTH: number = 10 * 1024 * 1024;

/**
 * The data of each event without a name. Each piece of the stream is looked at once, however long an event becomes.
 * @param onTooLong is called for each event that is left out, being longer than {@link MAX_TEXT_LENGTH}
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export async function* textsOf(response: Response, onTooLong: () => void = () => {}): AsyncGenerator<string> {
  const reader = textReader(response);
  const events = new EventReader(onTooLong);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream
    const { done, value } = await reader.read();
    if (done) return;
    yield* events.read(value);
  }
}

/** The body of a response as text, piece by piece. */
export function textReader({ body }: Response): ReadableStreamDefaultReader<string> {
  return body!.pipeThrough(new TextDecoderStream()).getReader();
}

class EventReader {
  readonly #onTooLong: () => void;
  /** Pieces of the line that has not ended. */
  #line: string[] = [];
  /** Lines of data of the event that has not ended. */
  #data: string[] = [];
  #name = '';
  /** Characters of both. */
  #length = 0;
  /** A piece ended with CR: an LF at the beginning of the next one belongs to it. */
  #isAfterReturn = false;

  constructor(onTooLong: () => void) {
    this.#onTooLong = onTooLong;
  }

  *read(piece: string): Generator<string> {
    const text = this.#isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#isAfterReturn = piece.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    const rest = lines.pop()!;
    for (const line of lines) {
      this.#add(line);
      const whole = this.#line.join('');
      this.#line = [];
      if (whole !== '') this.#field(whole);
      else {
        const data = this.#data.join('\n');
        if (this.#length > MAX_TEXT_LENGTH) this.#onTooLong();
        else if (data && (this.#name === '' || this.#name === 'message')) yield data;
        this.#data = [];
        this.#name = '';
        this.#length = 0;
      }
    }
    this.#add(rest);
  }

  #add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > MAX_TEXT_LENGTH) this.#data = [];
    // Something stays of each line: an empty one would end the event.
    if (piece !== '' && (this.#length <= MAX_TEXT_LENGTH || this.#line.length === 0)) this.#line.push(piece);
  }

  #field(line: string): void {
    const [, name, value] = /^(data|event)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (name === 'data' && this.#length <= MAX_TEXT_LENGTH) this.#data.push(value ?? '');
    else if (name === 'event') this.#name = value ?? '';
  }
}
