import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { changeGate, everythingUrl, gate, script, scriptedUrl, type Scenario } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpDiagnosisElement } from '../../components/index.js';
import { diagnosisReport } from '../../src/diagnosis/index.js';
import { Session } from '../../src/index.js';
import { eventually } from '../fixtures/eventually.js';

const opened: Session[] = [];

function sessionFor(url: string | MessagePort, options: object = {}): Session {
  const session = new Session(url, { storage: 'none', ...options });
  opened.push(session);
  return session;
}

async function shown(session: Session | undefined, autorun = true): Promise<McpDiagnosisElement> {
  return fixture(html`<mcp-diagnosis .session=${session} ?autorun=${autorun}></mcp-diagnosis>`);
}

const part = (el: HTMLElement, name: string): HTMLElement | null =>
  [...el.shadowRoot!.querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"])`)].find((each) =>
    each.checkVisibility(),
  ) ?? null;
const text = (el: HTMLElement): string => el.shadowRoot!.textContent.replaceAll(/\s+/g, ' ');
const isDone = (el: HTMLElement): Promise<unknown> =>
  waitUntil(() => part(el, 'copy-button'), 'a verdict', { timeout: 20_000 });
const first = (el: HTMLElement): string => part(el, 'finding')!.textContent.replaceAll(/\s+/g, ' ').trim();

afterEach(() => {
  for (const session of opened.splice(0)) void session.close();
});

describe('<mcp-diagnosis>', function () {
  this.timeout(30_000);

  it('says what is wrong with an address that is none', async () => {
    const el = await fixture<McpDiagnosisElement>(html`<mcp-diagnosis url="http://[" autorun></mcp-diagnosis>`);
    await isDone(el);
    expect(first(el)).to.include('is not a web address');
  });

  it('asks nothing before a press', async () => {
    const el = await shown(sessionFor(scriptedUrl('not-found')), false);
    expect(text(el)).to.include('Check the connection').and.not.include('404');
    part(el, 'retry-button')!.click();
    await isDone(el);
    expect(first(el)).to.include('has nothing at').and.include('Check the path');
  });

  it('says that there is no server, and that one in this page is not asked over HTTP', async () => {
    expect(text(await shown(undefined))).to.include('There is no server to check.');
    const el = await shown(sessionFor(new MessageChannel().port1));
    expect(text(el)).to.include('This server is not asked over HTTP');
    expect(part(el, 'button')).to.equal(null);
  });

  it('shows each request as it is answered, and can be stopped', async () => {
    const el = await shown(sessionFor(scriptedUrl('never-answers-at-all')), false);
    part(el, 'retry-button')!.click();
    await eventually(() => part(el, 'retry-button')?.textContent.trim() === 'Stop');
    expect(text(el)).to.include('Asking 127.0.0.1');
    part(el, 'retry-button')!.focus();
    part(el, 'retry-button')!.click();
    await eventually(() => text(el).includes('Stopped. Nothing was found out.'));
    expect(el.shadowRoot!.activeElement?.textContent.trim()).to.equal('Check again');
  });

  it('is over when the element leaves the page', async () => {
    const el = await shown(sessionFor(scriptedUrl('never-answers-at-all')), false);
    const outcome = el.run();
    el.remove();
    expect(await outcome).to.equal(undefined);
  });

  it('sends the headers of the page to their server, and tells them to nobody', async () => {
    const url = await script({ replies: { '*': { status: 401, text: 'a-secret-of-this-page', type: 'text/plain' } } });
    const headers = { Authorization: 'Bearer a-secret-of-this-page' };
    const el = await shown(sessionFor(url, { headers }));
    await isDone(el);
    expect(first(el)).to.include('refused the Authorization header it was given (401)');
    expect(el.shadowRoot!.innerHTML).not.to.include('a-secret-of-this-page');
  });

  it('shows what a server says as text', async () => {
    const evil = '<img src=x onerror=alert(1)>\u202Eevil';
    const url = await script({
      replies: { '*': { status: 500, text: evil, type: 'text/html', headers: { 'cache-control': evil.slice(0, 28) } } },
    });
    const el = await shown(sessionFor(url));
    await isDone(el);
    expect(el.shadowRoot!.querySelector('img')).to.equal(null);
    expect(el.shadowRoot!.textContent).to.include('<img src=x').and.not.include('\u202E');
  });

  it('checks again when it is given another server', async () => {
    const el = await shown(sessionFor(scriptedUrl('not-found')));
    await isDone(el);
    el.session = sessionFor(everythingUrl);
    await eventually(() => text(el).includes('works from this page now'));
    expect(text(el)).not.to.include('has nothing at');
  });
});

