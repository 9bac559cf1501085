/** Characters of a run that are read, and so about half as many words shown. Copy and download have all of it. */
const MAX_READ = 4000;

/** Fewer variation selectors than this in a row are more likely a mistake than a message. */
const FEWEST_BYTES = 3;

/**
 * The words that a run of hidden characters spells for a model, where it spells any: tag characters are letters moved out of
 * sight (“ASCII smuggling”), wherever in the run they are; variation selectors can stand for bytes. The answer holds no hidden character.
 */
export function hiddenWords(run: string): string | undefined {
  const points = Array.from(run.slice(0, MAX_READ), (each) => each.codePointAt(0) ?? 0);
  const words = fromTags(points) || fromSelectors(points);
  return words && run.length > MAX_READ ? `${words}…` : words;
}

/** Letters, digits and signs of ASCII. */
function fromTags(points: readonly number[]): string {
  return points
    .filter((point) => point >= 0xe0020 && point < 0xe007f)
    .map((point) => String.fromCodePoint(point - 0xe0000))
    .join('');
}

/** VS1–16 stand for the bytes 0–15, VS17–256 for the others. Only what reads as text counts as words. */
function fromSelectors(points: readonly number[]): string | undefined {
  const bytes = points
    .filter((point) => (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef))
    .map((point) => (point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16));
  if (bytes.length < FEWEST_BYTES) return undefined;
  const words = new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\uFFFD$/, '');
  return /^[\p{L}\p{N}\p{P}\p{S} \t\n]+$/u.test(words) ? words.replace(/\s/g, ' ') : undefined;
}
