import type { Redactor } from '../secrets/redactor.js';
import { credentialsIn } from '../secrets/credentials.js';
import { itemOf, secrecyOf, secrecyOfPlace } from '../secrets/schema-secrecy.js';
import { inside, type Spot, top } from './body-spot.js';
import { MAX_BODY_DEPTH, MAX_BODY_VALUES } from './body.js';
import type { MessageSchemas } from './message-schemas.js';

/**
 * Adds the secrets in what this client sends to the redactor, before a response arrives. Arguments that the user chose
 * to store are not added.
 */
export function learnSecrets(value: unknown, redactor: Redactor, schemas: MessageSchemas): void {
  let left = MAX_BODY_VALUES;
  const look = (part: unknown, spot: Spot, depth: number): void => {
    if (--left < 0 || depth >= MAX_BODY_DEPTH) return;
    if (typeof part === 'string' || typeof part === 'number') return learn(part, spot);
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      const pointer = `${spot.pointer}/*`;
      for (const [at, item] of part.entries())
        look(item, { ...spot, place: itemOf(spot.place, at), pointer }, depth + 1);
    } else
      for (const [name, member] of Object.entries(part))
        look(member, inside(spot, name, part as Readonly<Record<string, unknown>>, schemas), depth + 1);
  };
  const learn = (part: string | number, { place, inside: of, pointer }: Spot): void => {
    const text = String(part);
    const found = secrecyOf(place, part);
    if (found === 'none') return;
    if (found === 'maybe' && of === 'arguments' && schemas.isShown?.(pointer, place)) return redactor.forget(text);
    if (secrecyOfPlace(place) !== 'none') redactor.add(text);
    // Credentials inside the text are added alone too: a server may repeat them without the text around them.
    for (const one of credentialsIn(text)) redactor.add(one);
  };
  look(value, top(), 0);
}
