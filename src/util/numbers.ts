import { intl } from '../format-message.js';

// How numbers are written for people.

/** @example formatCount(5000) // 5,000 */
export function formatCount(count: number): string {
  return intl('NumberFormat', 'en').format(count);
}

/**
 * Formats a size in decimal units.
 * @example formatBytes(12_000) // 12 kB
 */
export function formatBytes(bytes: number, locale: string = 'en'): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return intl('NumberFormat', locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 || value >= 10 ? 0 : 1,
  }).format(value);
}
