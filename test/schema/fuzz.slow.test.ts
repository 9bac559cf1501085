import { aTimeout, expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import type { Json } from '../../src/index.js';
import {
  buildArgumentsForm,
  buildForm,
  type FieldState,
  FormState,
  nodesOf,
  readJson,
} from '../../src/schema/index.js';

/** The same cases in each run; a failure is shrunk to the smallest schema that fails. */
const SEED = 20261125;
const CASES = 20_000;
/** Cases of which the full check is tried too. */
const CHECKED_CASES = 2_000;
const CASES_PER_TASK = 10;
/** Fields in one: the shown properties, and some that the person adds. */
const MAX_PARTS = 400;

const NAMES = [
  'a',
  'b',
  'c',
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'a/b',
  '~',
  '$ref',
  '0',
  '\u202e',
];
const NUMBERS = [0, -0, 1, 2, -1, 1.5, 0.1, 1e21, 1e308, 5e-324, 2 ** 53, 2 ** 63, -(2 ** 64), 1e-7, 4_294_967_296];
const TEXTS = [
  '',
  ' ',
  'a',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  '1',
  'null',
  '2026-11-20',
  '\u202e',
  '\ud83d',
  '≈1',
  'x'.repeat(5_000),
];
const PATTERNS = [
  '^a',
  '^(a+)+$',
  '^(a|a)*$',
  '(.*)*\\1$',
  '(',
  '\\A[[:alpha:]]\\z',
  '^[a-z0-9-]+$',
  '^(?:a{1,1000}){1,1000}$',
  '(?=(a+)+b)',
  '(?<=a+)b',
  '^\\p{L}+$',
  '[\\w-.]',
  '',
];
const FORMATS = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'regex', 'byte', 'password', 'made-up', 'ipv6'];
const REFERENCES = [
  '#',
  '#/$defs/x',
  '#/$defs/y',
  '#/properties/a',
  '#/$defs/x/items',
  '#x',
  '#/%',
  '#/nowhere',
  'https://example.com/x',
];
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'unknown'];

const name = fc.constantFrom(...NAMES);
const text = fc.constantFrom(...TEXTS);
const number = fc.constantFrom(...NUMBERS);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));

/** Any keyword with a value of its kind, or now and then with any value. */
const { schema } = fc.letrec<{ schema: unknown; object: object }>((tie) => {
  const inner = tie('schema');
  const list = fc.array(inner, { maxLength: 3 });
  const map = fc.dictionary(name, inner, { maxKeys: 3 });
  const names = fc.array(name, { maxLength: 3 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(fc.constantFrom(...TYPES), fc.array(fc.constantFrom(...TYPES), { maxLength: 3 })),
    title: text,
    description: text,
    default: value,
    examples: fc.array(value, { maxLength: 3 }),
    enum: fc.array(value, { maxLength: 4 }),
    const: value,
    readOnly: fc.boolean(),
    writeOnly: fc.boolean(),
    nullable: fc.boolean(),
    minLength: number,
    maxLength: number,
    pattern: fc.constantFrom(...PATTERNS),
    format: fc.constantFrom(...FORMATS),
    contentEncoding: fc.constantFrom('base64', 'x'),
    minimum: number,
    maximum: number,
    exclusiveMinimum: fc.oneof(number, fc.boolean()),
    multipleOf: number,
    properties: map,
    required: names,
    additionalProperties: inner,
    patternProperties: fc.dictionary(fc.constantFrom(...PATTERNS), inner, { maxKeys: 2 }),
    propertyNames: inner,
    minProperties: number,
    maxProperties: number,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }),
    dependentSchemas: map,
    dependencies: fc.dictionary(name, fc.oneof(names, inner), { maxKeys: 2 }),
    unevaluatedProperties: inner,
    items: fc.oneof(inner, list),
    prefixItems: list,
    additionalItems: inner,
    unevaluatedItems: inner,
    minItems: number,
    maxItems: number,
    uniqueItems: fc.boolean(),
    contains: inner,
    minContains: number,
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
    $ref: fc.constantFrom(...REFERENCES),
    $dynamicRef: fc.constantFrom(...REFERENCES),
    $anchor: fc.constant('x'),
    $defs: fc.record({ x: inner, y: inner }, { requiredKeys: [] }),
    $schema: fc.constantFrom('http://json-schema.org/draft-07/schema#', 'http://json-schema.org/draft-04/schema#', 'x'),
  };
  const keyword = fc
    .constantFrom(...Object.keys(keywords))
    .chain((key) =>
      fc
        .oneof({ weight: 9, arbitrary: keywords[key]! }, { weight: 1, arbitrary: value })
        .map((what) => [key, what] as const),
    );
  const object = fc.array(keyword, { minLength: 1, maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));
  return {
    object,
    schema: fc.oneof({ maxDepth: 4, depthSize: 'small' }, fc.boolean(), fc.constant({}), {
      weight: 6,
      arbitrary: object,
    }),
  };
});