/** What a server author adds to the gate in front of the server, line by line as the diagnosis says it. */
const copied = (el: HTMLElement): string[] => part(el, 'headers')!.textContent.trim().split('\n');

describe('a server that a browser cannot use, and the fix that is shown for it', function () {
  this.timeout(40_000);
  const ALLOW = 'Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id';
  const METHODS = 'Access-Control-Allow-Methods: GET, POST, DELETE';
  const EXPOSE = 'Access-Control-Expose-Headers: Mcp-Session-Id';
  const ORIGIN = 'Access-Control-Allow-Origin: *';

  for (const [what, lines, says] of [
    ['no CORS', [], 'but it does not allow pages of'],
    [
      'one header missing in Access-Control-Allow-Headers',
      [ORIGIN, METHODS, EXPOSE, `Access-Control-Allow-Headers: ${ALLOW.replace('MCP-Protocol-Version, ', '')}`],
      'do not allow MCP-Protocol-Version',
    ],
    [
      'the session header is not exposed',
      [ORIGIN, METHODS, `Access-Control-Allow-Headers: ${ALLOW}`],
      'the browser was not allowed to read the one it gave out',
    ],
  ] as const)
    it(`${what}: with the lines that it shows, the same server connects`, async () => {
      const url = await gate('everything', lines);
      const session = sessionFor(url);
      await session.connect().catch(() => {});
      expect(session.state.get().phase).to.equal('failed');
      const el = await shown(session);
      await isDone(el);
      expect(first(el)).to.include(says);
      expect(part(el, 'code')!.textContent, 'the code of Express').to.include('Access-Control-Allow-Origin');
      expect(part(el, 'evidence')!.textContent).to.include('POST http://127.0.0.1');
      await changeGate(url, { lines: copied(el) });
      part(el, 'retry-button')!.click();
      await eventually(() => text(el).includes('works from this page now'), Boolean, 20_000);
      part(el, 'connect-button')!.click();
      await eventually(() => session.state.get().phase === 'ready');
      await eventually(() => part(el, 'connect-button') === null);
    });

  it('gives the code for the framework that is chosen', async () => {
    const el = await shown(sessionFor(await gate('everything', [])));
    await isDone(el);
    const chooser = el.shadowRoot!.querySelector('select')!;
    expect([...chooser.options].map(({ label }) => label)).to.include('nginx');
    chooser.value = 'nginx';
    chooser.dispatchEvent(new Event('change'));
    await eventually(() => el.shadowRoot!.textContent.includes('add_header Access-Control-Allow-Origin'));
  });

  const refusing: Scenario = { replies: { '*': { status: 401, text: '{}' } } };
  for (const [what, where, ...says] of [
    ['a dead one', async () => scriptedUrl('dead'), 'Nothing answered at', 'Check that the server runs'],
    ['the wrong path', async () => new URL('/', everythingUrl).href, 'has nothing at /', '/mcp as the address'],
    ['the wrong method', async () => script({ replies: { '*': { status: 405, text: 'No.' } } }), '(405)'],
    ['401 without metadata', async () => script(refusing), 'needs a sign-in or an access token (401)'],
    [
      '5xx, with the start of the body',
      async () => script({ replies: { '*': { status: 503, text: 'no database', type: 'text/plain' } } }),
      'failed to handle the POST (503)',
      'no database',
    ],
    ['a redirect', async () => script({ slash: 308 }), 'redirects to'],
    ['a web page', async () => scriptedUrl('html'), 'answered with a web page'],
    ['not MCP at all', async () => scriptedUrl('plain-text'), 'not with an MCP message'],
  ] as const)
    it(`${what}: ${says[0]}`, async () => {
      const el = await shown(sessionFor(await where()));
      await isDone(el);
      for (const words of says) expect(text(el)).to.include(words);
    });

  it('a server that dies after it connected', async () => {
    const url = await gate('everything', [ORIGIN, METHODS, EXPOSE, `Access-Control-Allow-Headers: ${ALLOW}`]);
    const session = sessionFor(url);
    await session.connect();
    await changeGate(url, { down: true });
    const el = await shown(session);
    await isDone(el);
    expect(first(el)).to.include('Nothing answered at');
    await changeGate(url, { down: false });
    part(el, 'retry-button')!.click();
    await eventually(() => text(el).includes('works from this page now'), Boolean, 20_000);
  });
});

