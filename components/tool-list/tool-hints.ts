import { hintsOf } from '../../src/approvals/index.js';
import type { Tool } from '../../src/index.js';
import type { Hint, Hints } from '../catalog-list/list-kind.js';
import { t } from './messages.js';

/** The server's claims about its own tools: nobody checks annotations. */
export const toolHints: Hints<Tool> = {
  get title() {
    return t('toolList.title');
  },
  get all() {
    return new Map<string, Hint>([
      ['reads', { label: t('toolList.reads') }],
      [
        'destroys',
        {
          label: t('toolList.destroys'),
          mark: { tag: t('toolList.tagDestroys'), className: 'destroys', words: t('toolList.saysDestroys') },
        },
      ],
      [
        'writes',
        {
          label: t('toolList.writes'),
          mark: { tag: t('toolList.tagWrites'), className: 'writes', words: t('toolList.saysWrites') },
        },
      ],
      ['none', { label: t('toolList.none') }],
    ]);
  },
  of: ({ annotations }) => {
    const { readOnly, destructive } = hintsOf(annotations);
    if (destructive === true) return 'destroys';
    if (readOnly === true) return 'reads';
    return readOnly === undefined && destructive === undefined ? 'none' : 'writes';
  },
};
