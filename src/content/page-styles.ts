/** URLs that may stay: data URLs of images and fonts, and fragments of the page. */
const INSIDE = /^\s*(?:["']\s*)?(?:data:(?:image|font)\/|data:application\/(?:x-)?font|#)/i;
/** CSS that can begin a request. In `image-set()` and `image()` the address may be a string. */
const REQUEST = /@import|(?<![\w-])(?:url|src|(?:-webkit-)?image-set|image)\(/gi;
/** A string within the brackets that follow. Brackets within these belong to functions that are found themselves. */
const STRING_ARGUMENT = /^[^()]*["']/;
/** Characters after a function that are read. */
const MAX_ARGUMENT_LENGTH = 1000;

/** The styles without requests, and the number of removed ones. */
interface PageStyles {
  readonly css: string;
  readonly removed: number;
}

/**
 * A style sheet, or the declarations of a `style` attribute, without everything that would load something. The CSP of
 * the frame forbids that too; this is for frames in which it does not apply. Not a parser: each possible request
 * becomes an unknown name, so browsers skip its declaration.
 */
export function withoutRequests(css: string): PageStyles {
  let removed = 0;
  const plain = withoutEscapes(css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ''));
  const made = plain.replace(REQUEST, (found: string, at: number) => {
    const isImport = found.startsWith('@');
    const argument = plain.slice(at + found.length, at + found.length + MAX_ARGUMENT_LENGTH);
    if (!isImport && (INSIDE.test(argument) || (/image/i.test(found) && !STRING_ARGUMENT.test(argument)))) return found;
    removed++;
    return isImport ? '@none' : 'none(';
  });
  if (removed === 0) return { css, removed };
  // A letter that was an escape may end the element now.
  return { css: made.includes('</') ? '' : made, removed };
}

/** Reads escaped letters, digits and hyphens, which could spell the name of a function. Others stay. */
function withoutEscapes(css: string): string {
  return css.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \n\r\t\f])?|([g-z]))/gi,
    (escape, code: string | undefined, letter) => {
      const character =
        code === undefined ? (letter as string) : String.fromCodePoint(Math.min(parseInt(code, 16), 0xff));
      return /[\w@(-]/.test(character) ? character : escape;
    },
  );
}
