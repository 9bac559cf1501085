import { expect } from '@esm-bundle/chai';
import { findRevision, mutual, newest, revisions, revisionsOf } from '../../src/protocol/revisions.js';
import { legacyEra } from '../../src/protocol/legacy.js';
import { modernEra } from '../../src/protocol/modern.js';

describe('the table of revisions', () => {
  it('has the five there are, newest first', () => {
    const ids: readonly string[] = revisions.map(({ id }) => id);
    expect(ids).to.deep.equal(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']);
    expect([...ids].sort().reverse()).to.deep.equal(ids);
  });

  for (const [id, era, versionHeader, saysCompletions] of [
    ['2024-11-05', 'legacy', false, false],
    ['2025-03-26', 'legacy', false, true],
    ['2025-06-18', 'legacy', true, true],
    ['2025-11-25', 'legacy', true, true],
    ['2026-07-28', 'modern', true, true],
  ] as const)
    it(`${id}: ${era}, ${versionHeader ? 'with' : 'without'} a version header`, () => {
      expect(findRevision(id)).to.deep.equal({ id, era, versionHeader, saysCompletions });
    });

  it('finds none but its own', () => {
    for (const id of ['2024-10-07', 'DRAFT-2026-v1', '', '__proto__', undefined, null, 20241105])
      expect(findRevision(id)).to.equal(undefined);
  });

  it('offers the newest of an era, and takes the newest both sides have', () => {
    expect(newest('legacy').id).to.equal('2025-11-25');
    expect(newest('modern').id).to.equal('2026-07-28');
    expect(revisionsOf('legacy')).to.have.length(4);
    expect(mutual('legacy', ['2024-11-05', '2025-06-18', '2026-07-28'])?.id).to.equal('2025-06-18');
    expect(mutual('modern', ['2025-06-18'])).to.equal(undefined);
    for (const offered of [undefined, null, '2025-06-18', {}, [], [null]])
      expect(mutual('legacy', offered)).to.equal(undefined);
  });
});

describe('the methods of the eras', () => {
  const removed = [
    'initialize',
    'ping',
    'resources/subscribe',
    'resources/unsubscribe',
    'logging/setLevel',
    'tasks/list',
    'tasks/result',
  ];
  const added = ['server/discover', 'subscriptions/listen', 'tasks/update'];
  const kept = [
    'tools/list',
    'tools/call',
    'resources/list',
    'resources/templates/list',
    'resources/read',
    'prompts/list',
    'prompts/get',
    'completion/complete',
    // An experiment in the one, an extension in the other.
    'tasks/get',
    'tasks/cancel',
  ];
  it('of the legacy one', () => expect([...legacyEra.methods]).to.have.members([...removed, ...kept]));
  it('of the modern one', () => expect([...modernEra.methods]).to.have.members([...added, ...kept]));
});
