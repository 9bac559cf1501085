/** An id that sorts by time, and within a millisecond by the order of what happened. */
export function entryId(epochMs: number, session: string, number: number): string {
  return `${Math.round(epochMs).toString(36).padStart(9, '0')}-${number.toString(36).padStart(6, '0')}-${session}`;
}

/** The number in an id. */
export function numberIn(id: string): number {
  return Number.parseInt(id.split('-')[1] ?? '', 36);
}
