import { hintsOf } from '../../src/approvals/index.js';
import type { Tool } from '../../src/index.js';
import type { Hint, Hints } from '../catalog-list/list-kind.js';
import { destroysIcon, readsIcon } from '../internal/icons.js';
import { t } from './messages.js';

/** The server's claims about its own tools: nobody checks annotations. */
export const toolHints: Hints<Tool> = {
  get title() {
    return t('toolList.title');
  },
  get all() {
    return new Map<string, Hint>([
      [
        'reads',
        { label: t('toolList.reads'), mark: { icon: readsIcon, className: 'reads', words: t('toolList.saysReads') } },
      ],
      [
        'destroys',
        {
          label: t('toolList.destroys'),
          mark: { icon: destroysIcon, className: 'destroys', words: t('toolList.saysDestroys') },
        },
      ],
      ['writes', { label: t('toolList.writes') }],
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
