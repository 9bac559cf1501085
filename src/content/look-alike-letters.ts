/** Letters of other alphabets that most fonts draw like one of ours, each pair together. From the Unicode list of confusables. */
const TWINS = 'аaсcԁdеeһhіiјjӏlоoрpԛqѕsԝwхxуyгrьbѵvαaγyιiκkνvοoρpυuօoհhոnսuցgıiɩiɑaɡgʋuᴄcᴏoᴠvᴡwᴢz';
const LETTERS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: TWINS.length / 2 }, (_, index) => [TWINS[index * 2] ?? '', TWINS[index * 2 + 1] ?? '']),
);

/** Scripts that stand beside each other in ordinary names: Japanese is written in three, Korean in two. */
const TOGETHER =
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{N}\p{M}_\u30fc-]*$/u;
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Cherokee', 'Georgian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/**
 * What a reader in a hurry takes a name for: marks, digits and letters that look like others become these others. Two names
 * with one skeleton look alike. A small part of the Unicode list, chosen for hosts.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return Array.from(plain, (letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[1i|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's');
}

/** True for a host, in its own letters, with a label that mixes alphabets or is made of letters that all pass for ours. */
export function hasFalseLetters(host: string): boolean {
  const labels = host.split('.');
  // Where the ending is of another alphabet, so is the rest, and nobody takes it for ours.
  const isOurs = /^[ -~]*$/.test(labels.at(-1) ?? '');
  return labels.some((label) => isFalse(label, isOurs));
}

function isFalse(label: string, passesForOurs: boolean): boolean {
  // Nothing but ASCII deceives by its letters alone.
  if (/^[ -~]*$/.test(label)) return false;
  if (!TOGETHER.test(label) && SCRIPTS.filter((script) => script.test(label)).length > 1) return true;
  // ASCII letters with marks, as in “bücher”, are somebody's spelling; a label of another alphabet that reads as ours is a trick.
  return passesForOurs && !/\p{Script=Latin}/u.test(label) && /^[a-z0-9-]+$/.test(skeletonOf(label));
}
