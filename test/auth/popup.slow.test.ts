import { expect, fixtureSync, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { PopupAuthorizer, type AuthorizationRequest } from '../../src/auth/index.js';
import type { McpError } from '../../src/errors.js';
import { channelFor } from '../../src/auth/redirect-authorizer.js';
import { POPUP_CHECK_MS, POPUP_GONE_MS } from '../../src/auth/popup.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { inWindow, notedWindows } from './windows.js';

const CALLBACK = `${location.origin}/dist/oauth-callback.html`;

function requestFor(state: string, signal = new AbortController().signal): AuthorizationRequest {
  // An authorization server that sends people back at once.
  return sentTo(`${CALLBACK}?state=${state}&code=a-code`, state, signal);
}

function sentTo(url: string, state: string, signal = new AbortController().signal): AuthorizationRequest {
  return { state, signal, begin: async () => ({ url }) } as AuthorizationRequest;
}

describe('signing in in a window', () => {
  const clock = new ManualClock();
  const { opened, browserOpens, personIsHere, personPresses } = notedWindows();

  inWindow('brings back the address the person came back with, and the window closes', async () => {
    const authorizer = new PopupAuthorizer();
    expect(await authorizer.open(requestFor('state-1'))).to.equal(`${CALLBACK}?state=state-1&code=a-code`);
    authorizer.ended();
    await eventually(() => opened[0]!.closed);
    expect(opened).to.have.length(1);
  });

  inWindow('opens it blank in the click, and sends that one on', async () => {
    const authorizer = new PopupAuthorizer();
    expect(authorizer.prepare()).to.equal(true);
    // Not the window itself: an expectation that fails would try to print all of it.
    expect(opened[0]!.opener === null).to.equal(true);
    expect(authorizer.prepare()).to.equal(true);
    await authorizer.open(requestFor('state-2'));
    expect(opened).to.have.length(1);
  });

  inWindow('hears only who comes back to this attempt', async () => {
    const first = new PopupAuthorizer();
    const second = new PopupAuthorizer();
    const both = Promise.all([first.open(requestFor('state-a')), second.open(requestFor('state-b'))]);
    const stranger = new BroadcastChannel(channelFor('state-a'));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    stranger.postMessage('nonsense');
    stranger.close();
    expect((await both).map((callback) => new URL(callback).searchParams.get('state'))).to.deep.equal([
      'state-a',
      'state-b',
    ]);
  });

  /** Says when the attempt begins, which registers the page. */
  function noted(state: string): { request: AuthorizationRequest; begun: boolean[] } {
    const request = requestFor(state);
    const begun: boolean[] = [];
    const begin: AuthorizationRequest['begin'] = () => {
      begun.push(opened.length > 0);
      return request.begin();
    };
    return { request: { ...request, begin }, begun };
  }

  it('that nobody pressed for opens none and begins nothing, also where the browser would let it', async () => {
    personPresses(false);
    const { request, begun } = noted('state-9');
    const error = await failureOf(new PopupAuthorizer().open(request));
    expect(error.message).to.equal('A window to sign in opens only when you press something.');
    expect(error.remedy).to.include('prepare()');
    expect(opened).to.have.length(0);
    expect(begun).to.deep.equal([]);
  });

  inWindow('that nobody pressed for waits for a press, where the page has something to press', async () => {
    personPresses(false);
    const { request, begun } = noted('state-10');
    let proceed: (() => boolean) | undefined;
    const coming = new PopupAuthorizer({ onBlocked: (_, go) => (proceed = go) }).open(request);
    await pause(50);
    expect(begun).to.deep.equal([]);
    expect(proceed!()).to.equal(true);
    expect(await coming).to.include('state-10');
  });

  it('opens in a real press, and only then begins', async () => {
    personPresses(undefined);
    const button = fixtureSync<HTMLButtonElement>(html`<button>Sign in</button>`);
    const { request, begun } = noted('state-11');
    let coming: Promise<string> | undefined;
    button.addEventListener('click', () => (coming = new PopupAuthorizer().open(request)));
    const { left, top, width, height } = button.getBoundingClientRect();
    const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    await sendMouse({ type: 'click', position });
    expect(await coming).to.include('state-11');
    expect(begun).to.deep.equal([true]);
  });

  it('needs a channel to hear who comes back: without one it says which way is left', async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel')!;
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: undefined, configurable: true });
    try {
      const { request, begun } = noted('state-12');
      const error = await failureOf(new PopupAuthorizer().open(request, true));
      expect(error.message).to.include('BroadcastChannel');
      expect(error.remedy).to.include('redirect');
      expect(begun).to.deep.equal([]);
    } finally {
      Object.defineProperty(globalThis, 'BroadcastChannel', real);
    }
  });

  it('that the browser does not let open ends the attempt', async () => {
    browserOpens(() => null);
    const error = await failureOf(new PopupAuthorizer().open(requestFor('state-3')));
    expect(error.message).to.match(/did not let the window/);
  });

  inWindow('that the browser does not let open waits for another click, where the page has one', async () => {
    browserOpens(() => null);
    let proceed: (() => boolean) | undefined;
    const patient = new PopupAuthorizer({ onBlocked: (_, go) => (proceed = go) });
    const coming = patient.open(requestFor('state-4'));
    await eventually(() => proceed);
    expect(proceed!()).to.equal(false);
    browserOpens();
    expect(proceed!()).to.equal(true);
    expect(await coming).to.include('state-4');
  });

  /** One that the browser closes, or says that it has, after a time. */
  function closesAfter(ms: number): void {
    const made = { closed: false, close() {}, focus() {}, location: { replace() {} } as unknown as Location };
    browserOpens(() => made);
    clock.setTimeout(() => (made.closed = true), ms);
  }

  it('that the person closes, and is back, ends the attempt', async () => {
    personIsHere(false);
    closesAfter(300);
    clock.setTimeout(() => personIsHere(true), 400);
    let error: McpError | undefined;
    const failing = failureOf(new PopupAuthorizer().open(requestFor('state-5'))).then((found) => (error = found));
    await clock.untilWaiting(POPUP_CHECK_MS, 0);
    await clock.advance(400 + POPUP_GONE_MS - POPUP_CHECK_MS);
    expect(error).to.equal(undefined);
    await clock.advance(2 * POPUP_CHECK_MS);
    await failing;
    expect(error).to.include({ code: 'declined', message: 'The window to sign in was closed.' });
  });

  for (const [who, comes, stays] of [
    ['is not here', Infinity, false],
    ['comes back later', 2000, false],
    ['was here all the time', 0, true],
  ] as const)
    it(`that only looks closed, because its site guards itself, goes on: the person ${who}`, async () => {
      personIsHere(stays);
      closesAfter(1500);
      if (Number.isFinite(comes)) clock.setTimeout(() => personIsHere(true), 1500 + comes);
      const coming = new PopupAuthorizer().open(requestFor('state-6'));
      await clock.pass(POPUP_CHECK_MS);
      await clock.advance(6000);
      const page = new BroadcastChannel(channelFor('state-6'));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
      page.postMessage({ callback: `${CALLBACK}?state=state-6` });
      expect(await coming).to.equal(`${CALLBACK}?state=state-6`);
      page.close();
    });

  inWindow('ends, and closes, when nobody waits any more', async () => {
    const life = new AbortController();
    const authorizer = new PopupAuthorizer();
    const ending = failureOf(authorizer.open(sentTo(`${location.origin}/package.json`, 'state-7', life.signal)));
    life.abort();
    expect((await ending).code).to.equal('cancelled');
    authorizer.ended();
    await eventually(() => opened[0]!.closed);
  });

  it('goes nowhere but to https, or to this machine', async () => {
    const went: string[] = [];
    const replace = (url: string): void => void went.push(url);
    browserOpens(() => ({ closed: false, close() {}, focus() {}, location: { replace } as unknown as Location }));
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'http://as.test/authorize']) {
      const error = await failureOf(new PopupAuthorizer().open(sentTo(url, 'state-8')));
      expect(error.message).to.match(/not an https address/);
    }
    expect(went).to.deep.equal([]);
  });

  inWindow('tells the person when no page waits for it', async () => {
    const alone = open(`${CALLBACK}?state=nobody&code=a-code`, '_blank')!;
    await eventually(() => /No page waits/.test(alone.document?.body?.textContent ?? ''), Boolean, 8000);
    expect(alone.location.search).to.equal('');
  });
});
