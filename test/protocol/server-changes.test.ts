import { expect } from '@esm-bundle/chai';
import type { ServerProfile } from '../../src/index.js';
import { changesOfServer, MAX_QUOTED_SERVER_NAME_LENGTH } from '../../src/protocol/server-changes.js';

const profile = (some: Partial<ServerProfile>): ServerProfile => ({
  name: 'weather',
  version: '1',
  url: 'https://example.com/mcp',
  revision: '2025-11-25',
  era: 'legacy',
  capabilities: {},
  ...some,
});
const told = (before: Partial<ServerProfile>, now: Partial<ServerProfile>): string[] =>
  changesOfServer(profile(before), profile(now)).map(({ message, remedy }) => `${message} ${remedy}`);

describe('what is told of a server that is not what it was', () => {
  it('is nothing at the first visit, and nothing where it is the same', () => {
    expect(changesOfServer(undefined, profile({}))).to.deep.equal([]);
    expect(told({}, {})).to.deep.equal([]);
  });

  it('is nothing for a newer version, a newer revision, other words and other capabilities', () => {
    expect(told({}, { version: '0.9', title: 'W', instructions: 'x', capabilities: { tools: {} } })).to.deep.equal([]);
    expect(told({ revision: '2025-06-18' }, { revision: '2026-07-28' })).to.deep.equal([]);
  });

  it('is an older revision, with what is missing now', () => {
    const [words] = told({ revision: '2025-06-18' }, { revision: '2025-03-26' });
    expect(words).to.match(
      /^This server spoke MCP 2025-06-18 last time, and speaks 2025-03-26 now\. Not there any more: .*structured results/,
    );
  });

  it('names what each revision in between had, and not what both have', () => {
    const [words] = told({ revision: '2026-07-28', era: 'modern' }, { revision: '2025-06-18' });
    expect(words).to.include('how long they hold').and.include('pages to visit');
    expect(words).not.to.include('structured results');
    expect(told({ revision: '2026-07-28' }, { revision: '2024-11-05' })[0]).to.include(
      'what tools say about themselves',
    );
  });

  it('is nothing where the revision of the last visit is not known here', () => {
    for (const revision of ['2030-01-01', '', undefined, 7, null, {}])
      expect(told({ revision: revision as string }, { revision: '2024-11-05' })).to.deep.equal([]);
  });

  it('is another name: another server may answer', () => {
    expect(told({}, { name: 'files' })).to.have.length(1);
    expect(told({}, { name: 'files' })[0]).to.match(
      /^Another server may answer at this address: it was called “weather” last time, and is called “files” now\./,
    );
  });

  it('is both at once, each in a sentence of its own', () => {
    expect(told({ revision: '2026-07-28' }, { name: 'files' })).to.have.length(2);
  });

  it('is no other name where the server gives none, now or then', () => {
    expect(told({ name: 'example.com' }, { name: 'files' })).to.deep.equal([]);
    expect(told({}, { name: 'example.com' })).to.deep.equal([]);
    const inPage = { url: 'port:/calc' };
    expect(told({ ...inPage, name: 'server' }, { ...inPage, name: 'calc' })).to.deep.equal([]);
  });

  it('quotes names as far as they can be read', () => {
    const [words] = told({}, { name: 'x'.repeat(100_000) });
    expect(words!.length).to.be.below(MAX_QUOTED_SERVER_NAME_LENGTH + 600);
  });

  it('is nothing where what is stored is broken', () => {
    for (const name of [undefined, null, 7, {}, ''])
      expect(told({ name: name as unknown as string }, {})).to.deep.equal([]);
  });
});
