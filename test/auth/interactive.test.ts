import { expect } from '@open-wc/testing';
import { InteractiveAuthorization, InteractiveAuthorizer, MemoryTokenStore } from '../../src/auth/index.js';
import type { AuthorizationRequest, ClientQuestion, SignInQuestion } from '../../src/auth/index.js';
import { POPUP_CHECK_MS, POPUP_GONE_MS } from '../../src/auth/popup.js';
import { channelFor } from '../../src/auth/redirect-authorizer.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { ScriptedSite } from './scripted-site.js';

const CALLBACK = 'https://page.test/oauth-callback.html';
const request = (state: string, signal = new AbortController().signal): AuthorizationRequest =>
  ({
    ...{ state, signal, issuer: 'https://auth.test', server: 'https://notes.test/mcp', hosts: [] },
    ...{ scopes: ['read'], added: ['read'], reason: 'sign-in' },
    begin: async () => ({
      url: `https://auth.test/authorize?state=${state}`,
      redirectUri: CALLBACK,
      attempt: { verifier: 'a secret' },
    }),
  }) as unknown as AuthorizationRequest;

describe('asking before anybody is sent to sign in', () => {
  const { open } = globalThis;
  const { hasFocus } = document;
  let authorizer: InteractiveAuthorizer;
  let sentTo: string[];
  let opened: number;
  let closed: boolean;
  let lets: boolean;
  let isHere: boolean;
  let end: () => void;
  beforeEach(() => {
    sentTo = [];
    opened = 0;
    [closed, lets] = [false, true];
    isHere = true;
    document.hasFocus = () => isHere;
    globalThis.open = () => {
      opened++;
      return lets
        ? ({
            get closed() {
              return closed;
            },
            close: () => (closed = true),
            focus() {},
            location: { replace: (url: string) => sentTo.push(url) } as unknown as Location,
          } as unknown as Window)
        : null;
    };
    authorizer = new InteractiveAuthorizer();
    end = authorizer.question.subscribe(() => {});
  });
  afterEach(() => {
    end();
    globalThis.open = open;
    document.hasFocus = hasFocus;
  });
  const asked = (): SignInQuestion => authorizer.question.get() as SignInQuestion;
  const comesBack = (state: string): void => {
    const page = new BroadcastChannel(channelFor(state));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    page.postMessage({ callback: `${CALLBACK}?state=${state}&code=x` });
    page.close();
  };

  it('opens nothing before the person wants it, and holds no secret of the attempt', async () => {
    const life = new AbortController();
    const ending = failureOf(authorizer.open(request('one', life.signal)));
    await pause(50);
    expect(sentTo).to.be.empty;
    expect(asked()).to.include({ kind: 'sign-in', at: 'asked', mode: 'popup' });
    expect(JSON.stringify(asked())).not.to.contain('a secret');
    life.abort();
    expect(await ending).to.include({ code: 'cancelled' });
    expect(authorizer.question.get()).to.equal(undefined);
  });

  it('is over with the reason of whoever ends it', async () => {
    const life = new AbortController();
    const ending = failureOf(authorizer.open(request('reason', life.signal)));
    await pause(0);
    life.abort(new Error('The page was closed.'));
    expect(await ending).to.include({ code: 'cancelled', message: 'The page was closed.' });
  });

  it('sends them in the click, and brings back the address', async () => {
    const coming = authorizer.open(request('two'));
    asked().proceed();
    expect(opened, 'in the click itself').to.equal(1);
    expect(asked().at).to.equal('away');
    await eventually(() => sentTo.length);
    expect(sentTo).to.deep.equal(['https://auth.test/authorize?state=two']);
    comesBack('two');
    expect(await coming).to.contain('code=x');
    expect(authorizer.question.get()).to.equal(undefined);
  });

  for (const [reason, words] of [
    ['sign-in', 'You did not sign in at auth.test.'],
    ['step-up', 'You did not give more rights at auth.test.'],
  ] as const)
    it(`says what was not given when they do not want to: ${reason}`, async () => {
      const ending = failureOf(authorizer.open({ ...request('no'), reason } as AuthorizationRequest));
      asked().decline();
      const error = await ending;
      expect(error).to.include({ code: 'declined', message: words, remedy: 'Connect again when you want to.' });
    });

  it('is over when they do not want to', async () => {
    const ending = failureOf(authorizer.open(request('three')));
    asked().decline();
    expect(await ending).to.include({ code: 'declined', message: 'You did not sign in at auth.test.' });
    expect(sentTo).to.be.empty;
  });

  describe('whose window the person closed', () => {
    const clock = new ManualClock();

    it('lets them go on', async () => {
      const coming = authorizer.open(request('four'));
      asked().proceed();
      // The person is in the window, closes it, and is back here.
      isHere = false;
      await clock.pass(POPUP_CHECK_MS);
      [closed, isHere] = [true, true];
      await clock.advance(POPUP_CHECK_MS + POPUP_GONE_MS);
      await eventually(() => asked().at === 'closed');
      closed = false;
      asked().proceed();
      await eventually(() => sentTo.length === 2);
      comesBack('four');
      expect(await coming).to.contain('code=x');
    });
  });

  it('offers a link where the browser lets no window open; who comes back by it is heard', async () => {
    lets = false;
    const coming = authorizer.open(request('five'));
    asked().proceed();
    await eventually(() => asked().at === 'blocked');
    expect(asked().url).to.equal('https://auth.test/authorize?state=five');
    comesBack('five');
    expect(await coming).to.contain('code=x');
  });

  it('shows the window again without losing who comes back from the first', async () => {
    const coming = authorizer.open(request('six'));
    asked().proceed();
    asked().proceed();
    comesBack('six');
    expect(await coming).to.contain('code=x');
  });

  it('asks as what client the page is known where it cannot register itself', async () => {
    const coming = authorizer.chooseClient('https://auth.test', CALLBACK);
    const question = authorizer.question.get() as ClientQuestion;
    expect(question).to.include({ kind: 'client', issuer: 'https://auth.test', redirectUri: CALLBACK });
    question.answer({ clientId: 'mine' });
    expect(await coming).to.deep.equal({ clientId: 'mine' });
    const declined = authorizer.chooseClient('https://auth.test', CALLBACK);
    (authorizer.question.get() as ClientQuestion).decline();
    expect(await declined).to.equal(undefined);
  });

  it('stops asking as what client the page is known when the connection ends, and tells why it ended', async () => {
    const life = new AbortController();
    const ending = failureOf(authorizer.chooseClient('https://auth.test', CALLBACK, life.signal));
    await pause(0);
    life.abort(new Error('The page was closed.'));
    expect(await ending).to.include({ code: 'cancelled', message: 'The page was closed.' });
    expect(authorizer.question.get()).to.equal(undefined);
  });
});

