import { soundsSecret } from '../util/secrets.js';

/** Names that hold a secret wherever in a name they stand, also written as one word. */
const INSIDE =
  /passw|passphrase|secret|token|apikey|authoriz|cookie|credential|bearer|privatekey|accesskey|signature|jwt|sessionid/;
/** The protocol's own, and amounts: nothing to hide. */
const HARMLESS = /^(?:progresstoken|nexttoken|pagetoken|tokens?(?:type|count|limit|budget|usage))$/;

/** Names seen, since the same ones come with every message. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 2000;

/** Characters of a name that are looked at. */
const LOOKED_AT = 100;

/** Whether what has that name is not to be noted. A guess; it errs on the side of hiding. */
export function isSecretName(name: string): boolean {
  const found = known.get(name);
  if (found !== undefined) return found;
  const isSecret = judge(name.slice(0, LOOKED_AT)) || (name.length > LOOKED_AT && judge(name.slice(-LOOKED_AT)));
  if (name.length <= LOOKED_AT) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, isSecret);
  }
  return isSecret;
}

function judge(name: string): boolean {
  const squashed = name.replace(/[^a-z0-9]/gi, '').toLowerCase();
  if (HARMLESS.test(squashed)) return false;
  return INSIDE.test(squashed) || soundsSecret(name);
}
