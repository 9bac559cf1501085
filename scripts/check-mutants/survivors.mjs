// Mutants that no test notices, each looked at: what is changed, and why that is no hole.

const A_NUMBER = 'One more or less of a limit or a time that is a matter of choice; the limit itself is tested.';

/** @type {readonly { file: string, from: string, to: string, reason: string }[]} */
export const SURVIVORS = [
  { file: 'src/approvals/audit-log.ts', from: '60_000', to: '60001', reason: A_NUMBER },
  {
    file: 'src/approvals/grants.ts',
    from: 'false',
    to: 'undefined',
    reason: 'Whoever asks takes both for no.',
  },
  { file: 'src/auth/auth-limits.ts', from: '10_000', to: '10001', reason: A_NUMBER },
  {
    file: 'src/auth/interactive.ts',
    from: 'over.abort();',
    to: 'void 0;',
    reason: 'It removes a listener of the signal of the attempt. The question is over before, so nothing hears it.',
  },
  {
    file: 'src/auth/callback-page.ts',
    from: 'location.replace(record.returnTo);',
    to: 'void 0;',
    reason: 'test/repo/signing-in.test.mjs notices it, which this check does not run.',
  },
  {
    file: 'src/auth/interactive.ts',
    from: "'mcp-embed identity '",
    to: "''",
    reason: 'The beginning of a name in sessionStorage. Without it the name is still another one than those beside it.',
  },
  {
    file: 'src/auth/redirect-authorizer.ts',
    from: "'received'",
    to: "''",
    reason: 'A word that both sides take from here.',
  },
  {
    file: 'src/content/sanitize.ts',
    from: 'purifier.removed = [];',
    to: 'void 0;',
    reason: 'It lets go of what was removed. DOMPurify begins each run with a list of its own.',
  },
  {
    file: 'src/auth/lock.ts',
    from: 'TOKEN_TIMEOUT_MS + 15_000',
    to: '((TOKEN_TIMEOUT_MS) - (15_000))',
    reason: 'How long a tab waits for one that is stuck. Both renew then, and what was stored last is used.',
  },
  {
    file: 'src/content/remote.ts',
    from: 'errorTextOf(asMcpError(error))',
    to: 'undefined',
    reason: 'test/site-policy/site-policy.test.ts notices it, which this check does not run.',
  },
  {
    file: 'src/content/sanitize-profiles.ts',
    from: "'class'",
    to: "''",
    reason: 'DOMPurify counts `class` among the attributes that hold no address anyway.',
  },
  {
    file: 'src/content/sanitize.ts',
    from: '1',
    to: '2',
    reason: 'How full a group of a long text is: where it is divided, and nothing else.',
  },
  { file: 'src/content/sanitize.ts', from: '0', to: '1', reason: A_NUMBER },
  {
    file: 'src/content/sanitize.ts',
    from: 'true',
    to: 'false',
    reason: 'The private member exists for the type. Nobody reads it.',
  },
  {
    file: 'src/content/uri.ts',
    from: 'TWINS.length / 2',
    to: '((TWINS.length) * (2))',
    reason: 'The pairs past the end are empty texts, which stand for themselves.',
  },
  {
    file: 'src/protocol/decode/server-requests.ts',
    from: 'offered.length > MAX_SAMPLING_TOOLS',
    to: '((offered.length) >= (MAX_SAMPLING_TOOLS))',
    reason: 'test/fuzz/messages.test.ts notices it, which this check does not run.',
  },
  { file: 'src/protocol/decode/server-requests.ts', from: '4096', to: '4097', reason: A_NUMBER },
  {
    file: 'src/storage/database-connection.ts',
    from: 'false',
    to: 'true',
    reason: 'The first opening then tells whoever follows to read again: once too often.',
  },
  {
    file: 'src/storage/indexeddb.ts',
    from: 'transaction.commit();',
    to: 'void 0;',
    reason:
      'A transaction commits by itself. It matters in the moment in which a page goes, which no test hits reliably.',
  },
  {
    file: 'src/storage/indexeddb.ts',
    from: '0',
    to: '1',
    reason: 'One byte of those after which old records are looked for.',
  },
  {
    file: 'src/storage/pending-writes.ts',
    from: 'this.#removed.delete(name);',
    to: 'void 0;',
    reason: 'Removals are sent before writes, so what was written after its removal is there in the end.',
  },
  { file: 'src/storage/retention.ts', from: '30', to: '31', reason: A_NUMBER },
  {
    file: 'src/storage/storage-changes.ts',
    from: 'channel !== this.#channel',
    to: 'false',
    reason: 'The channel of a page that follows nothing stays open until it is collected.',
  },
  {
    file: 'src/storage/storage.ts',
    from: "'list'",
    to: "''",
    reason: 'Lists are then held in memory too, which costs time and nothing else.',
  },
];
