import { expect } from '@esm-bundle/chai';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { Connection } from '../../src/protocol/era.js';
import { rootsFor } from '../../src/session/approvals.js';
import { notifyRoots } from '../../src/session/notifications.js';

const options = { storage: 'none', approvals: new ApprovalQueue(), answers: ['roots'] } as const;

describe('telling a server that roots changed', () => {
  /** How often it was told, of one with that address. */
  const follow = async (url: string, era: 'legacy' | 'modern' = 'legacy'): Promise<{ readonly told: string[] }> => {
    const told: string[] = [];
    const connection = {
      server: { url, era },
      era: { headers: () => ({}) },
      peer: { notify: async ({ method }: { method: string }) => void told.push(method) },
    } as unknown as Connection;
    await notifyRoots(connection, new AbortController().signal, options, () => {});
    return { told };
  };

  it('tells each change, and nothing else', async () => {
    const roots = rootsFor('https://a.example/', options);
    const { told } = await follow('https://a.example/');
    await roots.add('file:///x');
    await roots.refresh();
    await roots.replace('file:///x', 'file:///x', 'Name');
    await roots.remove('file:///x');
    expect(told).to.deep.equal(Array.from({ length: 3 }, () => 'notifications/roots/list_changed'));
  });

  it('also what changed between its question and now, while this was loading', async () => {
    const roots = rootsFor('https://b.example/', options);
    roots.asked = [];
    await roots.add('file:///x');
    expect((await follow('https://b.example/')).told).to.have.length(1);
    roots.asked = roots.state.get().roots;
    expect((await follow('https://b.example/')).told).to.be.empty;
  });

  it('one that never asked is not told of what was there before', async () => {
    await rootsFor('https://c.example/', options).add('file:///x');
    expect((await follow('https://c.example/')).told).to.be.empty;
  });

  it('where its revision has no word for it, nothing is said', async () => {
    const { told } = await follow('https://d.example/', 'modern');
    await rootsFor('https://d.example/', options).add('file:///x');
    expect(told).to.be.empty;
  });
});
