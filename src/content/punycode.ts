const PREFIX = 'xn--';
/** Letters of one label that are read; no label in use is longer. */
const MAX_LABEL = 63;

/** A host with its labels in the letters they stand for. A label that cannot be read stays as it is. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? decoded(label.slice(PREFIX.length)) || label : label))
    .join('.');
}

/** @see https://www.rfc-editor.org/rfc/rfc3492#section-6.2 */
function decoded(input: string): string | undefined {
  if (input.length > MAX_LABEL) return undefined;
  const end = Math.max(0, input.lastIndexOf('-'));
  const output = [...input.slice(0, end)].map((letter) => letter.codePointAt(0) ?? 0);
  let code = 128;
  let bias = 72;
  let at = 0;
  for (let next = end > 0 ? end + 1 : 0; next < input.length;) {
    const before = at;
    for (let weight = 1, step = 36; ; step += 36) {
      const digit = digitOf(input.charCodeAt(next++));
      if (digit === undefined) return undefined;
      at += digit * weight;
      const threshold = Math.min(26, Math.max(1, step - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = output.length + 1;
    bias = adapted(at - before, length, before === 0);
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10ffff) return undefined;
    output.splice(at++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function digitOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 26;
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61;
  return undefined;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
