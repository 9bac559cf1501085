/** Servers, with an identity, whose person has left. The identity is random and never used again. */
const abandoned = new Set<string>();

/**
 * Writes nothing for this server any more, in this page, whoever still tries: a form that is stored in a moment, a call that
 * ends. Call it before everything of the server is erased.
 * @param server the server’s key, with the identity of a sign-in
 */
export function abandon(server: string): void {
  abandoned.add(server);
}

/** Records without those of a person who has left. */
export function withoutAbandoned<T extends { readonly server: string }>(records: readonly T[]): readonly T[] {
  return abandoned.size === 0 ? records : records.filter(({ server }) => !abandoned.has(server));
}
