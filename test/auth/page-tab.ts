// One of several tabs with the same server, each with a copy of the library of its own; see tabs.ts.
import { protectedUrl, visit } from '/__provider__.js';
import { Session } from '../../src/index.js';
import { Authorization, IndexedDbTokenStore } from '../../src/auth/index.js';
import { LastingAuthorization } from './lasting.js';
import { textOf } from '../fixtures/sessions.js';

/** What a tab is told to do. */
export type TabAct = 'open' | 'list' | 'call' | 'keep typing' | 'whose' | 'sign out' | 'close';

export interface TabNews {
  readonly tab: number;
  readonly act: TabAct | 'ready';
  /** What came of it, or the words of its error. */
  readonly said: string;
  /** How often its person was sent to sign in so far. */
  readonly visits: number;
}

const given = new URLSearchParams(location.search);
const home = given.get('home')!;
let visits = 0;
/** What its person types, where it stores what they do. */
const typed = given.get('typed');
const auth = new (typed ? LastingAuthorization : Authorization)({
  redirectUri: home,
  clientName: given.get('client')!,
  store: new IndexedDbTokenStore({ namespace: given.get('namespace')! }),
  authorizer: {
    async open({ begin }) {
      visits++;
      const { url } = await begin();
      return (await visit(url, 'yes', home)).callback;
    },
  },
});
const session = new Session(protectedUrl, {
  auth,
  ...(typed ? { storage: 'local', namespace: given.get('namespace')! } : { storage: 'none' }),
});
const FORM = { kind: 'tool', name: 'echo' } as const;
const type = (): void => {
  void session.storage.drafts.put(FORM, { json: `${typed} ${Date.now()}` });
  void session.storage.views.put('client', { typed });
};
const channel = new BroadcastChannel(given.get('channel')!);

const acts: Readonly<Record<TabAct, () => Promise<string>>> = {
  open: async () => session.connect().then(() => 'open'),
  list: async () => session.tools.refresh().then(() => String(session.tools.state.get().phase)),
  call: async () => textOf(await session.tools.call('echo', { message: typed ?? '' })),
  'keep typing': async () => {
    setInterval(type, 20);
    return 'typing';
  },
  whose: async () => session.storage.server,
  'sign out': async () => String(await auth.signOut()),
  close: async () => session.close().then(() => 'closed'),
};

function tell(act: TabNews['act'], said: string): void {
  const news: TabNews = { tab: Number(given.get('tab')), act, said, visits };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
  channel.postMessage(news);
}

channel.addEventListener('message', async ({ data }: MessageEvent<{ tabs?: readonly number[]; act: TabAct }>) => {
  if (!data.tabs?.includes(Number(given.get('tab')))) return;
  tell(data.act, await acts[data.act]().catch((error: unknown) => `failed: ${(error as Error).message}`));
  if (data.act === 'close') globalThis.close();
});
tell('ready', '');
