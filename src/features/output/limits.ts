/**
 * Milliseconds that holding a result against its schema may take, its second attempt included: a result is larger than what
 * a person types, and nobody waits for a key.
 */
export const MAX_CHECK_MS = 250;
/** Issues told one by one; of more only the number. */
export const MAX_ISSUES = 20;
/** Characters of one issue: it may quote the server. */
export const MAX_ISSUE_LENGTH = 300;

/**
 * Milliseconds that a result which is there waits for the code that checks it. That code loads while the server works; where
 * it takes longer, the result is of more use now and unchecked.
 */
export const WAIT_FOR_CHECK_MS = 3000;
