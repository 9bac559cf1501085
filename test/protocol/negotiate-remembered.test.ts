import { expect } from '@esm-bundle/chai';
import { everythingSseUrl, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import type { ConnectionKind } from '../../src/protocol/era.js';
import { ManualClock } from '../fixtures/clock.js';
import { connections, said } from '../fixtures/connections.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { verifies } from '../requirements/verifies.js';

const TIMEOUT_MS = 5000;

describe('opening a connection', () => {
  const connect = connections();
  const clock = new ManualClock();
  /** Lets the time of a step pass that the server has heard of, and does not answer. */
  const timeOut = async (url: string, step: string): Promise<void> => {
    await eventually(async () => (await said(url)).includes(step));
    await clock.advance(TIMEOUT_MS);
  };

  describe('what an earlier visit remembered', () => {
    it('goes first', async () => {
      verifies('era-remembered-not-for-ever');
      const url = scriptedUrl('rev-2025-11-25');
      await connect(url, { remembered: 'streamable' });
      expect(await said(url)).to.deep.equal(['initialize', 'notifications/initialized']);
    });
    for (const [remembered, now, where] of [
      ['streamable', 'modern', scriptedUrl('rev-2026-07-28')],
      ['http-sse', 'modern', scriptedUrl('rev-2026-07-28')],
      ['http-sse', 'streamable', scriptedUrl('rev-2025-11-25')],
      ['modern', 'streamable', scriptedUrl('rev-2025-11-25')],
      ['modern', 'http-sse', everythingSseUrl],
      ['streamable', 'http-sse', everythingSseUrl],
      ['streamable', 'modern', modernUrl],
    ] as const)
      it(`${remembered}, where it is ${now} by now: the others get their turn`, async () => {
        verifies('era-remembered-not-for-ever');
        expect((await connect(where, { remembered })).kind).to.equal(now);
      });
    it('a remembered shape that hangs is not waited for twice', async () => {
      const url = await script({ replies: { GET: { sse: [': silence\n\n'], end: false } } });
      const connecting = connect(url, { remembered: 'http-sse', timeoutMs: TIMEOUT_MS });
      await timeOut(url, 'GET');
      // From here on the clock stands: another wait would have no end.
      expect((await connecting).kind).to.equal('streamable');
    });
    it('a name this version does not know is no reason to fail', async () => {
      expect(
        (await connect(scriptedUrl('rev-2025-11-25'), { remembered: 'web-socket' as ConnectionKind })).kind,
      ).to.equal('streamable');
      expect(
        (await connect(scriptedUrl('rev-2025-11-25'), { remembered: 'constructor' as ConnectionKind })).kind,
      ).to.equal('streamable');
    });
    it('who is refused is refused, whatever was remembered', async () => {
      const error = await failureOf(connect(scriptedUrl('unauthorized'), { remembered: 'streamable' }));
      expect(error.code).to.equal('unauthorized');
    });
  });

  describe('giving up', () => {
    for (const step of ['server/discover', 'initialize', 'notifications/initialized'])
      it(`during ${step} ends it`, async () => {
        const url = await script({ replies: { [step]: { hang: true } } });
        const abort = new AbortController();
        const connecting = failureOf(connect(url, { signal: abort.signal }));
        await eventually(async () => (await said(url)).includes(step));
        abort.abort();
        expect((await connecting).code).to.equal('cancelled');
        await eventually(async () => (await scriptedLog(url)).some(({ aborted }) => aborted));
        const before = (await said(url)).filter((method) => method !== 'DELETE').length;
        await pause(30);
        expect((await said(url)).filter((method) => method !== 'DELETE')).to.have.length(before);
      });
    it('each step has its time, also the last', async () => {
      const url = await script({ replies: { 'notifications/initialized': { hang: true } } });
      const connecting = failureOf(connect(url, { timeoutMs: TIMEOUT_MS }));
      await timeOut(url, 'notifications/initialized');
      expect((await connecting).code).to.equal('timeout');
    });
  });
});
