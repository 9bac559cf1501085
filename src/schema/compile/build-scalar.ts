import type { Flat, TextRules } from './flat.js';
import type { NumberNode, Option, Rule, StringNode } from '../form-node.js';
import { optionOf } from './merge-values.js';
import { factsOf, withDefault, type Compiler, type Place } from './place.js';
import { looksBase64, looksMultiline } from './text-hints.js';
import { multipleRule, textRule } from './rules.js';

export function buildString(flat: Flat, place: Place, compiler: Compiler, known: readonly Option[] = []): StringNode {
  const { texts, words } = flat;
  const { title, description, nullable, examples, deprecated, readOnly, loose, rules, schema } = factsOf(flat, place);
  const base64 = looksBase64(flat);
  // Spelled out: there are hundreds of these in a form, and copying them key by key took a fifth of its time.
  return withDefault(flat, {
    title,
    description,
    nullable,
    default: undefined,
    examples,
    deprecated,
    readOnly,
    loose,
    rules: texts.patterns.length + texts.formats.length > 1 ? [...rules, ...textRules(texts, compiler)] : rules,
    schema,
    kind: 'string',
    multiline: !base64 && looksMultiline(place.name, flat),
    base64,
    contentMediaType: texts.contentMediaType,
    minLength: texts.minLength,
    maxLength: texts.maxLength,
    pattern: texts.patterns[0],
    format: texts.formats[0],
    suggestions: known.length > 0 ? known : words.examples.flatMap(exampleOf),
  });
}

/** The patterns and formats besides the first of each. */
function textRules({ patterns, formats }: TextRules, compiler: Compiler): readonly Rule[] {
  return [
    ...patterns.slice(1).map((pattern) => textRule({ type: 'string', pattern }, compiler)),
    ...formats.slice(1).map((format) => textRule({ type: 'string', format }, compiler)),
  ];
}

function exampleOf(example: unknown): readonly Option[] {
  return typeof example === 'string' && example !== '' ? [optionOf(example)] : [];
}

export function buildNumber(flat: Flat, place: Place, integer: boolean): NumberNode {
  const { steps, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat.numbers;
  const { title, description, nullable, examples, deprecated, readOnly, loose, rules, schema } = factsOf(flat, place);
  return withDefault(flat, {
    title,
    description,
    nullable,
    default: undefined,
    examples,
    deprecated,
    readOnly,
    loose,
    rules: steps.length > 1 ? [...rules, ...steps.slice(1).map(multipleRule)] : rules,
    schema,
    kind: 'number',
    integer,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf: steps[0],
  });
}
