import { expect } from '@esm-bundle/chai';
import type { Kind } from '../../src/storage/types.js';
import {
  CACHE_DAYS,
  HISTORY_DAYS,
  KINDS,
  MAX_STORED_BYTES,
  MAX_STORED_SERVER_BYTES,
} from '../../src/storage/retention.js';
import { type Size } from '../../src/storage/encoding.js';
import { roomFor, recordsToEvict } from '../../src/storage/eviction.js';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.now();
const size = (kind: Kind, daysAgo: number, bytes = 100, of = 'a'): Size => ({
  server: of,
  kind,
  id: `${kind} ${daysAgo} ${of}`,
  at: now - daysAgo * DAY,
  bytes,
});
const ids = (sizes: readonly Size[]): string[] => sizes.map(({ id }) => id);
/** Somebody was here today and yesterday. */
const lately = [size('view', 0), size('view', 1)];

describe('what goes by itself', () => {
  it('what is older than its kind is kept, and nothing that a person decided, however old', () => {
    const old = (Object.keys(KINDS) as Kind[]).map((kind) => size(kind, 4000));
    const kept = (Object.keys(KINDS) as Kind[]).filter((kind) => KINDS[kind].days === undefined);
    expect(kept).to.have.members(['hosts', 'grant', 'audit', 'roots', 'savedArguments']);
    expect(ids(recordsToEvict([...old, ...lately]))).to.have.members(
      ids(old).filter((id) => !kept.some((kind) => id.startsWith(`${kind} `))),
    );
    expect(
      ids(recordsToEvict([size('message', HISTORY_DAYS - 1), size('list', CACHE_DAYS - 1), ...lately])),
    ).to.deep.equal([]);
    expect(recordsToEvict([size('message', HISTORY_DAYS + 2), ...lately])).to.have.length(1);
  });

  it('a clock that is set wrong for a day costs nothing: forwards, and back again', () => {
    const year = [size('message', 1), size('list', 2), size('draft', 3)];
    // The clock says it is two years later, and something is kept.
    expect(recordsToEvict([...year, size('message', -730), size('view', -730)])).to.deep.equal([]);
    // It is put right; what was kept meanwhile lies in the future and does no harm.
    expect(recordsToEvict([...year, ...lately, size('message', -730), size('view', -731)])).to.deep.equal([]);
    // Somebody comes back after two years: all of it is there on the first day.
    expect(recordsToEvict([size('draft', 730), size('list', 731), size('view', 0)])).to.deep.equal([]);
  });

  it('of too much for one server the oldest: first what can be had again, then what was noted', () => {
    const half = MAX_STORED_SERVER_BYTES / 2;
    const sizes = [
      size('list', 1, half),
      size('list', 3, half),
      size('message', 5, half),
      size('savedArguments', 9, 10 * half),
      size('list', 9, half, 'b'),
      ...lately,
    ];
    expect(ids(recordsToEvict(sizes))).to.deep.equal(['list 3 a']);
    const noted = [size('message', 2, half), size('message', 3, half), size('blob', 1, half), size('list', 1, 50)];
    expect(ids(recordsToEvict(noted))).to.deep.equal(['list 1 a', 'message 3 a']);
  });

  it('of too much for all servers the oldest of any', () => {
    const each = MAX_STORED_SERVER_BYTES * 0.9;
    const servers = Array.from({ length: Math.ceil(MAX_STORED_BYTES / each) }, (_, n) =>
      size('list', n % 20, each, `s${n}`),
    );
    const gone = recordsToEvict([...servers, ...lately]);
    expect(gone).to.have.length(1);
    expect(gone[0]!.at).to.equal(Math.min(...servers.map(({ at }) => at)));
  });

  it('room is made of what can be had again, then of what was noted, never of what a person made', () => {
    const sizes = [
      size('savedArguments', 9),
      size('draft', 9),
      size('message', 5),
      size('list', 1),
      size('resource', 2),
    ];
    expect(ids(roomFor(150, sizes))).to.deep.equal(['resource 2 a', 'list 1 a']);
    expect(ids(roomFor(Infinity, sizes))).to.deep.equal(['resource 2 a', 'list 1 a', 'message 5 a']);
  });
});
