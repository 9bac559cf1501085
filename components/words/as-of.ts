/** When something was true, as short as it stays clear: `10:42` today, `18 Nov, 10:42` before. */
export function asOf(epochMs: number, now: number = Date.now()): string {
  const then = new Date(epochMs);
  const today = then.toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(today ? {} : { day: 'numeric', month: 'short' }),
  }).format(then);
}
