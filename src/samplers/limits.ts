/** Characters of one answer, tools and all: a model of today says at most some 500,000. Beyond, it is not an answer. One event of the stream may hold it whole. */
export const MAX_ANSWER_LENGTH: number = 4 * 1024 * 1024;
/** Tools that one answer may want used. */
export const MAX_TOOL_CALLS = 128;
/** Bytes of a refusal that are read for its reason. */
export const MAX_REFUSAL_BYTES: number = 16 * 1024;
/** Characters of the endpoint's own words that are shown. */
export const MAX_REASON_LENGTH = 300;
/** Milliseconds without a byte before an endpoint is given up: models that think first send signs of life, or begin within a minute. */
export const QUIET_MS = 120_000;
/** Milliseconds that one answer may take in all, as long as a call may. */
export const WHOLE_MS = 600_000;
