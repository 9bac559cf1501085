import type { SessionOptions } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';

/** Answers as a person does who sends the form as it comes: with the defaults of its schema. */
export const acceptDefaults: NonNullable<SessionOptions['elicitor']> = async (request) => {
  if (request.mode !== 'form') return { action: 'decline' };
  const filled = new FormState(buildForm(request.requestedSchema)).toArguments();
  return filled.ok ? { action: 'accept', content: filled.value } : { action: 'decline' };
};
