/** Requests that one diagnosis makes at most. Preflights, which the browser makes by itself, come on top. */
export const MAX_REQUESTS = 28;
/** Kept free of that number, so that a session that was opened can always be closed. */
export const RESERVED_FOR_GOODBYE = 2;
/** Milliseconds each request may take to be answered, where the caller names no other number. */
export const DEFAULT_TIMEOUT_MS = 8000;
/** How often the findings so far may lead to another round of requests. */
export const MAX_ROUNDS = 4;
/** Headers of the page that are tested one by one. */
export const MAX_TESTED_PAGE_HEADERS = 4;
/** Bytes of an answer that are read. */
export const MAX_BODY: number = 16 * 1024;
/** Characters of an answer, or of one of its headers, that evidence quotes. */
export const MAX_QUOTE = 300;