interface SignedIn {
  readonly url: string;
  readonly auth: InteractiveAuthorization;
}

describe('staying signed in, where the person wants it', () => {
  const { create } = sessions();
  const signInAt = async (lasting: MemoryTokenStore, lasts: boolean | undefined): Promise<SignedIn> => {
    const site = new ScriptedSite();
    const auth = new InteractiveAuthorization({ redirectUri: CALLBACK, persistentStore: lasting });
    const ways = auth.question.subscribe((question) => {
      if (question?.kind !== 'sign-in' || question.at !== 'asked') return;
      if (lasts !== undefined) auth.lasts = lasts;
      question.proceed();
    });
    const { open } = globalThis;
    globalThis.open = () =>
      ({
        closed: false,
        close() {},
        focus() {},
        location: {
          replace: (url: string) =>
            void site.authorizer.open({ begin: async () => ({ url }) } as AuthorizationRequest).then((callback) => {
              const page = new BroadcastChannel(channelFor(new URL(url).searchParams.get('state')!));
              // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
              page.postMessage({ callback });
              page.close();
            }),
        },
      }) as unknown as Window;
    try {
      await create(site.url, { auth, fetch: site.fetch }).connect();
      expect(auth.state.get().phase).to.equal('signed-in');
    } finally {
      ways();
      globalThis.open = open;
    }
    return { url: site.url, auth };
  };

  it('is nothing that happens by itself', async () => {
    const lasting = new MemoryTokenStore();
    const { url } = await signInAt(lasting, undefined);
    expect(await lasting.signIn(url)).to.equal(undefined);
  });

  it('keeps the sign-in where it lasts', async () => {
    const lasting = new MemoryTokenStore();
    const { url } = await signInAt(lasting, true);
    expect((await lasting.signIn(url))?.accessToken).to.be.a('string');
  });

  it('in a window leaves no identity in the tab where it does not last: the next person there is nobody we know', async () => {
    const identities = (): string[] => Object.keys(sessionStorage).filter((key) => key.includes('identity'));
    const before = identities();
    const { auth } = await signInAt(new MemoryTokenStore(), undefined);
    expect(auth.identity).to.equal(undefined);
    expect(identities()).to.deep.equal(before);
  });
});

describe('a sign-in of a page', () => {
  const { create } = sessions();

  it('can last where the page gives a place for it', () => {
    const lasting = new InteractiveAuthorization({ redirectUri: CALLBACK, persistentStore: new MemoryTokenStore() });
    expect([lasting.canLast, new InteractiveAuthorization({ redirectUri: CALLBACK }).canLast]).to.deep.equal([
      true,
      false,
    ]);
  });

  it('lasts after the page came back, where the person wanted that before it left', () => {
    const url = 'https://lasting.test/mcp';
    const key = `mcp-embed stored sign-in ${url}`;
    const auth = new InteractiveAuthorization({
      ...{ redirectUri: CALLBACK, mode: 'redirect' as const },
      persistentStore: new MemoryTokenStore(),
    });
    sessionStorage.setItem(key, 'yes');
    create(url, { auth });
    expect(auth.lasts).to.equal(true);
    expect(sessionStorage.getItem(key), 'once').to.equal(null);
  });

  it('in a window leaves the person who they are: nobody before, and no identity for the tab', () => {
    const identities = (): string[] => Object.keys(sessionStorage).filter((key) => key.includes('identity'));
    const before = identities();
    const auth = new InteractiveAuthorization({ redirectUri: CALLBACK });
    create('https://notes.test/mcp', { auth });
    expect(auth.identity).to.equal(null);
    expect(identities()).to.deep.equal(before);
  });

  it('in the page itself goes away only after the page has put away what it needs', async () => {
    const site = new ScriptedSite();
    const auth = new InteractiveAuthorization({
      redirectUri: CALLBACK,
      mode: 'redirect',
      onLeave: async () => {
        throw new Error('The page is not ready to leave.');
      },
    });
    const end = auth.question.subscribe((question) => {
      if (question?.kind === 'sign-in' && question.at === 'asked') question.proceed();
    });
    const error = await failureOf(create(site.url, { auth, fetch: site.fetch }).connect());
    expect(error.message).to.include('The page is not ready to leave.');
    end();
  });
});
