import { type TemplateResult, nothing } from 'lit';
import { hasHidden } from '../../src/content/index.js';
import type { Json, JsonObject } from '../../src/index.js';
import { type SchemaPlace, itemOf, memberOf, schemaPlaceOf, secrecyOf } from '../../src/schema/index.js';
import { notice } from '../internal/notice.js';
import { t } from './messages.js';

/** Warnings about the arguments before they are sent. */
export function cautionNotes(cautions: readonly Caution[]): TemplateResult | typeof nothing {
  if (cautions.length === 0) return nothing;
  const placesOf = (kind: Caution['kind']): string =>
    [...new Set(cautions.filter((caution) => caution.kind === kind).map(({ path }) => `“${path}”`))].join(', ');
  const secret = placesOf('secret');
  const hidden = placesOf('hidden');
  return notice({
    tone: 'warning',
    part: 'warning',
    name: 'caution',
    title: t('toolApproval.lookAtThisBefore'),
    lines: [
      secret && t('toolApproval.looksLikeAPassword', { secret }),
      hidden && t('toolApproval.holdsCharactersThatCannot', { hidden }),
    ],
  });
}

/** Something in the arguments that a person should see before they are sent. */
interface Caution {
  readonly kind: 'secret' | 'hidden';
  /** Its path: `headers.authorization`. */
  readonly path: string;
}

/** Values that are checked. The arguments are shown whole. */
const MAX_WARNED_VALUES = 10_000;

/** Paths that are named in the warnings. */
const MAX_SHOWN_CAUTIONS = 20;

/** Finds values that are or may be secrets, and values with hidden characters. @param schema of the arguments */
export function cautionsIn(args: JsonObject, schema?: unknown): readonly Caution[] {
  const cautions: Caution[] = [];
  const waiting: [path: string, name: string, value: Json, place: SchemaPlace][] = [
    ['', '', args, schemaPlaceOf(schema)],
  ];
  for (let seen = 0; waiting.length > 0 && seen < MAX_WARNED_VALUES && cautions.length < MAX_SHOWN_CAUTIONS; seen++) {
    const [path, name, value, place] = waiting.shift()!;
    if (hasHidden(name)) cautions.push({ kind: 'hidden', path });
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [at, [key, child]] of Object.entries(value).slice(0, MAX_WARNED_VALUES).entries()) {
        const inside = isList ? itemOf(place, at) : memberOf(place, key, value as JsonObject);
        waiting.push([path === '' ? key : `${path}.${key}`, isList ? name : key, child, inside]);
      }
      continue;
    }
    if (secrecyOf(place, value) !== 'none') cautions.push({ kind: 'secret', path });
    if (typeof value === 'string' && hasHidden(value)) cautions.push({ kind: 'hidden', path });
  }
  return cautions;
}
