import type { ElicitationPage, ElicitationRequest } from '../model.js';
import { asObject, asString, compact } from './object.js';

/** Characters of an address that a server may want opened. Browsers refuse far longer ones too. */
export const MAX_URL_LENGTH = 8192;

/** Marks a question whose answer sends its call again. A symbol: no server can write it. */
const RESUMES_CALL: unique symbol = Symbol('resumes the call');

/** The same parameters, marked: the call they came with goes out again once they are answered. */
export function resumingCall(params: unknown): unknown {
  const raw = asObject(params);
  return raw ? { ...raw, [RESUMES_CALL]: true } : params;
}

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
    const fault = faultOfUrl(url);
    if (fault !== undefined) return fault;
    return compact<ElicitationPage>({
      mode,
      message,
      url: url!,
      elicitationId: asString(raw['elicitationId']),
      resumesCall: RESUMES_CALL in raw || undefined,
    });
  }
  if (mode !== 'form') return `This client has no elicitation mode “${asString(mode) ?? typeof mode}”.`;
  const requestedSchema = asObject(raw['requestedSchema']);
  return requestedSchema ? { mode, message, requestedSchema } : 'The request has no requestedSchema.';
}

/** Why an address is not put before a person at all: what it is made of could do more than show a page. */
function faultOfUrl(url: string | undefined): string | undefined {
  if (!url) return 'The request names no url.';
  if (url.length > MAX_URL_LENGTH) return `The url has more than ${MAX_URL_LENGTH} characters.`;
  let protocol: string;
  try {
    ({ protocol } = new URL(url));
  } catch {
    return 'The url is not the address of a page.';
  }
  return /^https?:$/.test(protocol) ? undefined : `This client opens pages on http and https only, not “${protocol}”.`;
}
