// A whole page with the elements, that signs in, works, fails and works again, and then says everything that can be seen of
// it. scan.slow.test.ts opens it in a window of its own. What it must keep secret it tells the test only, on a channel.
import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { behave, endToken, protectedUrl } from '/__provider__.js';
import '../../components/define/mcp-client.js';
import {
  Authorization,
  type Authorizer,
  MemoryTokenStore,
  PopupAuthorizer,
  RedirectAuthorizer,
  IndexedDbTokenStore,
  type TokenStore,
} from '../../src/auth/index.js';
import { eventually } from '../fixtures/eventually.js';
import { everythingVisible, hearConsole, textOfThrown } from '../fixtures/visible.js';

export interface ScanNews {
  readonly secrets?: readonly string[];
  readonly seen?: Readonly<Record<string, string>>;
  readonly failed?: string;
}

// A full buffer, of 250 by itself, notes nothing more: the scan would not see what came after.
performance.setResourceTimingBufferSize(5000);
const given = new URLSearchParams(location.search);
const [namespace, clientName] = [given.get('namespace')!, given.get('client')!];
const channel = new BroadcastChannel(given.get('channel')!);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
const tell = (news: ScanNews): void => channel.postMessage(news);
const said = hearConsole();
const thrown: unknown[] = [];
addEventListener('error', ({ error }) => void thrown.push(error));
addEventListener('unhandledrejection', ({ reason }) => void thrown.push(reason));

/** Reads along what goes to the authorization server and comes back; it registers with a secret. */
const fetchAndTell: typeof fetch = async (input, init = {}) => {
  const url = String(input instanceof Request ? input.url : input);
  const isRegistration = url.endsWith('/reg');
  const body =
    isRegistration && typeof init.body === 'string'
      ? JSON.stringify({ ...JSON.parse(init.body), token_endpoint_auth_method: 'client_secret_basic' })
      : init.body;
  const answer = await fetch(input, { ...init, body: body ?? null });
  if (isRegistration || url.endsWith('/token')) {
    const asked = body instanceof URLSearchParams ? body : new URLSearchParams();
    const fields = (await answer
      .clone()
      .json()
      .catch(() => ({}))) as Record<string, string | undefined>;
    const names = ['access_token', 'refresh_token', 'client_secret', 'id_token', 'registration_access_token'];
    const secrets = [asked.get('code'), asked.get('code_verifier'), ...names.map((name) => fields[name])];
    tell({ secrets: secrets.filter((secret) => typeof secret === 'string') });
  }
  return answer;
};

const isRemembered = given.get('keeps') === 'remembered';
const store: TokenStore = isRemembered ? new IndexedDbTokenStore({ namespace }) : new MemoryTokenStore();
const authorizer: Authorizer =
  given.get('way') === 'redirect'
    ? new RedirectAuthorizer()
    : // Nobody is here to press anything.
      new PopupAuthorizer({ onBlocked: (_, proceed) => proceed() });
const home = new URL('/dist/oauth-callback.html', location.origin).href;
const auth = new Authorization({ redirectUri: home, clientName, store, authorizer });

const element = document.createElement('mcp-client');
element.url = protectedUrl;
element.sessionOptions = { auth, fetch: fetchAndTell, namespace, storage: 'local', identity: 'ada' };
document.body.append(element);

async function run(): Promise<void> {
  await eventually(() => element.session?.state.get().phase === 'ready', Boolean, 15_000);
  const session = element.session!;
  const call = (): Promise<unknown> => session.tools.call('echo').catch((error: unknown) => thrown.push(error));
  // A right is missing: with a redirect the page goes away once more, and this call with it.
  await call();
  await call();
  const token = async (): Promise<string> => (await store.signIn(protectedUrl))!.accessToken;
  await endToken(await token());
  await call();
  // The answer to a renewal is lost, and the refresh token with it: the next finds everything taken back.
  await behave(clientName, { cuts: 1, answer: 'no' });
  await endToken(await token());
  await call();
  if (given.get('way') === 'popup') await call();
  const seen = {
    ...(await everythingVisible(namespace, nameOfDatabase(namespace, 'sign-ins'))),
    console: said.join('\n'),
    thrown: thrown.map(textOfThrown).join('\n'),
    problems: session.problems.get().map(textOfThrown).join('\n'),
    session: JSON.stringify([
      session,
      session.state.get(),
      session.server,
      session.log.get(),
      session.notifications.get(),
      session.tools.state.get(),
    ]),
    authorization: JSON.stringify([auth, auth.state.get(), store, authorizer]),
    remembered: JSON.stringify(isRemembered ? await (store as IndexedDbTokenStore).list() : []),
  };
  tell({ seen });
}

void run().catch((error: unknown) => tell({ failed: textOfThrown(error) }));
