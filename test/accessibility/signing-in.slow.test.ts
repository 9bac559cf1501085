import { protectedUrl } from '/__provider__.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { CALLBACK_PATH, otherWindow } from '../e2e/other-window.js';
import type { Reader } from '../support/harness/reader.js';
import { checks } from './check.js';

const elsewhere = otherWindow();
const signIn = async (main: HTMLElement, then: (client: ClientHarness) => Promise<unknown>): Promise<Reader> => {
  const client = await ClientHarness.open(protectedUrl, { redirectUri: CALLBACK_PATH }, main);
  await client.reads('Sign in to use');
  await then(client);
  return client;
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
      await client.reads('The browser let no window open');
    }),
  'a sign-in that was refused': (main) =>
    signIn(main, async (client) => {
      elsewhere.answer = 'no';
      await client.press(/^Sign in at /);
      await client.reads(/Access was not given at/);
    }),
  'more rights are asked for': (main) =>
    signIn(main, async (client) => {
      await client.press(/^Sign in at /);
      (await client.option('echo')).click();
      await client.press('Run echo');
      await client.reads('needs more rights for this');
    }),
  'signed in': (main) =>
    signIn(main, async (client) => {
      await client.press(/^Sign in at /);
      await client.until(() => client.element.status === 'ready', 'connected');
      await client.press(/^About /);
      await client.reads('Signed in at');
    }),
});
