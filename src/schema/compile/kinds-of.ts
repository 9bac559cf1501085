import type { Flat } from './flat.js';
import { jsonTypeOf, type JsonType } from '../json-value.js';

/** The types of values a schema is about, without `null`: those it names, or else those its keywords are for. */
export function typesIn(flat: Flat): readonly JsonType[] {
  if (!flat.types) return KINDS.filter(([, isAbout]) => isAbout(flat)).map(([type]) => type);
  return [...flat.types].filter((type) => type !== 'null' && !(type === 'integer' && flat.types?.has('number')));
}

const isSaid = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value instanceof Set
      ? value.size > 0
      : value !== undefined && value !== false;

const KINDS: readonly (readonly [JsonType, (flat: Flat) => boolean])[] = [
  [
    'object',
    (flat) => Object.values(flat.object).some(isSaid) || flat.conditions.some((condition) => condition.isOfObject),
  ],
  ['array', (flat) => Object.values(flat.list).some(isSaid)],
  ['string', (flat) => Object.values(flat.texts).some(isSaid)],
  ['number', (flat) => Object.values(flat.numbers).some(isSaid)],
];

/** The one type a schema accepts, where there is one. */
export function onlyType(flat: Flat): JsonType | undefined {
  if (flat.values) {
    const kinds = new Set(flat.values.map(({ value }) => jsonTypeOf(value)));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }
  const types = flat.types ? typesIn(flat) : [];
  return types.length === 1 && !flat.types?.has('null') ? types[0] : undefined;
}
