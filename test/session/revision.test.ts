import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl, scriptedUrl } from '/__servers__.js';
import { Session, supportedRevisions } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

describe('a page that asks for one revision of the protocol', () => {
  const { create } = sessions();
  const revisionOf = async (url: string, revision: string): Promise<string | undefined> => {
    const session = create(url, { revision });
    await session.connect();
    const state = session.state.get();
    return state.phase === 'ready' ? state.server.revision : undefined;
  };

  it('knows the revisions that there are, the newest first', () => {
    expect(supportedRevisions).to.deep.equal(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']);
  });

  it('gets it, of a server that speaks several', async () => {
    for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await revisionOf(everythingUrl, revision)).to.equal(revision);
    expect(await revisionOf(modernUrl, '2026-07-28')).to.equal('2026-07-28');
  });

  it('sends no probe of the newest revision to a server of an older one', async () => {
    const sent: string[] = [];
    const session = create(everythingUrl, {
      revision: '2025-06-18',
      fetch: async (input, init) => {
        if (typeof init?.body === 'string') sent.push((JSON.parse(init.body) as { method: string }).method);
        return fetch(input, init);
      },
    });
    await session.connect();
    expect(sent[0]).to.equal('initialize');
  });

  it('is told where the server does not speak it', async () => {
    const error = await failureOf(create(everythingUrl, { revision: '2026-07-28' }).connect());
    expect(error.code).to.equal('unsupported-version');
    expect(error.message).to.include('does not speak revision 2026-07-28');
    expect(error.remedy).to.include('Leave the revision to the client');
  });

  it('is told that nobody is there, and not that the revision is wrong', async () => {
    for (const revision of ['2026-07-28', '2025-06-18']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const error = await failureOf(create(scriptedUrl('dead'), { revision }).connect());
      expect(error.code).to.equal('network');
    }
  });

  it('cannot ask for one that nobody knows', () => {
    let thrown: unknown;
    try {
      void new Session(everythingUrl, { revision: '2020-01-01' });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).to.include({ code: 'invalid-input' });
    expect((thrown as Error).message).to.include('2020-01-01');
  });
});
