import type { ArgumentSet, KeptForm } from '../../src/kept/index.js';
import { valueOfSnapshot } from '../../src/schema/index.js';
import { oneLine, shortened } from '../words/cut.js';

/** Characters of one value, and of all of them, in a line. */
const OF_VALUE = 60;
const OF_LINE = 240;

/** What a set holds, on one line: `city: Ulm · days: 3`. */
export function valuesOf({ form, json }: KeptForm): string {
  if (json !== undefined) return oneLine(json, OF_LINE);
  const value = form && valueOfSnapshot(form);
  if (typeof value !== 'object' || value === null) return 'no arguments';
  const texts = Object.entries(value)
    .slice(0, 20)
    .map(([name, part]) => {
      const text = typeof part === 'string' ? part : JSON.stringify(part);
      return `${oneLine(name, OF_VALUE)}: ${shortened(oneLine(text, OF_VALUE + 1), OF_VALUE)}`;
    });
  return texts.length === 0 ? 'no arguments' : shortened(texts.join(' · '), OF_LINE);
}

/** The same in a sentence. */
export function describeSet(set: ArgumentSet): string {
  return set.name === undefined ? shortened(valuesOf(set), OF_VALUE * 2) : `“${set.name}”`;
}

/** Whether a set is meant by what somebody looks for. */
export function isSought(set: ArgumentSet, sought: string): boolean {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${set.name ?? ''} ${set.json ?? JSON.stringify(set.form && valueOfSnapshot(set.form))}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
