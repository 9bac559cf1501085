// Mutants that no test notices, each looked at: what is changed, and why that is no hole.

/** @type {readonly { file: string, from: string, to: string, reason: string }[]} */
export const SURVIVORS = [];
