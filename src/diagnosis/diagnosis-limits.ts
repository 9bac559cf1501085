/**
 * Requests that one diagnosis sends, not counting preflights, which the browser adds. At the limit the remaining tests
 * are left out, and the finding `request-limit` says so.
 */
export const MAX_DIAGNOSIS_REQUESTS = 28;

/**
 * Requests of {@link MAX_DIAGNOSIS_REQUESTS} that are reserved for closing sessions, so that an opened session can
 * always be closed.
 */
export const DIAGNOSIS_REQUESTS_FOR_CLOSING = 2;

/** Milliseconds within which each request of a diagnosis must be answered, unless `timeoutMs` is given. */
export const DIAGNOSIS_TIMEOUT_MS = 8000;

/** Rounds of probes: the result of one round can require another. After the last, open questions stay open. */
export const MAX_DIAGNOSIS_ROUNDS = 4;

/** Headers of the page that are tested one by one. Further ones are not tested. */
export const MAX_TESTED_PAGE_HEADERS = 4;

/** Bytes of an answer that are read. The rest is not received. */
export const MAX_DIAGNOSIS_BODY_BYTES: number = 16 * 1024;

/**
 * Headers of an answer that are kept as evidence, those that matter to a diagnosis first. A server may send thousands,
 * and somebody shows them. The rest is left out.
 */
export const MAX_EVIDENCE_HEADERS = 40;

/** Characters of an answer, or of one of its headers, that evidence quotes. The rest is cut. */
export const MAX_EVIDENCE_LENGTH = 300;
