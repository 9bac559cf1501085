import { expect, fixture, waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import '../../components/define/mcp-sign-in.js';
import type { McpSignInElement } from '../../components/index.js';
import { InteractiveAuthorizer } from '../../src/auth/index.js';
import type { InteractiveAuthorization, AuthorizationRequest, AuthorizationState } from '../../src/auth/index.js';
import type { Readable } from '../../src/index.js';
import { Store } from '../../src/util/store.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

pressAtOnce();

const REQUEST = {
  ...{ state: 's', issuer: 'https://auth.test', hosts: [] },
  begin: async () => ({ url: 'https://auth.test/authorize?x=1', redirectUri: 'https://page.test/cb' }),
  ...{
    server: 'https://notes.test/mcp',
    scopes: ['notes:read', 'notes:write'],
    added: ['notes:write'],
    reason: 'sign-in',
  },
} as unknown as AuthorizationRequest;

/** What the element needs of an authorization, with a real one that asks. */
class Desk {
  readonly asking: InteractiveAuthorizer;
  readonly state = new Store<AuthorizationState>({ phase: 'signed-out' });
  lasts = false;
  signedOut = 0;
  canLast = true;

  constructor(way: 'popup' | 'redirect' = 'popup') {
    this.asking = new InteractiveAuthorizer({ mode: way });
  }

  get question(): Readable<unknown> {
    return this.asking.question;
  }

  async signOut(): Promise<boolean> {
    this.signedOut++;
    this.state.set({ phase: 'signed-out' });
    return this.signedOut === 1;
  }
}

describe('<mcp-sign-in>', () => {
  const { open } = globalThis;
  let opened: number;
  beforeEach(() => {
    opened = 0;
    globalThis.open = () => {
      opened++;
      return null;
    };
  });
  afterEach(() => {
    globalThis.open = open;
  });
  const life = new AbortController();
  after(() => life.abort());
  const shown = async (desk: Desk, account = false): Promise<McpSignInElement> =>
    fixture<McpSignInElement>(
      html`<mcp-sign-in
        .authorization=${desk as unknown as InteractiveAuthorization}
        ?account=${account}
      ></mcp-sign-in>`,
    );
  const words = (element: Element): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();
  const part = <T extends HTMLElement>(element: Element, name: string): T =>
    element.shadowRoot!.querySelector<T>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`)!;
  const ask = (desk: Desk, request: Partial<AuthorizationRequest> = {}): void =>
    void desk.asking.open({ ...REQUEST, signal: life.signal, ...request }).catch(() => {});

  it('shows nothing while nothing is asked', async () => {
    expect(words(await shown(new Desk()))).to.equal('');
  });

  it('says who wants it where, and asks; nothing else happens by itself', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk);
    await waitUntil(() => part(element, 'title'));
    expect(words(element)).to.contain('Sign in to use notes.test Sign in at auth.test It may');
    expect(words(element), 'in the details').to.contain('For the server https://notes.test/mcp From this page');
    expect(words(element)).to.contain('read notes notes:read read and change notes notes:write');
    expect(words(element), 'nothing is new the first time').not.to.contain('New:');
    expect(element.shadowRoot!.querySelector('[role=alert]')!.textContent).to.equal(
      'notes.test wants you to sign in at auth.test.',
    );
    expect(opened).to.equal(0);
  });

  it('marks what is new at a step-up, and names it first', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk, { reason: 'step-up' });
    await waitUntil(() => part(element, 'title'));
    expect(words(element)).to.contain('New: read and change notes notes:write read notes');
    expect(part(element, 'sign-in-button').textContent).to.contain('Allow at auth.test');
  });

  it('has a link where no window may open', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk);
    await waitUntil(() => part(element, 'sign-in-button'));
    part(element, 'sign-in-button').click();
    await waitUntil(() => part(element, 'link'));
    expect(part<HTMLAnchorElement>(element, 'link').href).to.equal('https://auth.test/authorize?x=1');
    part(element, 'decline-button').click();
    await waitUntil(() => !part(element, 'question'));
  });

  it('whether they stay signed in is theirs to say, and off', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk);
    await waitUntil(() => part(element, 'stay'));
    expect(part<HTMLInputElement>(element, 'stay').checked).to.equal(false);
    part(element, 'stay').click();
    expect(desk.lasts).to.equal(true);
  });

  it('is not offered where nothing keeps it', async () => {
    const desk = new Desk();
    desk.canLast = false;
    const element = await shown(desk);
    ask(desk);
    await waitUntil(() => part(element, 'title'));
    expect(part(element, 'stay')).to.equal(null);
  });

  it('says that the page itself goes away, where it does', async () => {
    const desk = new Desk('redirect');
    const element = await shown(desk);
    ask(desk);
    await waitUntil(() => words(element).includes('This page goes there and comes back'));
  });

  it('a hostile address, right or name is text', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk, { scopes: ['<img/src/onerror=alert(1)>'], server: 'https://x.test/<b>' });
    await waitUntil(() => part(element, 'title'));
    expect(element.shadowRoot!.querySelectorAll('img, b')).to.have.length(0);
    expect(words(element)).to.contain('<img/src/onerror=alert(1)>');
  });

  it('names every other site that takes part, what it does, and the one that the address bar must show', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk, {
      hosts: [
        { host: 'login.test', uses: ['page'] },
        { host: 'api.test:8443', uses: ['registration', 'tokens', 'revocation'] },
      ],
    });
    await waitUntil(() => part(element, 'hosts'));
    expect(words(element)).to.contain('Sign in at auth.test Other sites login.test shows you the page to sign in');
    expect(words(element)).to.contain(
      'api.test:8443 registers this page; checks your sign-in and gives access; ends the access when you sign out It may',
    );
    expect(words(element)).to.contain('Look for login.test in its address bar');
  });

  it('asks first, and by itself, where the server wants a sign-in at another site than before', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk, { previousIssuer: 'https://old.test' });
    await waitUntil(() => part(element, 'accept-button'));
    expect(words(element)).to.contain('Until now old.test From now on auth.test');
    expect(element.shadowRoot!.querySelector('[role=alert]')!.textContent).to.equal(
      'notes.test wants you to sign in at auth.test now, not at old.test.',
    );
    expect(part(element, 'sign-in-button')).to.equal(null);
    part(element, 'accept-button').click();
    await waitUntil(() => part(element, 'sign-in-button'));
    expect(opened).to.equal(0);
  });

  it('tells issuers of one host apart by the whole of them', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    ask(desk, { previousIssuer: 'https://auth.test/a', issuer: 'https://auth.test/b' });
    await waitUntil(() => part(element, 'accept-button'));
    expect(words(element)).to.contain('Until now https://auth.test/a From now on https://auth.test/b');
    // What the server writes is not to say how large the button is.
    expect(part(element, 'accept-button').textContent.trim()).to.equal('Go on with the new one');
    part(element, 'decline-button').click();
    await waitUntil(() => !part(element, 'question'));
  });

  it('asks as what client the page is known', async () => {
    const desk = new Desk();
    const element = await shown(desk);
    const client = desk.asking.chooseClient('https://auth.test', 'https://page.test/cb');
    await waitUntil(() => words(element).includes('accept automatic client registration'));
    expect(words(element)).to.contain('https://page.test/cb');
    const [id, secret] = element.shadowRoot!.querySelectorAll('input');
    expect(secret!.type).to.equal('password');
    id!.value = ' mine ';
    part(element, 'submit-button').click();
    expect(await client).to.deep.equal({ clientId: 'mine', clientSecret: undefined, issuer: 'https://auth.test' });
  });

  it('says where they are signed in, and signs out', async () => {
    const desk = new Desk();
    const element = await shown(desk, true);
    const state = {
      phase: 'signed-in',
      issuer: 'https://auth.test',
      scopes: ['notes:read'],
      isRenewed: false,
    } as const;
    desk.state.set({ ...state, expiresAt: Date.parse('2026-11-22T10:00') });
    await waitUntil(() => part(element, 'account'));
    expect(words(element)).to.match(
      /Signed in at auth\.test It may read notes notes:read Until .*2026.* Kept Not kept/,
    );
    part(element, 'sign-out-button').click();
    await waitUntil(() => words(element).includes('Signed out. auth.test ended the access.'));
    desk.state.set({ ...state, expiresAt: undefined });
    await waitUntil(() => part(element, 'account'));
    part(element, 'sign-out-button').click();
    await waitUntil(() => words(element).includes('auth.test could not be told. The access ends there by itself.'));
  });
});
