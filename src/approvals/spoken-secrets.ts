/** Secret values that are remembered; of more, the one that came first is forgotten. */
const MAX_SPOKEN = 200;
/** Characters from which on a value is sought: shorter ones are in every other word. */
const SHORTEST = 5;

/** What people gave to servers of this page and what must not be written down, in no place: a server may repeat it. Never stored. */
const spoken = new Set<string>();

export function rememberSecret(value: unknown): void {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length < SHORTEST) return;
  spoken.delete(text);
  spoken.add(text);
  if (spoken.size > MAX_SPOKEN) for (const oldest of spoken) if (spoken.delete(oldest)) break;
}

/** The text with that word in place of each. */
export function withoutSpoken(text: string, sign: string): string {
  let rest = text;
  for (const value of spoken) rest = rest.replaceAll(value, sign);
  return rest;
}
