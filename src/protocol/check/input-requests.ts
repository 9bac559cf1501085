import { McpError } from '../../errors.js';
import { asObject, asString } from './object.js';

/** A server's questions by the keys their answers go back under. */
export type InputRequests = Readonly<Record<string, { readonly method: string; readonly params: unknown }>>;

/**
 * Questions inside a result; absent ones are none.
 * @param method what was asked for when they came
 * @throws McpError `bad-message` where one of them does not say what is asked
 */
export function readInputRequests(method: string, raw: unknown): InputRequests {
  const requests = asObject(raw ?? {});
  if (!requests) throw withoutSayingWhat(method);
  return Object.fromEntries(
    Object.entries(requests).map(([key, value]) => {
      const ask = asObject(value);
      const asked = asString(ask?.['method']);
      if (asked === undefined) throw withoutSayingWhat(method);
      return [key, { method: asked, params: ask?.['params'] }];
    }),
  );
}

export function withoutSayingWhat(method: string): McpError {
  return new McpError('bad-message', `The server’s answer to ${method} asks for input without saying what.`);
}
