import type { ElicitationRequest } from '../model.js';
import { asObject, asString } from './object.js';

/**
 * A question to the person; without a mode it is a form.
 * @returns what is wrong with it, as a sentence, where it cannot be used
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#elicitrequestparams
 */
export function readElicitationRequest(params: unknown): ElicitationRequest | string {
  const raw = asObject(params);
  if (!raw) return 'The request has no parameters.';
  const message = asString(raw['message']) ?? '';
  const mode = raw['mode'] ?? 'form';
  if (mode === 'url') {
    const url = asString(raw['url']);
    return url === undefined ? 'The request names no url.' : { mode, message, url };
  }
  if (mode !== 'form') return `This client has no elicitation mode “${asString(mode) ?? typeof mode}”.`;
  const requestedSchema = asObject(raw['requestedSchema']);
  return requestedSchema ? { mode, message, requestedSchema } : 'The request has no requestedSchema.';
}
