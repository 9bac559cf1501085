/**
 * What differs between revisions, as facts. Code reads a fact and never compares dates; a difference that needs code is
 * a method of its era instead. A sixth revision is a row here.
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export interface Revision {
  readonly id: string;
  readonly era: 'legacy' | 'modern';
  /** Every request after the handshake names its revision in a header. */
  readonly versionHeader: boolean;
  /** A server says whether it completes arguments. Before that was so, one could only try. */
  readonly saysCompletions: boolean;
}

/** Newest first, which is the order they are offered in. */
export const revisions: readonly Revision[] = [
  { id: '2026-07-28', era: 'modern', versionHeader: true, saysCompletions: true },
  { id: '2025-11-25', era: 'legacy', versionHeader: true, saysCompletions: true },
  { id: '2025-06-18', era: 'legacy', versionHeader: true, saysCompletions: true },
  { id: '2025-03-26', era: 'legacy', versionHeader: false, saysCompletions: true },
  { id: '2024-11-05', era: 'legacy', versionHeader: false, saysCompletions: false },
];

export function revisionsOf(era: Revision['era']): readonly Revision[] {
  return revisions.filter((revision) => revision.era === era);
}

export function newest(era: Revision['era']): Revision {
  return revisionsOf(era)[0]!;
}

export function findRevision(id: unknown): Revision | undefined {
  return revisions.find((revision) => revision.id === id);
}

/** The newest of ours of that era that the server named too. */
export function mutual(era: Revision['era'], offered: unknown): Revision | undefined {
  return Array.isArray(offered) ? revisionsOf(era).find(({ id }) => offered.includes(id)) : undefined;
}
