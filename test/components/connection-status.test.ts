import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { changeGate, everythingUrl, gate, script, scriptedUrl, type Reply } from '/__servers__.js';
import '../../components/define/mcp-connection-status.js';
import type { McpConnectionStatusElement } from '../../components/index.js';
import { Session } from '../../src/index.js';
import { ManualClock } from '../fixtures/clock.js';

const CORS_LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
];
const opened: Session[] = [];

function sessionFor(url: string): Session {
  const session = new Session(url, { storage: 'none' });
  opened.push(session);
  return session;
}

async function statusOf(session: Session | undefined, width = '60rem'): Promise<McpConnectionStatusElement> {
  const parentNode = document.createElement('div');
  parentNode.style.setProperty('width', width);
  return fixture(html`<mcp-connection-status .session=${session}></mcp-connection-status>`, { parentNode });
}

const part = (el: HTMLElement, name: string): HTMLElement | null =>
  [
    ...el.shadowRoot!.querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`),
  ].find((each) => each.checkVisibility()) ?? null;
const words = (el: HTMLElement): string => part(el, 'words')!.textContent.trim();

describe('<mcp-connection-status>', () => {
  afterEach(() => {
    for (const session of opened.splice(0)) void session.close();
  });

  it('says that there is no server, and has nothing to press', async () => {
    const el = await statusOf(undefined);
    expect(words(el)).to.equal('No server');
    expect(el.shadowRoot!.querySelector('button')).to.equal(null);
  });

  it('connects and disconnects', async () => {
    const session = sessionFor(everythingUrl);
    const el = await statusOf(session);
    expect(words(el)).to.equal('Not connected');
    part(el, 'connect-button')!.focus();
    part(el, 'connect-button')!.click();
    await waitUntil(() => words(el) === 'Connected');
    expect(el.shadowRoot!.activeElement).to.equal(part(el, 'disconnect-button'));
    expect(part(el, 'name')!.textContent).to.equal('Everything Reference Server');
    expect(part(el, 'place')!.textContent).to.equal(`${new URL(everythingUrl).host} · 2025-11-25`);
    part(el, 'disconnect-button')!.click();
    await waitUntil(() => words(el) === 'Disconnected');
    expect(session.state.get().phase).to.equal('closed');
    expect(part(el, 'connect-button')).to.not.equal(null);
  });

  describe('of a connection that is lost', () => {
    async function lost(): Promise<{ el: McpConnectionStatusElement; url: string; session: Session }> {
      const url = await gate('everything', CORS_LINES);
      const session = new Session(url, { storage: 'none', reconnect: true });
      opened.push(session);
      const el = await statusOf(session);
      await session.connect();
      await changeGate(url, { down: true });
      await session.tools.call('echo', { message: 'x' }).catch(() => {});
      await waitUntil(() => words(el) === 'Connection lost');
      return { el, url, session };
    }

    it('says so, counts down to the next attempt, and tries at once on a press', async () => {
      const { el, url, session } = await lost();
      const box = part(el, 'lost')!;
      expect(box.querySelector('strong')!.textContent).to.match(
        /^Connection lost\s+· Reconnecting automatically\. · reconnecting in \d+ s$/,
      );
      expect(box.querySelector('details')!.textContent, 'why').to.include(new URL(url).host);
      expect(part(el, 'dot')!.dataset['phase']).to.equal('lost');
      await waitUntil(() => /reconnecting in \d+ s/.test(part(el, 'countdown')!.textContent));
      // Read out once, and not each second.
      expect(part(el, 'countdown')!.closest('[aria-hidden="true"]')).to.exist;
      await changeGate(url, { down: false });
      part(el, 'retry-button')!.focus();
      part(el, 'retry-button')!.click();
      await waitUntil(() => words(el) === 'Connected');
      expect(session.state.get().phase).to.equal('ready');
      expect(part(el, 'lost')).to.equal(null);
      expect(el.shadowRoot!.activeElement, 'the focus stays in the element').to.exist;
    });

    it('can be given up', async () => {
      const { el, session } = await lost();
      part(el, 'disconnect-button')!.click();
      await waitUntil(() => words(el) === 'Disconnected');
      expect(session.state.get().phase).to.equal('closed');
    });
  });

  describe('of a server with a long name', () => {
    const NAME = 'Official Secure Bank Server of All Banks, Recommended by Everybody, '.repeat(5);

    for (const width of ['260px', '300px', '420px', '500px', '640px', '1000px'])
      it(`says at which host it is: ${width}`, async () => {
        const serverInfo = { name: 'x', title: NAME, version: '1' };
        const url = await script({
          session: false,
          replies: { initialize: { result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo } } },
        });
        const session = sessionFor(url);
        const el = await statusOf(session, width);
        await session.connect();
        await el.updateComplete;
        const host = part(el, 'place')!.querySelector<HTMLElement>('.host')!;
        expect(host.textContent).to.equal(new URL(url).host);
        expect(host.scrollWidth, 'it is whole').to.be.at.most(host.clientWidth + 1);
        expect(part(el, 'name')!.getBoundingClientRect().width).to.be.above(80);
        const bar = part(el, 'bar')!;
        expect(bar.scrollWidth).to.be.at.most(bar.clientWidth);
      });

    it('and of a long host shows the end, which says whose it is', async () => {
      const session = sessionFor(everythingUrl);
      const el = await statusOf(session, '420px');
      await session.connect();
      await el.updateComplete;
      const bdi = part(el, 'place')!.querySelector('.host > bdi')!;
      const text = [...bdi.childNodes].find((each) => each instanceof Text && each.data !== '') as Text;
      text.data = `login.bank.example.${'a.'.repeat(60)}attacker.example`;
      const host = bdi.parentElement!.getBoundingClientRect();
      // Not by the place of the last letter: WebKit tells another one where a text is cut off.
      expect(getComputedStyle(bdi).direction, 'the host reads from left to right').to.equal('ltr');
      expect(bdi.getBoundingClientRect().right, 'its end is there').to.be.closeTo(host.right, 2);
      expect(bdi.getBoundingClientRect().left, 'and its start is not').to.be.below(host.left);
    });
  });

  describe('of a server that is not what it was', () => {
    const welcome = (name: string, revision: string): Reply => ({
      result: { protocolVersion: revision, capabilities: { tools: {} }, serverInfo: { name, version: '1' } },
    });
    const twice = async (): Promise<McpConnectionStatusElement> => {
      const url = await script({
        session: false,
        replies: {
          'server/discover': { status: 404, text: '' },
          initialize: [welcome('<b>weather</b>', '2025-11-25'), welcome('files', '2025-03-26')],
        },
      });
      const session = sessionFor(url);
      const el = await statusOf(session);
      await session.connect();
      expect(part(el, 'server-changes')).to.equal(null);
      await session.close();
      await session.connect();
      await waitUntil(() => part(el, 'server-changes'));
      return el;
    };

    it('says what changed, until the person has read it', async () => {
      const el = await twice();
      const text = el.shadowRoot!.querySelector('[data-name~="server-changes"]')!.textContent!;
      expect(text).to.include('spoke MCP 2025-11-25 last time, and speaks 2025-03-26 now');
      expect(text).to.include('Another server may answer at this address').and.include('“<b>weather</b>”');
      part(el, 'understood-button')!.focus();
      part(el, 'understood-button')!.click();
      await el.updateComplete;
      expect(part(el, 'server-changes') === null).to.equal(true);
      expect(el.shadowRoot!.activeElement === part(el, 'disconnect-button')).to.equal(true);
    });
  });

  it('names what is experimental at the server, and says that it is not used', async () => {
    const names = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}.example/fast`, {}]));
    const session = sessionFor(await script({ capabilities: { tools: {}, experimental: names } }));
    const el = await statusOf(session);
    await session.connect();
    await waitUntil(() => part(el, 'details-button'));
    part(el, 'details-button')!.click();
    await el.updateComplete;
    const offers = [...el.shadowRoot!.querySelectorAll('.facts li')].map((each) => each.textContent!.trim());
    expect(offers).to.include('Experimental: x0.example/fast, which is not used here');
    expect(offers.filter((each) => each.includes('Experimental'))).to.have.length(10);
  });

  it('stops connecting', async () => {
    const session = sessionFor(await script({ replies: { '*': { hang: true } } }));
    const el = await statusOf(session);
    part(el, 'connect-button')!.click();
    await waitUntil(() => part(el, 'disconnect-button')?.textContent.trim() === 'Stop');
    part(el, 'disconnect-button')!.click();
    await waitUntil(() => words(el) === 'Disconnected');
  });

  describe('while a server does not answer', () => {
    const clock = new ManualClock();

    it('says after 5 s that it still waits, and what can be done', async () => {
      const session = sessionFor(await script({ replies: { '*': { hang: true } } }));
      const el = await statusOf(session);
      part(el, 'connect-button')!.click();
      await waitUntil(() => words(el) === 'Connecting…');
      part(el, 'disconnect-button')!.focus();
      await clock.advance(4999);
      await el.updateComplete;
      expect(part(el, 'waiting')).to.equal(null);
      await clock.advance(1);
      await el.updateComplete;
      expect(part(el, 'waiting')!.textContent).to.include(`Still waiting for ${new URL(session.url).host}.`);
      expect(part(el, 'disconnect-button'), 'one button').to.equal(null);
      expect(el.shadowRoot!.activeElement === part(el, 'cancel-button'), 'the focus').to.equal(true);
      part(el, 'cancel-button')!.click();
      await waitUntil(() => words(el) === 'Disconnected');
      expect(part(el, 'waiting')).to.equal(null);
    });

    it('and where the time is over: nothing can have been carried out', async () => {
      const session = sessionFor(await script({ replies: { '*': { hang: true } } }));
      const el = await statusOf(session);
      part(el, 'connect-button')!.click();
      await waitUntil(() => words(el) === 'Connecting…');
      await clock.untilWaiting(30_000);
      await clock.advance(30_000);
      await waitUntil(() => part(el, 'error'));
      const said = part(el, 'error')!.innerText;
      expect(said).to.include('did not answer').and.include('Try again');
      expect(said).not.to.match(/carried out|timeoutMs/i);
      expect(part(el, 'error')!.textContent, 'for developers').to.include('connectTimeoutMs');
    });
  });

  it('says what went wrong and what to do, and tries again', async () => {
    const session = sessionFor(scriptedUrl('html'));
    const el = await statusOf(session);
    part(el, 'connect-button')!.click();
    await waitUntil(() => part(el, 'error'));
    expect(part(el, 'error')!.textContent).to.contain(`No connection to ${new URL(session.url).host}.`);
    expect(part(el, 'error')!.textContent).to.contain('text/html');
    const phases: string[] = [];
    session.state.subscribe(({ phase }) => phases.push(phase));
    part(el, 'retry-button')!.focus();
    part(el, 'retry-button')!.click();
    await waitUntil(() => phases.includes('failed'));
    expect(phases).to.deep.equal(['connecting', 'failed']);
    await el.updateComplete;
    expect(el.shadowRoot!.activeElement, 'the focus is not lost with the button').to.not.equal(null);
  });

  it('leaves it to the diagnosis to say why, once that is open: one red box', async () => {
    const url = await gate('everything', CORS_LINES);
    await changeGate(url, { down: true });
    const el = await statusOf(sessionFor(url));
    part(el, 'connect-button')!.click();
    await waitUntil(() => el.shadowRoot!.querySelector('mcp-diagnosis'));
    const box = part(el, 'error')!;
    expect(box.classList.contains('error')).to.equal(false);
    expect(box.innerText)
      .to.include(`No connection to ${new URL(url).host}.`)
      .and.not.include('Could not reach');
    expect(box.querySelector('details')!.textContent, 'the rest is folded').to.include('Could not reach');
    expect(part(el, 'find-out-why-button')).to.equal(null);
  });

  it('folds away what is known about the server', async () => {
    const session = sessionFor(everythingUrl);
    const el = await statusOf(session);
    await session.connect();
    await el.updateComplete;
    expect(part(el, 'details')).to.equal(null);
    const button = part(el, 'details-button')!;
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    button.click();
    await el.updateComplete;
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    const details = part(el, 'details')!.textContent;
    expect(details).to.contain(everythingUrl);
    expect(details).to.contain('Tools (with change notifications)');
    expect(details).to.contain('Instructions for the model');
  });

  it('opens what is known behind the name, at every width', async () => {
    const session = sessionFor(everythingUrl);
    for (const width of ['60rem', '30rem', '15rem']) {
      const el = await statusOf(session, width);
      await session.connect();
      await el.updateComplete;
      const button = part(el, 'details-button')!;
      expect(button.textContent.replaceAll(/\s+/g, ' ').trim(), width).to.equal(
        'Everything Reference Server · About this server',
      );
      expect(button.checkVisibility(), width).to.equal(true);
      button.click();
      await el.updateComplete;
      expect(part(el, 'details')!.textContent, width).to.include('Remembered in this browser');
    }
  });

  it('closes what is known with Escape, and gives the focus back to the name', async () => {
    const session = sessionFor(everythingUrl);
    const el = await statusOf(session);
    await session.connect();
    await el.updateComplete;
    part(el, 'details-button')!.click();
    await el.updateComplete;
    const details = part(el, 'details')!;
    details.focus();
    details.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true }),
    );
    await el.updateComplete;
    expect(part(el, 'details')).to.equal(null);
    expect(el.shadowRoot!.activeElement === part(el, 'details-button')).to.equal(true);
  });

  it('shows the beginning of long instructions, and the rest on request', async () => {
    const session = sessionFor(everythingUrl);
    const el = await statusOf(session);
    await session.connect();
    await el.updateComplete;
    part(el, 'details-button')!.click();
    await el.updateComplete;
    const instructions = part(el, 'description')!;
    expect(instructions.getBoundingClientRect().height).to.be.below(150);
    expect(instructions.innerText.length).to.be.below(320);
    instructions.querySelector('summary')!.click();
    await waitUntil(() => instructions.innerText.length > 1000);
  });

  it('keeps leaving within reach where it is narrow', async () => {
    const session = sessionFor(everythingUrl);
    const el = await statusOf(session, '20rem');
    await session.connect();
    await el.updateComplete;
    expect(part(el, 'disconnect-button')).to.equal(null);
    part(el, 'details-button')!.click();
    await el.updateComplete;
    part(el, 'disconnect-button')!.click();
    await waitUntil(() => words(el) === 'Disconnected');
  });

  it('shows what a server calls itself as text', async () => {
    const session = sessionFor(
      await script({
        session: false,
        replies: {
          initialize: {
            result: {
              protocolVersion: '2025-11-25',
              capabilities: {},
              serverInfo: { name: 'x', title: '<b>Bold</b>', version: '1' },
            },
          },
        },
      }),
    );
    const el = await statusOf(session);
    await session.connect();
    await el.updateComplete;
    expect(part(el, 'name')!.textContent).to.equal('<b>Bold</b>');
    expect(part(el, 'name')!.children).to.have.length(0);
  });
});