/** What a person does to a field, by chance. */
const act = fc.record({ at: fc.nat(40), what: fc.nat(9), text, value });
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Fields that are looked at: a recursive schema has no last one. */
const MAX_FIELDS = 200;

function fieldsOf(root: FieldState): readonly FieldState[] {
  const found = [root];
  for (const field of found) if (found.length < MAX_FIELDS) found.push(...field.parts);
  return found;
}

function perform(form: FormState, { at, what, text: typed, value: given }: Act): void {
  const fields = fieldsOf(form.root);
  const field = fields[at % fields.length]!;
  const { node } = field;
  const acts = [
    () => field.setText(typed),
    () => field.include(),
    () => field.leaveOut(),
    () => field.setNull(),
    () => field.setFlag(true),
    () => node.kind === 'choice' && field.setOption(at % Math.max(1, node.options.length)),
    () => node.kind === 'union' && field.choose(at % Math.max(1, node.alternatives.length)),
    () => field.addRow(),
    () => field.addEntry(typed)?.rename(typed),
    () => field.setValue(given),
  ];
  acts[what % acts.length]!();
}

/** Everything that a form does with a schema without a page. */
function useForm(given: unknown, initial: Json | undefined, acts: readonly Act[]): FormState {
  for (const node of nodesOf(buildArgumentsForm(given))) void node.default;
  const node = buildForm(given);
  const form = new FormState(node, initial);
  for (const each of acts) perform(form, each);
  for (const field of fieldsOf(form.root)) void [field.label, field.pointer, field.issues];
  const reading = form.toArguments();
  // What is sent is JSON that says the same when it is read.
  if (reading.ok) expect(readJson(JSON.stringify(reading.value)).ok, 'what is sent can be read').to.equal(true);
  const snapshot = form.snapshot();
  const again = new FormState(node);
  again.restore(snapshot && (JSON.parse(JSON.stringify(snapshot)) as typeof snapshot));
  void again.text;
  form.readText(form.text);
  return form;
}

describe('a form of a schema that is put together by chance', function () {
  this.timeout(600_000);

  it('never throws, ends with no more fields than a page can show, and sends what can be read', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        schema,
        fc.option(value, { nil: undefined }),
        fc.array(act, { maxLength: 6 }),
        async (one, initial, acts) => {
          // Limits of the time in one task begin again with the next task.
          if (++count % CASES_PER_TASK === 0) await aTimeout(0);
          const { root } = useForm(one, initial, acts);
          expect(root.parts.length).to.be.at.most(MAX_PARTS);
        },
      ),
      { seed: SEED, numRuns: CASES },
    );
  });

  it('is checked in full without a throw', async () => {
    await fc.assert(
      fc.asyncProperty(schema, value, fc.array(act, { maxLength: 4 }), async (one, initial, acts) => {
        const form = useForm(one, initial, acts);
        const checked = await form.check();
        if (!checked.ok) expect(checked.issues.length).to.be.above(0);
      }),
      { seed: SEED, numRuns: CHECKED_CASES },
    );
  });
});
