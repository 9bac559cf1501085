import { expect } from '@esm-bundle/chai';
import type { Session } from '../../src/index.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

/** Milliseconds after which the older handshake is sent, too. */
const PROBE_MS = 3000;

const SERVER_INFO = { name: 'slow', version: '1' };
const ANSWERS: Readonly<Record<string, object>> = {
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: {},
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
  },
  initialize: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: SERVER_INFO },
};

describe('a server on a channel that is silent about server/discover', () => {
  const clock = new ManualClock();
  const { create } = sessions();
  let heard: string[];
  let answer: (method: string) => void;
  let session: Session;
  let connecting: Promise<unknown>;

  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    const ids = new Map<string, unknown>();
    heard = [];
    port1.onmessage = ({ data }: MessageEvent<{ id?: unknown; method: string }>) => {
      heard.push(data.method);
      ids.set(data.method, data.id);
    };
    answer = (method) => port1.postMessage({ jsonrpc: '2.0', id: ids.get(method), result: ANSWERS[method] });
    session = create(port2);
    connecting = session.connect();
  });

  const silence = (): Promise<void> => clock.pass(PROBE_MS);
  const isGreeted = (): Promise<boolean> => eventually(() => heard.includes('initialize'));

  it('is an older one where it answers the handshake', async () => {
    await silence();
    await isGreeted();
    answer('initialize');
    await connecting;
    expect(session.server.revision).to.equal('2025-11-25');
  });

  it('is a newer one that starts slowly where it answers after all', async () => {
    await silence();
    await isGreeted();
    answer('server/discover');
    await connecting;
    expect(session.server.revision).to.equal('2026-07-28');
  });

  it('stays what its first answer made it', async () => {
    await silence();
    await isGreeted();
    answer('initialize');
    answer('server/discover');
    await connecting;
    expect(session.server.revision).to.equal('2025-11-25');
  });
});
