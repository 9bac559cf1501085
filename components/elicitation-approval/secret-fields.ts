import type { FormNode } from '../../src/schema/index.js';
import { soundsSecret } from '../../src/consent/index.js';

/**
 * The names of the fields that ask for something a server must not ask for in a form: passwords, keys, card numbers.
 * A guess from the words the server itself uses; it errs on the side of warning.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#security-considerations
 */
export function secretFields(form: FormNode): readonly string[] {
  if (form.kind !== 'object') return [];
  return form.properties.flatMap(({ name, node }) => {
    const asksFor = [name, node.title ?? '', node.description ?? ''];
    const isSecret = (node.kind === 'string' && node.format === 'password') || asksFor.some(soundsSecret);
    return isSecret ? [node.title ?? name] : [];
  });
}
