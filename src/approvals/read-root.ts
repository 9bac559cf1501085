import { McpError } from '../errors.js';
import {
  canonicalRoot,
  hasControl,
  MAX_ROOT_URI,
  rootFault,
  suggestRoot,
  type RootFault,
} from '../protocol/check/root.js';
import type { Root } from '../protocol/model.js';

/** Characters of a root’s name: it stands in one line of a list, of 50 at most, and nobody reads a longer one. */
export const MAX_ROOT_NAME = 200;

/** Characters of what was written that an error repeats. */
const QUOTED = 80;

const BEGIN = 'Begin it with file:///, such as file:///home/me/project.';

/**
 * A root as a person wrote it, in the form it is shared: `file://`, nothing hidden in it, nothing that climbs.
 * @throws McpError `invalid-input` with what is wrong and what to write; `limit` where it is too long
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots
 */
export function readRoot(uri: string, name = ''): Root {
  const text = trimmed(uri);
  const fault = rootFault(text);
  if (fault) throw badRoot(text, fault);
  const label = name.length > MAX_ROOT_NAME * 2 ? name : trimmed(name);
  if (label.length > MAX_ROOT_NAME)
    throw new McpError('limit', `The name has ${inWords(label.length)} characters.`, {
      remedy: `Shorten it to ${inWords(MAX_ROOT_NAME)}.`,
    });
  if (hasControl(label))
    throw new McpError('invalid-input', 'The name holds a line break or another control character.', {
      remedy: 'Write it on one line.',
    });
  return { uri: canonicalRoot(text), ...(label !== '' && { name: label }) };
}

/** Whether both are the same folder: a slash at the end makes no other one. */
export function isSameRoot(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** Not `trim`, which takes hidden characters away: what somebody pasted in is to be seen. */
function trimmed(text: string): string {
  return text.length > MAX_ROOT_URI * 2 ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

function badRoot(text: string, fault: RootFault): McpError {
  const [what, todo] = WORDS[fault](text.slice(0, QUOTED) + (text.length > QUOTED ? '…' : ''));
  const guess = suggestRoot(text);
  const remedy = guess === undefined || guess.length > QUOTED ? todo : `If you mean ${guess}, write that.`;
  return new McpError(fault === 'long' ? 'limit' : 'invalid-input', what, { remedy });
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}

/** What is wrong, and what to do about it. */
const WORDS: { readonly [F in RootFault]: (quoted: string) => readonly [what: string, todo: string] } = {
  empty: () => ['There is no address yet.', 'Write the address of a folder, such as file:///home/me/project.'],
  long: () => [
    `The address is longer than ${inWords(MAX_ROOT_URI)} characters, which is more than a computer takes for a folder.`,
    'Write the address of the folder alone.',
  ],
  control: () => [
    'The address holds a line break, a tab or another control character.',
    'Write it on one line, without them.',
  ],
  path: (quoted) => [
    `“${quoted}” is a path, not an address.`,
    'Write the whole path as an address: file:///home/me/project.',
  ],
  scheme: (quoted) => [`“${quoted}” is not the address of a folder: only file:// can be a root.`, BEGIN],
  slashes: (quoted) => [`“${quoted}” does not say from where on it counts.`, BEGIN],
  percent: (quoted) => [
    `“${quoted}” has a % with no two hexadecimal digits after it.`,
    'Write %25 for a percent sign in a name.',
  ],
  query: (quoted) => [
    `“${quoted}” has a ? or # in it, which ends the address of a folder.`,
    'Write %3F for a question mark in a name, and %23 for a number sign.',
  ],
  host: (quoted) => [
    `“${quoted}” names another computer between the second and the third slash.`,
    'A root is a folder where the server runs. Write three slashes: file:///.',
  ],
  'hidden-slash': (quoted) => [
    `“${quoted}” hides a slash behind percent signs, so it could mean another folder than it seems to.`,
    'Write the slashes plainly.',
  ],
  climbs: (quoted) => [
    `“${quoted}” climbs out of a folder with “..”, so it means another one than it seems to.`,
    'Write the address of the folder that you mean.',
  ],
  unreadable: (quoted) => [`“${quoted}” cannot be read as an address.`, BEGIN],
};
