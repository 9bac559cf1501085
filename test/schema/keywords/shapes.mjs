// Schemas and words that many cases have in common.
export const text = { type: 'string' };
export const number = { type: 'number' };
/** The Inspector's editor for what it has no field for. */
export const editor = 'raw JSON editor';
export const ignored = 'ignored; what violates it is sent';
export const unknown = 'not measured';
export const unchecked = 'text box, unchecked';
