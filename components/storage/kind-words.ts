import { KEPT_KINDS } from '../../src/kept/index.js';
import { counted, type Noun } from '../words/counted.js';

/** What is kept, in the person’s words; in the order in which it is listed. */
const WORDS: Readonly<Record<string, Noun>> = {
  draft: { one: 'form that you began', other: 'forms that you began' },
  arguments: { one: 'set of arguments that you used', other: 'sets of arguments that you used' },
  preset: { one: 'set of arguments with a name', other: 'sets of arguments with a name' },
  message: { one: 'entry of a transcript', other: 'entries of transcripts' },
  blob: { one: 'large part of a transcript', other: 'large parts of transcripts' },
  grant: { one: 'decision about tools', other: 'decisions about tools' },
  record: { one: 'entry of the record of questions and calls', other: 'entries of the record of questions and calls' },
  roots: { one: 'list of folders that you named', other: 'lists of folders that you named' },
  hosts: {
    one: 'list of sites that you let pictures come from',
    other: 'lists of sites that you let pictures come from',
  },
  task: { one: 'task that may still run', other: 'tasks that may still run' },
  watch: { one: 'resource that you follow', other: 'resources that you follow' },
  view: { one: 'view, as you left it', other: 'views, as you left them' },
  list: { one: 'list of what the server offers', other: 'lists of what the server offers' },
  resource: { one: 'resource that was read', other: 'resources that were read' },
  server: { one: 'note of how the server is reached', other: 'notes of how the server is reached' },
};
const ORDER = Object.keys(WORDS);

/** `3 forms that you began`. A kind that only a newer version knows is told by its name. */
export function kindInWords(kind: string, count: number): string {
  const noun = WORDS[kind] ?? { one: `entry of the kind “${kind}”`, other: `entries of the kind “${kind}”` };
  return counted(count, noun);
}

/** Whether this version knows how to erase that kind alone. */
export const isKnownKind = (kind: string): boolean => KEPT_KINDS.includes(kind);

/** What a person made first, what can be fetched again last. */
export function byImportance(one: { readonly kind: string }, other: { readonly kind: string }): number {
  const place = ({ kind }: { readonly kind: string }): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : 99);
  return place(one) - place(other);
}
