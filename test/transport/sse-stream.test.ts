import { expect } from '@esm-bundle/chai';
import { MAX_MESSAGE_SIZE } from '../../src/transport/response-body.js';
import { readSse } from '../../src/transport/sse.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';

interface Heard {
  readonly events: { event: string | undefined; data: string; id: string | undefined }[];
  readonly ids: string[];
  readonly retries: number[];
}

/** A body that comes in these chunks: text, or bytes where it matters. */
function bodyOf(chunks: readonly (string | Uint8Array)[], end: 'end' | 'break' = 'end'): Response {
  const encoder = new TextEncoder();
  let next = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        const chunk = chunks[next++];
        if (chunk !== undefined) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        else if (end === 'break') controller.error(new TypeError('network error'));
        else controller.close();
      },
    }),
  );
}

async function hear(response: Response): Promise<Heard> {
  const heard: Heard = { events: [], ids: [], retries: [] };
  await readSse(response, {
    onEvent: ({ event, data, id }) => heard.events.push({ event, data, id }),
    onId: (id) => heard.ids.push(id),
    onRetry: (ms) => heard.retries.push(ms),
  });
  return heard;
}

const dataOf = async (...chunks: (string | Uint8Array)[]): Promise<string[]> =>
  (await hear(bodyOf(chunks))).events.map(({ data }) => data);

describe('reading a stream of events', () => {
  describe('lines', () => {
    for (const [name, end] of [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['CR', '\r'],
    ] as const)
      it(`may end with ${name}`, async () => {
        const text = ['event: message', 'data: one', '', 'data: two', '', ': over'].join(end) + end;
        expect(await dataOf(text)).to.deep.equal(['one', 'two']);
        // A carriage return at the very end of a chunk may be half of a line end.
        expect(await dataOf(...text)).to.deep.equal(['one', 'two']);
      });

    it('several of data are one text', async () => {
      expect(await dataOf('data: {\ndata:   "a": 1\ndata\ndata: }\n\n')).to.deep.equal(['{\n  "a": 1\n\n}']);
    });
    it('lose one space after the colon, not two', async () => {
      expect(await dataOf('data:none\n\ndata: one\n\ndata:  two\n\n')).to.deep.equal(['none', 'one', ' two']);
    });
    it('that are comments or unknown are ignored', async () => {
      verifies('comments-keep-alive');
      expect(await dataOf(': keep-alive\n\n:\n\nwhatever: 1\nnonsense\ndata: yes\n\n')).to.deep.equal(['yes']);
    });
  });

  describe('chunks', () => {
    const text = '\uFEFFid: 7\nevent: message\ndata: {"text":"Grüße, 世界 🌍"}\n\n: ping\n\ndata: x\n\n';
    const bytes = new TextEncoder().encode(text);
    const right = ['{"text":"Grüße, 世界 🌍"}', 'x'];

    it('may be single bytes, also inside a character', async () => {
      expect(await dataOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).to.deep.equal(right);
    });
    it('may be cut anywhere', async () => {
      for (let cut = 0; cut <= bytes.length; cut++)
        // oxlint-disable-next-line no-await-in-loop
        expect(await dataOf(bytes.subarray(0, cut), bytes.subarray(cut)), `cut at ${cut}`).to.deep.equal(right);
    });
    it('a byte order mark is only one at the start', async () => {
      expect(await dataOf('data: \uFEFFa\n\n')).to.deep.equal(['\uFEFFa']);
      expect(await dataOf('\uFEFF\uFEFFdata: a\n\n')).to.deep.equal([]);
    });
    it('bytes that are no UTF-8 become replacement characters', async () => {
      expect(await dataOf('data: ', Uint8Array.of(0xff, 0xfe), '\n\n')).to.deep.equal(['\uFFFD\uFFFD']);
    });
  });

  describe('events', () => {
    it('have a type, which is the default where none is given', async () => {
      const { events } = await hear(bodyOf(['event: endpoint\ndata: /x\n\ndata: y\n\nevent:\ndata: z\n\n']));
      expect(events.map(({ event }) => event)).to.deep.equal(['endpoint', undefined, undefined]);
    });
    it('without data are none: they carry an id and a pause', async () => {
      const heard = await hear(bodyOf(['id: 1\nretry: 250\ndata:\n\nid: 2\n\ndata: x\nid: 3\n\n']));
      expect(heard.events.map(({ data }) => data)).to.deep.equal(['x']);
      expect(heard.ids).to.deep.equal(['1', '2', '3']);
      expect(heard.retries).to.deep.equal([250]);
    });
    it('pauses that are no digits, and ids with a NUL, are ignored', async () => {
      const heard = await hear(bodyOf(['retry: soon\nretry: -1\nretry: 1.5\nid: a\0b\ndata: x\n\n']));
      expect(heard).to.deep.include({ ids: [], retries: [] });
    });
    it('that are cut off by the end are not told', async () => {
      expect(await dataOf('data: whole\n\ndata: half')).to.deep.equal(['whole']);
      expect(await dataOf('data: whole\n\ndata: no empty line\n')).to.deep.equal(['whole']);
    });
  });

  it('no body at all is an empty stream', async () => {
    expect((await hear(new Response(null))).events).to.be.empty;
  });

  it('a connection that breaks is said so', async () => {
    const error = await failureOf(hear(bodyOf(['data: x\n\n'], 'break')));
    expect(error.code).to.equal('stream-ended');
    expect(error.message).to.contain('broke');
    expect(error.cause).to.be.instanceOf(TypeError);
  });

  it('an event without an end is not read beyond the limit', async () => {
    const piece = 'x'.repeat(4 * 1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += piece.length;
        controller.enqueue(new TextEncoder().encode(sent === piece.length ? `data: ${piece}` : piece));
      },
    });
    const error = await failureOf(hear(new Response(endless)));
    expect(error.code).to.equal('limit');
    expect(error.message).to.contain('64 MB');
    expect(sent).to.be.below(MAX_MESSAGE_SIZE + 4 * piece.length);
  });

  it('lets the page have its turn, however fast events come', async () => {
    const piece = 'data: {"n":1}\n\n'.repeat(1000);
    let events = 0;
    let turns = 0;
    const counting = setInterval(() => turns++, 5);
    const spin = (): void => {
      events++;
      // As much work as a page does with a message, some 10 µs; a clock of an engine may be too coarse to tell.
      for (let round = 0; round < 20; round++) JSON.parse('{"jsonrpc":"2.0","method":"notifications/message"}');
    };
    await readSse(bodyOf(Array.from({ length: 40 }, () => piece)), { onEvent: spin });
    clearInterval(counting);
    expect(events).to.equal(40_000);
    expect(turns).to.be.greaterThan(0);
  });
});
