import { McpError } from '../errors.js';

/** Why something was not kept, in words. */
export type StorageMishap = 'absent' | 'blocked' | 'newer' | 'full' | 'failing' | 'damaged';

const WORDS: Readonly<Record<StorageMishap, readonly [message: string, remedy: string]>> = {
  absent: [
    'Nothing can be remembered here: the browser does not give this page a database.',
    'Everything works; after a reload it starts anew. Private windows are often like this.',
  ],
  blocked: [
    'Nothing can be remembered for now: another tab of this site holds the database.',
    'Close or reload the other tabs of this site. What you do here is kept once they let go.',
  ],
  newer: [
    'Nothing can be remembered here: a newer version of this page has changed the database.',
    'Reload this page. What was saved stays.',
  ],
  full: [
    'There was no room to remember this: the browser gives this site no more.',
    'Forget servers that you no longer use, or free some space on the disk. What was saved before stays.',
  ],
  failing: [
    'The database of this page does not answer, so this is remembered until the page goes.',
    'What was saved stays. It is tried again by itself; if this comes back, restart the browser.',
  ],
  damaged: [
    'Something that was remembered is damaged and was left out.',
    'The rest is there. Forget the server it was of to be rid of it.',
  ],
};

export function storageProblem(mishap: StorageMishap, cause: unknown): McpError {
  const [message, remedy] = WORDS[mishap];
  return new McpError('storage', message, { cause, remedy });
}

/** Whether it says that the browser gives this page no database at all: then nothing lies there that could not be read. */
export function saysAbsent({ message }: McpError): boolean {
  return message === WORDS.absent[0];
}

/** A storage of the page's own says that it removed something, and it is still there. */
export function notRemoved(): McpError {
  return new McpError('storage', 'What was to be erased is still there: the storage of this page did not remove it.', {
    remedy: 'Its `remove` must remove the records of the ids that it is given, or reject.',
  });
}

/** What a request to the database failed of; undefined for what is no failure of it. */
export function mishapOf(error: unknown): StorageMishap | undefined {
  if (!(error instanceof DOMException)) return undefined;
  return error.name === 'QuotaExceededError' ? 'full' : 'failing';
}
