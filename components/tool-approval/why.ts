import { countingAnnotations, dangerOf, hintsOf } from '../../src/consent/index.js';
import type { ToolCallApproval } from '../../src/index.js';
import { asOf } from '../words/as-of.js';

const WHO = {
  person: 'You started this call',
  page: 'This page started this call',
  model: 'A model wants to make this call; no person asked for it',
  app: 'An app inside this page wants to make this call; no person asked for it',
} as const;

const WHY = {
  destructive: 'The server says that this tool can delete or overwrite something, so it asks once more.',
  changed:
    'You allowed this tool earlier, but the server describes it differently now. What you allowed does not count.',
  unconfirmed: 'The server did not say what this tool is now.',
  unlisted: 'The server does not list this tool now, so nobody knows what it does.',
  unread: 'What you decided earlier cannot be read, so you are asked again.',
  'started-by': '',
  policy: 'This page wants calls like this to be seen first.',
} as const;

/** Who wants it and why the person is asked, as sentences. */
export function whySentences({ asked, why, lastSaid }: ToolCallApproval): readonly string[] {
  const known =
    lastSaid === undefined
      ? ''
      : lastSaid === 'never'
        ? 'Nothing is known of it but its name.'
        : `What you see here is from ${asOf(lastSaid)}. If you allowed it earlier, that does not count.`;
  return [`${WHO[asked.startedBy]}.`, WHY[why], known].filter(Boolean);
}

/** Whether running it takes an act of its own: what cannot be undone or reaches further than this server, or may. */
export function needsDeliberateAct({ asked, lastSaid }: ToolCallApproval): ReturnType<typeof dangerOf> {
  // What the server does not say now counts only where it warns.
  const annotations = countingAnnotations(asked.tool.annotations, lastSaid === undefined);
  return dangerOf(hintsOf(annotations), asked.startedBy);
}
