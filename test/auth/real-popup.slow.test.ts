import { expect, fixtureSync, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { behave, protectedUrl, tokenLog } from '/__provider__.js';
import { Authorization, AuthorizationError, PopupAuthorizer, type PopupOptions } from '../../src/auth/index.js';
import type { Session } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { inWindow, notedWindows } from './windows.js';

const HOME = `${location.origin}/dist/oauth-callback.html`;

describe('signing in in a real window, at a real authorization server', function () {
  this.timeout(20_000);
  const { create } = sessions();
  const { opened, browserOpens, personIsHere, personPresses } = notedWindows();
  let clientName: string;
  beforeEach(async () => {
    clientName = `popup ${crypto.randomUUID()}`;
    await behave(clientName, { seconds: 3600, personTakesMs: 100 });
    personIsHere(false);
  });

  function visitor(options?: PopupOptions): { auth: Authorization; authorizer: PopupAuthorizer; session: Session } {
    const authorizer = new PopupAuthorizer(options);
    const auth = new Authorization({ redirectUri: HOME, clientName, authorizer });
    return { auth, authorizer, session: create(protectedUrl, { auth }) };
  }

  inWindow('goes from the click to the answer, and the window closes', async () => {
    const { auth, authorizer, session } = visitor();
    authorizer.prepare();
    await session.connect();
    expect(auth.state.get().phase).to.equal('signed-in');
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
    expect(opened).to.have.length(2);
    await eventually(() => opened.every(({ closed }) => closed));
  });

  it('opens in a real press, in which it was made ready, and goes on when all is found out', async () => {
    personPresses(undefined);
    const { auth, authorizer, session } = visitor();
    const button = fixtureSync<HTMLButtonElement>(html`<button>Connect</button>`);
    let opening: Promise<void> | undefined;
    button.addEventListener('click', () => {
      authorizer.prepare();
      opening = session.connect();
    });
    const { left, top, width, height } = button.getBoundingClientRect();
    const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    await sendMouse({ type: 'click', position });
    await opening;
    expect(auth.state.get().phase).to.equal('signed-in');
    expect(opened).to.have.length(1);
  });

  describe('whose pages cut it off from this one (COOP)', () => {
    inWindow('ends by the channel, although the window looks closed all the time', async () => {
      await behave(clientName, { isGuarded: true, personTakesMs: 1500 });
      const { auth, authorizer, session } = visitor();
      authorizer.prepare();
      const opening = session.connect();
      await eventually(() => opened[0]!.closed, Boolean, 8000);
      expect(auth.state.get().phase).to.equal('waiting');
      await opening;
      expect(auth.state.get().phase).to.equal('signed-in');
      expect(opened).to.have.length(1);
    });

    inWindow('goes on also when the person looks at this page in between', async () => {
      await behave(clientName, { isGuarded: true, personTakesMs: 4500 });
      const { auth, session } = visitor();
      const opening = session.connect();
      await eventually(() => opened[0]?.closed, Boolean, 8000);
      await pause(2500);
      personIsHere(true);
      await opening;
      expect(auth.state.get().phase).to.equal('signed-in');
    });

    inWindow('goes on also when the person never left this page', async () => {
      await behave(clientName, { isGuarded: true, personTakesMs: 2500 });
      personIsHere(true);
      const { auth, session } = visitor();
      await session.connect();
      expect(auth.state.get().phase).to.equal('signed-in');
    });

    inWindow('ends at once when the page gives up, and a person who comes back later is told', async () => {
      await behave(clientName, { isGuarded: true, personTakesMs: 1000 });
      const { auth, session } = visitor();
      const opening = failureOf(session.connect());
      await eventually(() => opened[0]?.closed, Boolean, 8000);
      await session.close();
      expect((await opening).code).to.equal('closed');
      await eventually(() => auth.state.get().phase === 'failed');
      await pause(3500);
      expect((await tokenLog(clientName)).length).to.equal(0);
    });
  });

  inWindow('that the person closes ends the sign-in, and the next one works', async () => {
    await behave(clientName, { personTakesMs: 800, answer: 'close' });
    const { auth, session } = visitor();
    const opening = failureOf(session.connect());
    await eventually(() => opened[0]?.closed, Boolean, 8000);
    personIsHere(true);
    const error = await opening;
    expect(error).to.be.instanceOf(AuthorizationError);
    expect(error.code).to.equal('declined');
    expect(error.message).to.equal('The window to sign in was closed.');
    expect(auth.state.get().phase).to.equal('failed');
    await behave(clientName, { personTakesMs: 100, answer: 'yes' });
    await session.connect();
    expect(auth.state.get().phase).to.equal('signed-in');
  });

  inWindow('in which the person says no ends the sign-in, and the window closes', async () => {
    await behave(clientName, { answer: 'no' });
    const { auth, session } = visitor();
    const error = await failureOf(session.connect());
    expect(error.code).to.equal('declined');
    expect(error.message).to.match(/Access was not given at 127\.0\.0\.1:\d+: The person said no\./);
    expect(auth.state.get().phase).to.equal('failed');
    await eventually(() => opened.every(({ closed }) => closed));
  });

  it('that the browser does not let open ends the sign-in before anybody is sent anywhere', async () => {
    browserOpens(() => null);
    const { auth, session } = visitor();
    const error = await failureOf(session.connect());
    expect(error.message).to.equal('The browser did not let the window to sign in open.');
    expect(error.remedy).to.match(/Allow this page to open windows/);
    expect(auth.state.get().phase).to.equal('failed');
    expect(await tokenLog(clientName)).to.deep.equal([]);
  });

  inWindow('that the browser does not let open goes on with the next click', async () => {
    browserOpens(() => null);
    let proceed: (() => boolean) | undefined;
    const { auth, session } = visitor({ onBlocked: (_, go) => (proceed = go) });
    const opening = session.connect();
    await eventually(() => proceed, Boolean, 8000);
    expect(auth.state.get().phase).to.equal('waiting');
    browserOpens();
    expect(proceed!()).to.equal(true);
    await opening;
    expect(auth.state.get().phase).to.equal('signed-in');
  });

  inWindow('loses the network before the token comes: it says so, and the next sign-in works', async () => {
    await behave(clientName, { cuts: 1 });
    const { auth, session } = visitor();
    const error = await failureOf(session.connect());
    expect(error.message).to.match(/^No answer from 127\.0\.0\.1:\d+\.$/);
    expect(auth.state.get().phase).to.equal('failed');
    await session.connect();
    expect(auth.state.get().phase).to.equal('signed-in');
    expect((await tokenLog(clientName)).map(({ what }) => what)).to.deep.equal([
      'authorization_code',
      'authorization_code',
    ]);
  });
});
