// What other-tab.ts opens beside a test: another page of the same origin, with a copy of the library of its own.
import type { GrantedCall } from '../../src/approvals/index.js';
import { openGrants } from '../../src/session/person/index.js';

/** What the person does in that tab, or what that page would do about such a call. */
export type OtherTabAct =
  { readonly act: 'take back all' } | { readonly act: 'allow always' | 'never' | 'look'; readonly call: GrantedCall };

onmessage = async ({ data }: MessageEvent<{ readonly namespace: string } & OtherTabAct>) => {
  if (!('namespace' in data)) return;
  const found = await perform(data).catch(String);
  parent.postMessage({ said: 'done', found }, '*');
};
parent.postMessage({ said: 'ready' }, '*');

async function perform(data: { readonly namespace: string } & OtherTabAct): Promise<string | undefined> {
  const grants = openGrants({ namespace: data.namespace });
  if (data.act === 'take back all') await grants.revokeAll();
  else if (data.act === 'look') return (await grants.find(data.call))?.verdict;
  else await grants.remember(data.call, data.act === 'never' ? 'deny' : 'allow', { scope: 'tool', duration: 'always' });
  return undefined;
}
