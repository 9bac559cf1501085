import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { behave, tokenLog } from '/__provider__.js';
import { eventually } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { everythingVisible, hearConsole, spellings, textOfThrown } from '../fixtures/visible.js';
import type { ScanNews } from './page-scan.js';
import { inWindow, notedWindows } from './windows.js';

describe('after a whole sign-in at a real authorization server', function () {
  this.timeout(45_000);
  const unused = tempDatabases();
  notedWindows();

  for (const way of ['popup', 'redirect'])
    for (const keeps of ['memory', 'remembered'])
      inWindow(`no secret is to be seen anywhere: ${way}, ${keeps}`, async () => {
        const namespace = unused();
        const client = `scan ${namespace}`;
        await behave(client, { seconds: 3600, personTakesMs: 50 });
        const secrets = new Set<string>();
        let last: ScanNews | undefined;
        const channel = new BroadcastChannel(client);
        channel.addEventListener('message', ({ data }: MessageEvent<ScanNews>) => {
          for (const secret of data.secrets ?? []) secrets.add(secret);
          if (!data.secrets) last = data;
        });
        const query = new URLSearchParams({ namespace, client, channel: client, way, keeps });
        open(`/test/auth/scan-page.html?${query}`, '_blank', 'popup');
        const { seen, failed } = await eventually(() => last!, Boolean, 40_000);
        channel.close();
        indexedDB.deleteDatabase(nameOfDatabase(namespace, 'sign-ins'));
        expect(failed).to.equal(undefined);
        // It has been everywhere: signed in twice, renewed, and failed.
        const asked = (await tokenLog(client)).map(({ what }) => what);
        expect(asked.slice(0, 4)).to.deep.equal([
          'authorization_code',
          'authorization_code',
          'refresh_token',
          'refresh_token',
        ]);
        // Two codes and verifiers, three tokens of each kind, a client secret.
        expect(secrets.size).to.be.least(9);
        expect(seen!['thrown']).to.include('No answer from');
        expect(seen!['databases']).to.match(/name\W+protected/);
        const found = Object.entries(seen!).flatMap(([place, text]) =>
          [...secrets].filter((secret) => spellings(secret).some((one) => text.includes(one))).map(() => place),
        );
        expect(found).to.deep.equal([]);
      });

  it('what would be there is found: the scan sees every place it looks at', async () => {
    const namespace = unused();
    const said = hearConsole();
    const secret = 'a-secret-of-29-letters-at-all';
    const opening = indexedDB.open(namespace, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows').put(new TextEncoder().encode(secret), 1);
    await new Promise((resolve) => (opening.onsuccess = resolve));
    opening.result.close();
    const before = { state: history.state as unknown, href: location.href };
    const host = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(document.createElement('p'), document.createElement('input'));
    host.shadowRoot!.querySelector('input')!.value = secret;
    document.body.append(host);
    localStorage.setItem('canary', encodeURIComponent(`${secret} `));
    sessionStorage.setItem('canary', btoa(`x${secret}`));
    document.cookie = `canary=${secret}`;
    history.replaceState({ secret }, '', `#${secret}`);
    performance.mark(secret);
    console.debug(new Error('odd', { cause: new Error(secret) }));
    const seen = { ...(await everythingVisible(namespace)), console: said.join('\n') };
    host.remove();
    localStorage.removeItem('canary');
    sessionStorage.removeItem('canary');
    document.cookie = 'canary=; max-age=0';
    history.replaceState(before.state, '', before.href);
    performance.clearMarks(secret);
    for (const [place, text] of Object.entries(seen).filter(([name]) => name !== 'caches'))
      expect(
        spellings(secret).some((one) => text.includes(one)),
        place,
      ).to.equal(true);
    expect(textOfThrown({ secret })).to.include(secret);
  });
});
