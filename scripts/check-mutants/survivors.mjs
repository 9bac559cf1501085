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
    reason: 'test/repo/signing-in.slow.test.mjs notices it, which this check does not run.',
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
    reason: 'test/site-policy/site-policy.slow.test.ts notices it, which this check does not run.',
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
    reason: 'test/fuzz/messages.slow.test.ts notices it, which this check does not run.',
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
  { file: 'src/approvals/audit-log.ts', from: '80', to: '81', reason: A_NUMBER },
  { file: 'src/auth/auth-limits.ts', from: '30_000', to: '30001', reason: A_NUMBER },
  { file: 'src/storage/retention.ts', from: '200', to: '201', reason: A_NUMBER },
  { file: 'src/auth/popup.ts', from: '120_000', to: '120001', reason: A_NUMBER },
  {
    file: 'src/auth/authorization.ts',
    from: 'await this.#know().catch(() => {});',
    to: 'void 0;',
    reason: 'The next line reads what is stored by itself.',
  },
  {
    file: 'src/auth/authorization.ts',
    from: "'unauthorized'",
    to: "''",
    reason: 'The code for an error that is none of ours. What a sign-in that comes back ends with has a code already.',
  },
  { file: 'src/auth/authorization.ts', from: '0', to: '1', reason: 'Both moments are long past.' },
  {
    file: 'src/auth/callback-page.ts',
    from: "'p'",
    to: "''",
    reason:
      'test/auth/popup.slow.test.ts and test/repo/signing-in.slow.test.mjs notice it in the built page, which this check does not build.',
  },
  ...[
    ['PENDING + state', '((PENDING) - (state))'],
    ['tabStorage.set(PENDING + state, toJson({ ...record, callback }));', 'void 0;'],
  ].map(([from, to]) => ({
    file: 'src/auth/callback-page.ts',
    from,
    to,
    reason: 'test/repo/signing-in.slow.test.mjs notices it in the built page, which this check does not run.',
  })),
  {
    file: 'src/auth/clients.ts',
    from: 'registered.issuer',
    to: 'false',
    reason: 'A client with an issuer is then bound to that issuer once more. It was found by it.',
  },
  {
    file: 'src/auth/discovery.ts',
    from: '[204, 205].includes(status)',
    to: 'false',
    reason:
      'An answer without content ends as an error either way: every answer that is read here has to be 200 or 201.',
  },
  {
    file: 'src/auth/dpop.ts',
    from: "'GET'",
    to: "''",
    reason: 'Every request of a transport names its method.',
  },
  {
    file: 'src/content/remote.ts',
    from: "'refused'",
    to: "''",
    reason: 'Nothing compares this word: whoever reads looks for the other kinds, and shows the note.',
  },
  {
    file: 'src/content/remote.ts',
    from: "''",
    to: "'x'",
    reason:
      'The name of the drawing itself. One with a part of this name is counted once too often, and refused earlier.',
  },
  {
    file: 'src/content/sanitize.ts',
    from: 'pictures.isIn(value)',
    to: 'true',
    reason: 'A text without pictures is not changed by the step behind it.',
  },
  {
    file: 'src/storage/database-connection.ts',
    from: 'true',
    to: 'false',
    reason: 'The constructor opens the database at once, which sets it again.',
  },
  {
    file: 'src/storage/database.ts',
    from: "reject(new Error('It is held by another tab.'))",
    to: 'undefined',
    reason: 'Whoever opens it waits DATABASE_ANSWER_MS at most and then goes on in memory too.',
  },
  {
    file: 'src/storage/token-store.ts',
    from: 'false',
    to: 'undefined',
    reason: 'Whoever asks takes both for no.',
  },
];
