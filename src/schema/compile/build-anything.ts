import { EMPTY, type Flat } from './flat.js';
import type { Alternative, ChoiceNode, ConstantNode, FormNode, JsonNode, ObjectNode, UnionNode } from '../form-node.js';
import { buildMap } from './build-map.js';
import { lazily } from './lazily.js';
import { jsonTypeLabel, type JsonType } from '../json-value.js';
import { factsOf, lateDefault, placeOf, withDefault, type Compiler, type Place } from './place.js';

/** Where no field can be made of what the server says. */
export function buildFault(flat: Flat, place: Place, reason: string): JsonNode {
  return jsonNode(flat, place, reason, false);
}

/** Null and nothing else. */
export function buildNull(flat: Flat, place: Place): ConstantNode {
  return withDefault(flat, { ...factsOf(flat, place), nullable: false, kind: 'constant', value: null });
}

/** `false`, or demands that contradict each other: a choice of nothing. */
export function buildNothing(flat: Flat, place: Place): ConstantNode | ChoiceNode {
  if (place.nullable) return buildNull(flat, place);
  return { ...factsOf(flat, place), nullable: false, loose: false, kind: 'choice', options: [] };
}

function jsonNode(flat: Flat, place: Place, reason: string, anything: boolean): JsonNode {
  // JSON can say null itself, so the editor needs no switch for it.
  const facts = { ...factsOf(flat, place), nullable: false };
  return withDefault(flat, { ...facts, kind: 'json', anything, reason, types: [...(flat.types ?? [])] });
}

const EVERY_TYPE: readonly JsonType[] = ['string', 'number', 'boolean', 'array'];

/**
 * Anything at all. The kinds one after the other, so that nobody has to know JSON to send a text or a number, and JSON
 * itself as the last of them, for what is pasted.
 */
export function buildAnything(flat: Flat, place: Place, compiler: Compiler): UnionNode {
  const alternatives = (): readonly Alternative[] => [
    ...EVERY_TYPE.map((type) => {
      const only: Flat = { ...EMPTY, types: new Set([type]) };
      return alternative(jsonTypeLabel(type), () => compiler.interpret(only, placeOf(true, place.name)));
    }),
    alternative(jsonTypeLabel('object'), () => freeMap(compiler)),
    alternative('JSON', () => jsonNode(EMPTY, placeOf(true), 'The server accepts any value here.', true)),
  ];
  return openUnion(flat, { ...place, nullable: true }, alternatives);
}

/** Any object: names and values typed one by one, or the whole as JSON. */
export function buildFreeObject(flat: Flat, place: Place, compiler: Compiler): UnionNode {
  const only: Flat = { ...EMPTY, types: new Set(['object']) };
  return openUnion(flat, place, () => [
    alternative('Names and values', () => freeMap(compiler)),
    alternative('JSON', () => jsonNode(only, placeOf(place.schema), 'The server accepts any object here.', true)),
  ]);
}

function freeMap(compiler: Compiler): ObjectNode {
  return buildMap({ ...EMPTY, types: new Set(['object']) }, placeOf(true), compiler);
}

function alternative(label: string, node: () => FormNode): Alternative {
  return lazily({ label, description: undefined }, { node });
}

function openUnion(flat: Flat, place: Place, alternatives: () => readonly Alternative[]): UnionNode {
  const known = { ...factsOf(flat, place), kind: 'union' as const, exclusive: false, discriminator: undefined };
  const node: UnionNode = lazily(known, { alternatives, ...lateDefault(flat, () => node) });
  return node;
}
