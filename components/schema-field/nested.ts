/** The parts of fields inside fields, handed on so that a page can style them at any depth. */
export const NESTED_PARTS = 'field, label, description, control, error, add-button, remove-button, empty-button, other';
