import { intl } from '../format-message.js';

export { formatBytes } from '../format-message.js';

// How numbers are written for people.

/** @example formatCount(5000) // 5,000 */
export function formatCount(count: number): string {
  return intl('NumberFormat', 'en').format(count);
}
