const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const calendar = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** `10:42:07.123`. */
export function timeOf(epochMs: number): string {
  return clock.format(epochMs);
}

/** `18 Nov 2026, 10:42:07.123`. */
export function dateOf(epochMs: number): string {
  return `${calendar.format(epochMs)}, ${clock.format(epochMs)}`;
}