describe('the report of a diagnosis', function () {
  this.timeout(30_000);

  it('has the verdict, what to do and the requests, and no value of the query', async () => {
    const el = await shown(sessionFor(`${scriptedUrl('not-found')}?key=a-secret`), false);
    const diagnosis = (await el.run())!;
    const report = diagnosisReport(diagnosis);
    expect(report).to.match(/^## MCP connection from a browser: not-found\n/);
    expect(report).to.include('?key=…').and.include('What to do: Check the path').and.include(navigator.userAgent);
    expect(report).to.match(/POST http:\/\/127\.0\.0\.1\S+: answered 404/);
    expect(report).not.to.include('a-secret');
  });

  it('cannot be broken by what a server says', async () => {
    const text = '```\n# Not from us\n';
    const url = await script({ replies: { '*': { status: 500, text, type: 'text/plain' } } });
    const el = await shown(sessionFor(url), false);
    const lines = diagnosisReport((await el.run())!).split('\n');
    expect(lines.filter((line) => line.startsWith('#'))).to.deep.equal([
      '## MCP connection from a browser: server-error',
      '### Problem: server-error',
    ]);
    expect(lines.filter((line) => /^`+/.test(line))).to.deep.equal(['````text', '````']);
  });
});

function diagnosesIn(element: Element): number {
  const inside = [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
  return inside.reduce((count, one) => count + diagnosesIn(one), element.localName === 'mcp-diagnosis' ? 1 : 0);
}

describe('a connection that fails', function () {
  this.timeout(30_000);
  for (const tag of ['mcp-connection-status', 'mcp-client'] as const)
    it(`finds out why by itself where the page or the server is on this machine: <${tag}>`, async () => {
      const url = await gate('everything', []);
      const host = await fixture<HTMLElement>(
        tag === 'mcp-client'
          ? html`<mcp-client url=${url} storage="none" style="block-size: 600px"></mcp-client>`
          : html`<mcp-session url=${url} storage="none"><mcp-connection-status></mcp-connection-status></mcp-session>`,
      );
      const el = tag === 'mcp-client' ? host : host.querySelector<HTMLElement>(tag)!;
      await eventually(() => el.shadowRoot!.querySelector('mcp-diagnosis'));
      expect(part(el, 'find-out-why-button')).to.equal(null);
      const diagnosis = el.shadowRoot!.querySelector('mcp-diagnosis')!;
      await isDone(diagnosis);
      expect(diagnosesIn(el), 'one, with one set of requests').to.equal(1);
      const shown = (el.shadowRoot!.querySelector('[part~="error"]') as HTMLElement).innerText;
      expect(shown, 'the header lines stand below').not.to.contain('Access-Control');
      await changeGate(url, { lines: copied(diagnosis) });
      part(diagnosis, 'retry-button')!.click();
      await eventually(() => part(diagnosis, 'connect-button'), Boolean, 20_000);
      part(diagnosis, 'connect-button')!.click();
      await eventually(() => el.shadowRoot!.querySelector('mcp-diagnosis') === null);
    });

  for (const tag of ['mcp-connection-status', 'mcp-client'] as const)
    it(`offers to find out why where the server has answered: <${tag}>`, async () => {
      const url = await script({ replies: { '*': { status: 500, text: 'Oops', type: 'text/plain' } } });
      const host = await fixture<HTMLElement>(
        tag === 'mcp-client'
          ? html`<mcp-client url=${url} storage="none" style="block-size: 600px"></mcp-client>`
          : html`<mcp-session url=${url} storage="none"><mcp-connection-status></mcp-connection-status></mcp-session>`,
      );
      const el = tag === 'mcp-client' ? host : host.querySelector<HTMLElement>(tag)!;
      const button = await eventually(() => part(el, 'find-out-why-button'));
      expect(button!.matches('.primary'), 'it is the first thing to do').to.equal(true);
      button!.focus();
      button!.click();
      await eventually(() => el.shadowRoot!.querySelector('mcp-diagnosis'));
      expect(part(el, 'find-out-why-button')).to.equal(null);
      await isDone(el.shadowRoot!.querySelector('mcp-diagnosis')!);
      expect(el.shadowRoot!.activeElement, 'the focus is not lost').not.to.equal(null);
    });

  it('has nothing to find out of a program behind a relay, which it names by its command', async () => {
    const url = await gate('everything', []);
    const client = await fixture<HTMLElement>(
      html`<mcp-client .command=${'node server.js'} url=${url} storage="none" style="block-size: 600px"></mcp-client>`,
    );
    const error = await eventually(() => client.shadowRoot!.querySelector<HTMLElement>('[part~="error"]'));
    expect(error!.innerText).to.contain('node server.js').and.not.to.contain('Find out why');
    expect(client.shadowRoot!.querySelector('mcp-diagnosis')).to.equal(null);
  });
});
