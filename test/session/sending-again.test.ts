import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type LoggedRequest } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { OwnSignIn } from '../../src/auth/index.js';
import type { McpError, Session, SessionOptions } from '../../src/index.js';
import { sessions } from '../fixtures/sessions.js';
import { casesOf, ROWS, type Row } from '../support/sending-again.mjs';

function optionsFor({ client }: Row): SessionOptions {
  switch (client) {
    case 'signs-in':
      return { auth: new OwnSignIn({ getToken: () => 'token', onUnauthorized: () => true }) };
    case 'answers':
      return { elicitor: async () => ({ action: 'accept', content: {} }) };
    case 'visits':
      return { approvals: visitor(), capabilities: ['elicitation'] };
    default:
      return {};
  }
}

/** A person who goes to each page, and comes back. */
function visitor(): ApprovalQueue {
  const queue = new ApprovalQueue();
  queue.pending.subscribe((pending) => {
    for (const { id } of pending)
      queueMicrotask(() => {
        queue.accept(id);
        queue.resume(id);
      });
  });
  return queue;
}

/** What the session does in this row. */
async function act(session: Session, method: string, { client }: Row): Promise<unknown> {
  await session.connect();
  if (client === 'task') await session.tools.list();
  if (method === 'tools/list') return session.tools.list();
  if (method === 'tools/call')
    return session.tools.call('echo', { message: 'x' }, client === 'impatient' ? { timeoutMs: 50 } : {});
  return undefined;
}

describe('a request is sent again only where the answer proves that it was not carried out', () => {
  const { create } = sessions();

  for (const row of ROWS)
    for (const { era, method, status } of casesOf(row))
      it(`${row.sign}, ${[era, method, status ?? ''].join(' ')}: ${row.done}`, async () => {
        const url = await script({
          revision: era,
          replies: row.replies(method, status),
          ...(row.capabilities && { capabilities: row.capabilities }),
        });
        const error = await act(create(url, optionsFor(row)), method, row).then(
          () => undefined,
          (thrown: unknown) => thrown as McpError,
        );
        const times = timesOf(await scriptedLog(url), method);
        const expected = isInPage ? { ...row, ...row.inPage } : row;
        if (isInPage && row.browserRepeats && times === expected.sent + 1) return;
        expect(times, 'times that it was sent').to.equal(expected.sent);
        expect(error?.code, error?.message).to.equal(expected.error);
        const warns = expected.warns === 'of calls' ? method === 'tools/call' : expected.warns;
        if (error)
          expect(/may have (?:gone through|been carried out)/.test(error.remedy ?? ''), error.remedy).to.equal(warns);
      });
});

const isInPage = typeof document !== 'undefined';

const timesOf = (log: readonly LoggedRequest[], method: string): number =>
  log.filter(({ body }) => body?.method === method).length;
