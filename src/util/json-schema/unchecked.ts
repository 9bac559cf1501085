/** A value cannot be held against a schema; the message says why, as what follows a colon. */
export class Unchecked extends Error {}
