import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import '../../components/define/mcp-permissions.js';
import '../../components/define/mcp-session.js';
import type { McpPermissionsElement, McpSessionElement } from '../../components/index.js';
import { type Grant, GRANT_DAYS, Grants } from '../../src/approvals/index.js';
import { openGrants } from '../../src/session/person/index.js';
import { DAY_MS } from '../../src/util/async.js';
import { grant, ORIGIN } from '../fixtures/grants.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-permissions>', () => {
  const databaseName = tempDatabases();
  let kept: Map<string, Grant>;
  let element: McpPermissionsElement;

  const show = async (all: readonly Grant[], quiet = false): Promise<void> => {
    kept = new Map(all.map((one) => [one.id, one]));
    const grants = new Grants(
      {
        listGrants: async () => [...kept.values()],
        putGrant: async (one) => void kept.set(one.id, one),
        removeGrants: async (ids) => ids.forEach((id) => kept.delete(id)),
      },
      ORIGIN,
    );
    element = await fixture(html`<mcp-permissions .grants=${grants} ?quiet=${quiet}></mcp-permissions>`);
    await aTimeout(10);
    await element.updateComplete;
  };
  const root = (): ShadowRoot => element.shadowRoot!;
  const text = (): string => root().textContent!.replace(/\s+/g, ' ');
  const all = (name: string): HTMLElement[] => [
    ...root().querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`),
  ];
  const press = async (button: HTMLElement | undefined): Promise<void> => {
    button!.focus();
    button!.click();
    await aTimeout(10);
    await element.updateComplete;
  };

  it('says what was decided, for what, since when and until when, and what the tool was then', async () => {
    await show([
      grant('1'),
      grant('2', { verdict: 'deny', scope: 'arguments', arguments: 'sha256:0', duration: 'session' }),
    ]);
    expect(text()).to.match(/Allowed tool-1 with any arguments/);
    expect(text()).to.contain(`until revoked, at most ${GRANT_DAYS} days, or the server describes it`);
    expect(text()).to.match(/Refused tool-2 with exactly the arguments you saw/);
    expect(text()).to.contain('until this page is closed or reloaded.');
    expect(all('definition')[0]!.textContent).to.contain('Searches the notes.').and.to.contain('inputSchema');
    expect((all('definition')[0] as HTMLDetailsElement).open).to.equal(false);
  });

  it('shows a permission that has ended, or that a wrong clock dated, with a way to remove it', async () => {
    await show([
      grant('1', { at: Date.now() - (GRANT_DAYS + 1) * DAY_MS }),
      grant('2', { at: Date.now() + 700 * DAY_MS }),
      grant('3', { verdict: 'deny', at: 1 }),
    ]);
    expect(text()).to.match(/No longer allowed tool-1 .* more than 90 days ago\. You are asked again\./);
    expect(text()).to.match(/No longer allowed tool-2 .* the clock of this device was wrong\. You are asked again\./);
    expect(text()).to.match(/Refused tool-3 .* since 1 January 1970, until revoked\./i);
    expect(all('revoke-button').map((each) => each.getAttribute('aria-label'))).to.deep.equal([
      'Remove: no longer allowed tool-2',
      'Remove: no longer allowed tool-1',
      'Revoke: refused tool-3',
    ]);
  });

  it('names the tools of a decision about all that read only', async () => {
    const tools = ['a', 'b', 'c'].map((name) => ({ name, fingerprint: name }));
    await show([grant('1', { scope: 'read-only', tools, definition: undefined })]);
    expect(text()).to.contain('3 tools said to read only');
    expect([...root().querySelectorAll('.names li')].map((each) => each.textContent!.trim())).to.deep.equal([
      'a',
      'b',
      'c',
    ]);
  });

  it('groups by server, told apart by host and by whose session it is', async () => {
    await show([
      grant('1'),
      grant('2', { server: 'https://evil.example/mcp' }),
      grant('3', { server: 'https://notes.example/mcp ann' }),
    ]);
    const heads = [...root().querySelectorAll('.head')].map((each) => each.textContent!.replace(/\s+/g, ' ').trim());
    expect(heads).to.deep.equal(['Notes notes.example', 'Notes evil.example', 'Notes notes.example as ann']);
  });

  it('takes one back, says so, and keeps the focus among the others', async () => {
    verifies('person-stays-in-control');
    await show([grant('1'), grant('2'), grant('3')]);
    await press(all('revoke-button')[1]);
    expect([...kept.keys()]).to.deep.equal(['1', '3']);
    expect(root().querySelector('[role="status"]')!.textContent).to.contain('Revoked: tool-2');
    expect(root().activeElement).to.equal(all('revoke-button')[1]);
    expect(root().activeElement!.getAttribute('aria-label')).to.contain('tool-3');
    await press(all('revoke-button')[1]);
    await press(all('revoke-button')[0]);
    expect(kept.size).to.equal(0);
    expect(root().activeElement).to.equal(all('base')[0]);
    expect(text()).to.contain('No decisions yet.');
  });

  it('takes back everything of one server, and nothing of another', async () => {
    await show([grant('1'), grant('2'), grant('3', { server: 'https://other.example/mcp' })]);
    expect(all('revoke-server-button')).to.have.length(1);
    await press(all('revoke-server-button')[0]);
    expect([...kept.keys()]).to.deep.equal(['3']);
  });

  it('follows what another tab does once the person is back', async () => {
    await show([grant('1')]);
    kept.set('2', grant('2'));
    window.dispatchEvent(new Event('focus'));
    await waitUntil(() => text().includes('tool-2'));
    kept.clear();
    document.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => text().includes('No decision'));
  });

  it('is nothing at all where it is quiet and there is none; a fold otherwise', async () => {
    await show([], true);
    expect(root().textContent).to.equal('');
    await show([grant('1'), grant('2')], true);
    expect(root().querySelector('summary')!.textContent).to.equal('Decisions (2)');
    expect((all('fold')[0] as HTMLDetailsElement).open).to.equal(false);
  });

  it('shows of a thousand some, and the rest on request', async () => {
    await show(Array.from({ length: 1000 }, (_, at) => grant(String(at))));
    expect(all('decision')).to.have.length(100);
    await press(all('more-button')[0]);
    expect(all('decision')).to.have.length(200);
  });

  it('what a server wrote stays text, and hidden characters show', async () => {
    await show([
      grant('1', {
        serverName: '<img src=x onerror=alert(1)>\u202eevil',
        tools: [{ name: '<b>bold</b>', fingerprint: 'x' }],
        definition: { description: 'a\u200bb'.repeat(50_000), x: '</pre><script>1</script>' },
      }),
    ]);
    expect(root().querySelector('img, b, script')).to.equal(null);
    expect(root().querySelector('.hidden-character')).not.to.equal(null);
    expect(text().length).to.be.lessThan(400_000);
  });

  describe('of a session', () => {
    const visit = async (namespace: string, identity?: string): Promise<McpSessionElement> => {
      const around = await fixture<McpSessionElement>(
        html`<mcp-session .url=${everythingUrl} .sessionOptions=${{ namespace, identity }}
          ><mcp-permissions></mcp-permissions
        ></mcp-session>`,
      );
      element = around.querySelector('mcp-permissions')!;
      return around;
    };
    const remember = (namespace: string, name: string, server: string): Promise<unknown> =>
      openGrants({ namespace }).remember(
        { server, serverName: 's', tool: { name, inputSchema: {} }, arguments: {}, tools: [], isConfirmed: true },
        'allow',
        { scope: 'tool', duration: 'always' },
      );

    it('lists those of its server and its identity only, also before it ever called anything', async () => {
      const namespace = databaseName();
      await remember(namespace, 'of-everybody', everythingUrl);
      await remember(namespace, 'of-ann', `${everythingUrl} ann`);
      await remember(namespace, 'of-another-server', 'https://other.example/');
      await visit(namespace);
      await waitUntil(() => text().includes('of-everybody'));
      expect(text()).not.to.contain('of-ann').and.not.to.contain('another-server');
      await visit(namespace, 'ann');
      await waitUntil(() => text().includes('of-ann'));
      expect(text()).not.to.contain('of-everybody');
    });

    it('without one, those of the page, and of nobody by name', async () => {
      await remember('mcp-embed', 'of-the-page', 'https://notes.example/');
      await remember('mcp-embed', 'of-ann', 'https://notes.example/ ann');
      element = await fixture(html`<mcp-permissions></mcp-permissions>`);
      await waitUntil(() => text().includes('of-the-page'));
      expect(text()).not.to.contain('of-ann');
      await openGrants({}).revokeAll();
    });
  });
});
