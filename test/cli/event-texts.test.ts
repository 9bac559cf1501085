import { expect } from '@esm-bundle/chai';
import { textsOf } from '../../cli/page/event-texts.js';

describe('the texts of a stream', () => {
  const read = async (pieces: readonly string[]): Promise<{ texts: readonly string[]; tooLong: number }> => {
    const texts: string[] = [];
    let tooLong = 0;
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    for await (const text of textsOf(new Response(body), () => tooLong++)) texts.push(text);
    return { texts, tooLong };
  };

  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ] as const)
    it(`are read with ${name} at the end of lines, in any pieces`, async () => {
      const stream = [
        ': hello',
        '',
        'id: 1',
        'data: a',
        'data:b',
        '',
        'event: other',
        'data: c',
        '',
        'data: d',
        '',
        '',
      ];
      const text = stream.join(end);
      for (const pieces of [[text], [...text]]) expect((await read(pieces)).texts).to.deep.equal(['a\nb', 'd']);
    });

  it('end where they are 2 MB in pieces of 64 characters', async () => {
    const piece = 'x'.repeat(64);
    const { texts } = await read(['data: ', ...Array.from({ length: 2 * 16_384 }, () => piece), '\n\n']);
    expect(texts[0]).to.have.length(2 * 1024 * 1024);
  });

  it('are left out where they are too long, in one line or in many; those after them are there', async () => {
    const long = Array.from({ length: 11 }, () => 'x'.repeat(1024 * 1024));
    const lines = long.map((line) => `data: ${line}\n`);
    const { texts, tooLong } = await read(['data: ', ...long, '\n', '\n', ...lines, '\n', 'data: after\n\n']);
    expect([texts, tooLong]).to.deep.equal([['after'], 2]);
  });
});
