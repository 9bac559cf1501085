/** A word as a person types it into a POSIX shell: in quotes where it has more than plain characters. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellText(word);
}

/** A text in single quotes, within which a POSIX shell runs and replaces nothing. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
