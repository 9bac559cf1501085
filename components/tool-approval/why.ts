import type { ToolCallApproval } from '../../src/index.js';

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
  'started-by': '',
  policy: 'This page wants calls like this to be seen first.',
} as const;

/** Who wants it and why the person is asked, as sentences. */
export function whySentences({ asked, why }: ToolCallApproval): readonly string[] {
  return [`${WHO[asked.startedBy]}.`, WHY[why]].filter(Boolean);
}

/** Whether running it takes an act of its own: what cannot be undone, or reaches further than this server. */
export function needsDeliberateAct({ asked }: ToolCallApproval): 'destroys' | 'reaches out' | undefined {
  const { destructiveHint, openWorldHint, readOnlyHint } = asked.tool.annotations ?? {};
  if (destructiveHint === true && readOnlyHint !== true) return 'destroys';
  // A person's own button is act enough for what only leaves the server.
  return openWorldHint === true && asked.startedBy !== 'person' ? 'reaches out' : undefined;
}
