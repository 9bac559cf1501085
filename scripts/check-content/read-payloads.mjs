// Payloads from a file of one JSON object per line. An invalid line is reported, and the others count.
import { readFileSync } from 'node:fs';

/**
 * @param {string} file
 * @returns {{ payloads: { line: number, payload: string, source: string, executes: boolean, network: boolean }[], unreadable: { line: number, why: string }[] }}
 */
export function readPayloads(file) {
  const payloads = [];
  const unreadable = [];
  for (const [index, raw] of readFileSync(file, 'utf8').split(/\r?\n/).entries()) {
    const text = index === 0 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    const line = index + 1;
    try {
      const { payload, source, executes, network } = JSON.parse(text);
      if (typeof payload !== 'string') throw new TypeError('It has no “payload” that is text.');
      payloads.push({
        line,
        payload,
        source: String(source ?? ''),
        executes: executes === true,
        network: network === true,
      });
    } catch (error) {
      unreadable.push({ line, why: error.message });
    }
  }
  return { payloads, unreadable };
}
