import { expect } from '@open-wc/testing';
import { gate, gateLog } from '/__servers__.js';
import type { Session } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

/** The header lines in a remedy, as an operator copies them. */
function printedLines(remedy: string | undefined): string[] {
  const [, lines = ''] = /(Access-Control-Allow-Origin: .*)\.$/s.exec(remedy ?? '') ?? [];
  return lines.split('; ');
}

const TOOLS = {
  everything: ['echo', { message: 'hello' }, 'Echo: hello'],
  'everything-sse': ['echo', { message: 'hello' }, 'Echo: hello'],
  modern: ['echo', { message: 'hello' }, 'hello'],
} as const;

describe('an operator who sends exactly the header lines that a failure prints', () => {
  const { create, open } = sessions();

  /** Told by a server that sends none of them. */
  async function linesFor(server: string, headers?: Record<string, string>): Promise<string[]> {
    const session = create(await gate(server, []), { headers });
    return printedLines((await failureOf(session.connect())).remedy);
  }

  async function useAll(session: Session, server: keyof typeof TOOLS): Promise<void> {
    const [name, args, text] = TOOLS[server];
    expect((await session.tools.list()).map((tool) => tool.name)).to.include(name);
    expect(textOf(await session.tools.call(name, args))).to.contain(text);
  }

  for (const server of ['everything', 'everything-sse', 'modern'] as const)
    it(`can be used from this page: ${server}`, async () => {
      const url = await gate(server, await linesFor(server));
      const session = await open(url);
      await useAll(session, server);
      await session.close();
      const log = await gateLog(url);
      expect(log.filter(({ method }) => method === 'DELETE')).to.have.length(server === 'everything' ? 1 : 0);
    });

  it('can be used with the page’s own headers', async () => {
    const headers = { Authorization: 'Bearer x', 'X-Api-Key': 'y' };
    const lines = await linesFor('everything', headers);
    expect(lines.join('\n')).not.to.match(/Bearer|: y/);
    const session = await open(await gate('everything', lines), { headers });
    await useAll(session, 'everything');
  });

  it('can have a broken stream taken up again', async () => {
    const url = await gate('everything', await linesFor('everything'), { cut: true });
    const session = await open(url);
    const result = await session.tools.call(
      'trigger-long-running-operation',
      // Over before the stream is taken up: what this server says after that it sends nobody.
      { duration: 0.3, steps: 3 },
      { onProgress: () => {} },
    );
    expect(textOf(result)).to.contain('completed');
    expect((await gateLog(url)).some(({ method, headers }) => method === 'GET' && headers['last-event-id'])).to.equal(
      true,
    );
  });
});
