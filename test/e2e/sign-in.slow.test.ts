import { expect } from '@open-wc/testing';
import { endGrantOf, protectedUrl, tokensLast } from '/__provider__.js';
import { InteractiveAuthorization, MemoryTokenStore } from '../../src/auth/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { dumpAllDatabases } from '../fixtures/raw-databases.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { ClientHarness } from './client-harness.js';
import { CALLBACK_PATH, otherWindow } from './other-window.js';

const HOST = new URL(protectedUrl).host;

describe('signing in, in <mcp-client>, at a real authorization server', () => {
  const elsewhere = otherWindow();
  const databaseName = tempDatabases();
  let client: ClientHarness;
  afterEach(() => client.remove());
  const open = async (settings = {}): Promise<void> => {
    client = await ClientHarness.open(protectedUrl, { redirectUri: CALLBACK_PATH, ...settings });
    await client.reads(`Sign in to use ${HOST}`);
  };
  const connected = (): Promise<unknown> => client.until(() => client.element.status === 'ready', 'connected');
  const runEcho = async (): Promise<void> => {
    (await client.option('echo')).click();
    await client.press('Run echo');
  };

  it('asks first: for which server, at which site, with which rights; then connects, and more rights are asked for', async () => {
    await open();
    await client.reads(protectedUrl);
    await client.reads(/It may.*read what is there read.*stay connected until you sign out/);
    await client.reads('Waiting for you to sign in');
    expect(elsewhere.visits).to.be.empty;
    await client.press(/^Sign in at /);
    await connected();
    await runEcho();
    await client.reads(`${HOST} needs another permission`);
    await client.reads(/It may then New: read and change what is there write/);
    await client.press(/^Allow at /);
    await client.reads('done');
    expect(elsewhere.visits).to.have.length(2);
  });

  it('not now: no connection, in words, and a way to try again', async () => {
    await open();
    await client.press('Not now');
    await client.reads(/You did not sign in at/);
    await client.press('Try again');
    await client.press(/^Sign in at /);
    await connected();
  });

  it('not now at a step-up: the call ends in words, the session goes on', async () => {
    await open();
    await client.press(/^Sign in at /);
    await connected();
    await runEcho();
    await client.press('Not now');
    await client.reads(/You did not give more rights at/);
    expect(client.element.status).to.equal('ready');
    await client.element.session!.tools.refresh();
  });

  it('consent refused there: what the authorization server says is shown as its words', async () => {
    elsewhere.answer = 'no';
    await open();
    await client.press(/^Sign in at /);
    await client.reads(/Access was not given at .*: The person said no/);
  });

  it('the window closed before the end: it is said, and one press goes on', async () => {
    elsewhere.closes = true;
    await open();
    await client.press(/^Sign in at /);
    await client.reads('The window was closed before you were done');
    elsewhere.closes = false;
    await client.press(/^Continue at /);
    await connected();
  });

  it('no window may open: a link leads there, and back', async () => {
    elsewhere.isBlocked = true;
    await open();
    await client.press(/^Sign in at /);
    await client.reads('The browser blocked the window');
    const link = await client.until(
      () => client.all<HTMLAnchorElement>('a').find((each) => each.textContent.startsWith('Open')),
      'a link',
    );
    expect(link.rel).to.equal('noopener noreferrer');
    expect(link.target).to.equal('_blank');
    expect(new URL(link.href).searchParams.get('code_challenge_method')).to.equal('S256');
    // As the browser does where somebody follows it.
    elsewhere.isBlocked = false;
    globalThis.open()!.location.replace(link.href);
    await connected();
  });

  it('says where they are signed in, and signs out', async () => {
    await open();
    await client.press(/^Sign in at /);
    await connected();
    await client.press(/About this server/);
    await client.reads(/Signed in at .* It may read/);
    await client.reads('Not kept: the sign-in ends with this page');
    await client.press('Sign out');
    await client.reads(/Signed out\. .* ended the access\./);
    expect(client.element.status).to.equal('closed');
    await client.press('Connect');
    await client.reads(`Sign in to use ${HOST}`);
  });

  it('taken out of the page in the middle, nothing is left waiting; put back, it asks again', async () => {
    await open();
    const { element } = client;
    client.remove();
    await pause(20);
    document.body.append(element);
    await client.reads(`Sign in to use ${HOST}`);
    await client.press(/^Sign in at /);
    await connected();
  });

  it('moved to another place in the page in the middle, the question stands', async () => {
    await open();
    const { element } = client;
    const place = document.createElement('div');
    document.body.append(place);
    place.append(element);
    await client.press(/^Sign in at /);
    await connected();
    place.remove();
  });

  it('two widgets for one server ask each for itself, and one answer is not the other’s', async () => {
    await open();
    const other = await ClientHarness.open(protectedUrl, { redirectUri: CALLBACK_PATH });
    await other.reads(`Sign in to use ${HOST}`);
    await client.press(/^Sign in at /);
    await connected();
    expect(other.element.status).to.equal('connecting');
    await other.press(/^Sign in at /);
    await other.until(() => other.element.status === 'ready', 'connected');
    other.remove();
  });

  it('a sign-in that lasts is found by the next visit; what was taken back asks again', async () => {
    const lasting = new MemoryTokenStore();
    const visit = (): Promise<ClientHarness> => {
      const auth = new InteractiveAuthorization({
        redirectUri: location.origin + CALLBACK_PATH,
        persistentStore: lasting,
      });
      return ClientHarness.open(protectedUrl, { sessionOptions: { auth } });
    };
    client = await visit();
    await client.tick(/^Stay signed in on this device/);
    await client.press(/^Sign in at /);
    await connected();
    client.remove();
    client = await visit();
    await connected();
    expect(elsewhere.visits).to.have.length(1);
    await client.press(/About this server/);
    await client.reads('Encrypted in this browser, until you sign out');
    await endGrantOf((await lasting.signIn(protectedUrl))!.accessToken);
    const list = client.element.session!.tools.refresh();
    await client.reads(`Sign in to use ${HOST}`);
    await client.press(/^Sign in at /);
    await list;
  });

  it('signing out erases what was typed, asked and answered, and the next person starts with nothing', async function () {
    this.timeout(30_000);
    const namespace = databaseName();
    const words = `zebra${crypto.randomUUID().replaceAll('-', '')}`;
    const visit = (): Promise<ClientHarness> =>
      ClientHarness.open(protectedUrl, {
        ...{ redirectUri: CALLBACK_PATH, storage: 'local', transcript: true, sessionOptions: { namespace } },
      });
    client = await visit();
    await client.tick(/^Stay signed in on this device/);
    await client.press(/^Sign in at /);
    await connected();
    const { session } = client.element;
    await session!.storage.drafts.put({ kind: 'prompt', name: 'mine' }, { json: words });
    await session!.storage.views.put('mine', words);
    await runEcho();
    await client.press(/^Allow at /);
    await client.reads('done');
    await eventually(async () => (await dumpAllDatabases()).includes(words));
    await client.press(/About this server/);
    await client.press('Sign out');
    await client.reads(/Signed out\. .* ended the access\. What was stored in this browser .* is erased\./);
    expect(await dumpAllDatabases()).not.to.contain(words);
    expect(client.all('[role=option]')).to.deep.equal([]);
    client.remove();
    await pause(700);
    expect(await dumpAllDatabases()).not.to.contain(words);

    client = await visit();
    await client.press(/^Sign in at /);
    await connected();
    expect(await client.element.session!.storage.drafts.get({ kind: 'prompt', name: 'mine' })).to.equal(undefined);
  });

  it('a token that ends is renewed without a word', async () => {
    await tokensLast(1);
    try {
      await open();
      await client.press(/^Sign in at /);
      await connected();
      await pause(1200);
      await client.element.session!.tools.refresh();
      expect(client.element.session!.tools.state.get().phase).to.equal('ready');
      expect(elsewhere.visits).to.have.length(1);
    } finally {
      await tokensLast(3600);
    }
  });
});
