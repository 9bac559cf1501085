import { hintsOf } from '../../src/approvals/index.js';
import type { Tool } from '../../src/index.js';
import type { Hints } from '../catalog-list/list-kind.js';
import { destroysIcon, readsIcon } from '../internal/icons.js';

const WORDS = {
  title: 'The server says',
  reads: 'Reads only',
  destroys: 'Can delete or overwrite',
  writes: 'Writes data',
  none: 'No hints',
  saysReads: 'Server says: reads only',
  saysDestroys: 'Server says: can delete or overwrite',
} as const;

/** What the server says about its own tools: claims, as annotations are not checked by anybody. */
export const toolHints: Hints<Tool> = {
  title: WORDS.title,
  all: new Map([
    ['reads', { label: WORDS.reads, mark: { icon: readsIcon, className: 'reads', words: WORDS.saysReads } }],
    [
      'destroys',
      { label: WORDS.destroys, mark: { icon: destroysIcon, className: 'destroys', words: WORDS.saysDestroys } },
    ],
    ['writes', { label: WORDS.writes }],
    ['none', { label: WORDS.none }],
  ]),
  of: ({ annotations }) => {
    const { readOnly, destructive } = hintsOf(annotations);
    if (destructive === true) return 'destroys';
    if (readOnly === true) return 'reads';
    return readOnly === undefined && destructive === undefined ? 'none' : 'writes';
  },
};
