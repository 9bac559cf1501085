import { protectedUrl } from '/__provider__.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { CALLBACK_PATH, otherWindow } from '../e2e/other-window.js';
import type { Reader } from '../support/harness/reader.js';
import { InteractiveAuthorizer } from '../../src/auth/index.js';
import { Store } from '../../src/util/store.js';
import { checks, draw } from './check.js';

const REQUEST = {
  state: 's',
  issuer: 'https://auth.test',
  previousIssuer: 'https://old.test',
  server: 'https://notes.test/mcp',
  hosts: [{ host: 'login.test', uses: ['page'] }],
  scopes: ['notes:read'],
  added: [],
  reason: 'sign-in',
  signal: new AbortController().signal,
} as never;
const elsewhere = otherWindow();
const signIn = async (main: HTMLElement, then: (client: ClientHarness) => Promise<unknown>): Promise<Reader> => {
  const client = await ClientHarness.open(protectedUrl, { redirectUri: CALLBACK_PATH }, main);
  await client.reads('Sign in to use');
  await then(client);
  return client;
};

/** The element of a sign-in, and what it is asked. */
const asked = async (
  main: HTMLElement,
  ask: (desk: InteractiveAuthorizer) => Promise<unknown>,
  shown: string,
): Promise<Reader> => {
  const desk = new InteractiveAuthorizer({ mode: 'popup' });
  const authorization = { question: desk.question, state: new Store({ phase: 'signed-out' }) } as never;
  const reader = draw(main, 'mcp-sign-in', { authorization });
  ask(desk).catch(() => {});
  await reader.reads(shown);
  return reader;
};

checks('signing in', {
  'a sign-in is asked for': (main) => signIn(main, async (client) => client.unfold()),
  'a sign-in put off': (main) =>
    signIn(main, async (client) => {
      await client.press('Not now');
      await client.reads(/You did not sign in at/);
    }),
  'a sign-in whose window was closed': (main) =>
    signIn(main, async (client) => {
      elsewhere.closes = true;
      await client.press(/^Sign in at /);
      await client.reads('The window was closed before you were done');
    }),
  'a sign-in for which no window opens': (main) =>
    signIn(main, async (client) => {
      elsewhere.isBlocked = true;
      await client.press(/^Sign in at /);
      await client.reads('The browser blocked the window');
    }),
  'a sign-in that was refused': (main) =>
    signIn(main, async (client) => {
      elsewhere.answer = 'no';
      await client.press(/^Sign in at /);
      await client.reads(/Access was not given at/);
    }),
  'a sign-in at another site than before': (main) => asked(main, (desk) => desk.open(REQUEST), 'From now on'),
  'asked as what client the page is known': (main) =>
    asked(
      main,
      (desk) => desk.chooseClient('https://auth.test', 'https://page.test/cb'),
      'automatic client registration',
    ),
  'more rights are asked for': (main) =>
    signIn(main, async (client) => {
      await client.press(/^Sign in at /);
      (await client.option('echo')).click();
      await client.press('Run echo');
      await client.reads('needs another permission');
    }),
  'signed in': (main) =>
    signIn(main, async (client) => {
      await client.press(/^Sign in at /);
      await client.until(() => client.element.status === 'ready', 'connected');
      await client.press(/About this server/);
      await client.reads('Signed in at');
    }),
});
