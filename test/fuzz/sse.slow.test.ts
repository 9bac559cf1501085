import fc from 'fast-check';
import { isMcpError } from '../../src/errors.js';
import { MAX_EVENT_ID_LENGTH } from '../../src/transport/http.js';
import { MAX_MESSAGE_SIZE } from '../../src/transport/response-body.js';
import { readSse, readStream, type StreamTrace } from '../../src/transport/sse.js';
import { around, oddText, piecesOf } from './arbitraries.js';
import { fuzz, must } from './fuzz.js';

function bodyOf(pieces: readonly Uint8Array[]): Response {
  let next = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = pieces[next++];
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
}

/** Everything that a stream says, as text. */
async function heard(pieces: readonly Uint8Array[]): Promise<string> {
  const all: unknown[] = [];
  try {
    await readSse(bodyOf(pieces), {
      onEvent: ({ event, data, id }) => all.push(['event', event, data, id]),
      onId: (id) => all.push(['id', id]),
      onRetry: (ms) => all.push(['retry', ms]),
    });
  } catch (error) {
    if (!isMcpError(error)) throw error;
    all.push(['error', error.code]);
  }
  return JSON.stringify(all);
}

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const value = fc.oneof(oddText, fc.constantFrom('1', '1000', '1e3', '-1', '9'.repeat(30), '1\0', '{"jsonrpc":"2.0"}'));
const line = fc
  .tuple(
    fc.constantFrom('data', 'data', 'data', 'id', 'event', 'retry', '', 'DATA', 'nonsense', '\ufeffdata'),
    fc.constantFrom(':', ': ', ':  ', ''),
    value,
    lineEnd,
  )
  .map((parts) => parts.join(''));
const blank = fc.tuple(lineEnd, fc.constantFrom('', ...['\n', '\r', '\r\n'])).map((parts) => parts.join(''));
const text = fc
  .tuple(fc.constantFrom('', '\ufeff', '\ufeff\ufeff'), fc.array(fc.oneof(line, line, line, blank), { maxLength: 14 }))
  .map(([mark, lines]) => mark + lines.join(''));
const cuts = fc.array(fc.nat({ max: 4000 }), { maxLength: 12 });
const bytesOf = (from: string): Uint8Array => new TextEncoder().encode(from);

describe('a stream of events, drawn', () => {
  fuzz(
    'says the same wherever it is cut in pieces',
    fc.tuple(text, cuts),
    async ([whole, at]) => {
      const bytes = bytesOf(whole);
      const [one, other] = [await heard([bytes]), await heard(piecesOf(bytes, at))];
      must(one === other, `In one piece: ${one}\nin pieces: ${other}`);
    },
    { cases: 7_000 },
  );

  fuzz(
    'says the same byte by byte',
    text.map((whole) => bytesOf(whole.slice(0, 200))),
    async (bytes) => {
      const [one, other] = [await heard([bytes]), await heard(Array.from(bytes, (byte) => Uint8Array.of(byte)))];
      must(one === other, `In one piece: ${one}\nbyte by byte: ${other}`);
    },
    { cases: 500 },
  );

  fuzz(
    'of bytes that are no text says the same too',
    fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 60 }), cuts),
    async ([before, inside, at]) => {
      const whole = new Uint8Array([...before, ...bytesOf('\n\ndata: '), ...inside, ...bytesOf('\n\n')]);
      const [one, other] = [await heard([whole]), await heard(piecesOf(whole, at))];
      must(one === other, `In one piece: ${one}\nin pieces: ${other}`);
    },
    { cases: 3_000 },
  );

  fuzz(
    'delivers each event as the living standard reads it',
    text,
    async (whole) => {
      const [one, other] = [await heard([bytesOf(whole)]), JSON.stringify(bySpecification(whole))];
      must(one === other, `Read as ${one}\ninstead of ${other}`);
    },
    { cases: 5_000 },
  );

  fuzz(
    'with an id around the limit is resumed from it, or not at all',
    around(MAX_EVENT_ID_LENGTH, 3, fc.constantFrom('a', 'é', '👩')),
    async (id) => {
      const trace: StreamTrace = { alive: false, lastEventId: 'before' };
      const response = bodyOf([bytesOf(`id: ${id}\ndata: {}\n\n`)]);
      await readStream(response, { url: 'https://a.example', onProblem: () => {} } as never, () => {}, trace);
      // Half of a letter at its end does not travel.
      const sent = new TextDecoder().decode(bytesOf(id));
      const kept = sent.length <= MAX_EVENT_ID_LENGTH ? sent : undefined;
      must(trace.lastEventId === kept, `${trace.lastEventId?.length} instead of ${kept?.length} characters`);
    },
    { cases: 300 },
  );

  fuzz(
    'with an event around the limit ends with `limit` beyond it',
    fc.tuple(fc.constantFrom(0.5, 0.99, 1.01, 1.5), fc.constantFrom('data: ', 'id: ', 'event: '), fc.boolean()),
    async ([share, field, isWhole]) => {
      const piece = bytesOf('x'.repeat(64 * 1024));
      const count = Math.ceil((MAX_MESSAGE_SIZE * share) / piece.length);
      const pieces = [
        bytesOf(field),
        ...Array.from({ length: count }, () => piece),
        ...(isWhole ? [bytesOf('\n\n')] : []),
      ];
      const all = await heard(pieces);
      must(all.endsWith('["error","limit"]]') === share > 1, `${share} of the limit: ${all.slice(-60)}`);
    },
    { cases: 12 },
  );
});

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
function bySpecification(whole: string): unknown[] {
  const all: unknown[] = [];
  // The decoder takes the mark away, and makes signs of halves of letters.
  const lines = new TextDecoder().decode(bytesOf(whole)).split(/\r\n|\r|\n/);
  // What does not end is no line.
  lines.pop();
  let [data, event, id] = [[] as string[], '', undefined as string | undefined];
  for (const each of lines) {
    if (each === '') {
      if (id !== undefined) all.push(['id', id]);
      if (data.length > 0 && data.join('\n') !== '') all.push(['event', event || undefined, data.join('\n'), id]);
      [data, event, id] = [[], '', undefined];
      continue;
    }
    const [, name = '', said = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(each) ?? [];
    if (name === 'data') data.push(said);
    else if (name === 'event') event = said;
    else if (name === 'id' && !said.includes('\0')) id = said;
    else if (name === 'retry' && /^\d+$/.test(said)) all.push(['retry', Number(said)]);
  }
  return all;
}
