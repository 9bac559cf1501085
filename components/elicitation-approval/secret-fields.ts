import type { FormNode } from '../../src/schema/index.js';

const SECRET = [
  /\b(?:pass ?(?:word|wd|phrase|code)|pwd|secret|credential|pin|cvv2?|cvc2?|otp|token)\b/,
  /\b(?:passwords|secrets|credentials)\b/,
  /\b(?:api|access|private|secret|ssh|signing|encryption|recovery) ?(?:key|code)s?\b/,
  /\b(?:credit ?card|card ?(?:number|no)|account ?(?:number|no)|iban|social security)\b/,
];

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

function soundsSecret(text: string): boolean {
  // apiKey, api_key and api-key are all two words.
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .toLowerCase();
  return SECRET.some((pattern) => pattern.test(words));
}
