import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { buildForm, FormState } from '../../src/schema/index.js';
import { generate, type Wish } from '../forms/arguments/generate.js';
import { Random } from '../support/random.js';
import { cfworkerReferee } from '../forms/arguments/referee.js';
import { randomObject, randomSchema } from './random-schema.js';

const SCHEMAS = 200;
const WISHES: readonly Wish[] = ['least', 'some', 'everything'];

interface Case {
  readonly schema: unknown;
  readonly value: Json;
  readonly isFine: boolean;
}

/** Values for schemas put together by chance, and whether a validator that knows nothing of forms takes them. */
function* cases(): Generator<Case> {
  const random = new Random('round trip');
  for (let count = 0; count < SCHEMAS; count++) {
    const schema = randomSchema(random);
    const referee = cfworkerReferee(schema);
    if (!referee) continue;
    const made = WISHES.map((wish) => generate(schema, `${count}`, wish));
    const wild = Array.from({ length: 4 }, () => randomObject(random));
    for (const value of [...made, ...wild])
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        yield { schema, value, isFine: referee.faults(value).length === 0 };
  }
}

/** The same text for the same value, in whatever order its properties are. */
const spelled = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const shown = ({ schema, value }: Case): string => `${JSON.stringify(value)} for ${JSON.stringify(schema)}`;

describe('arguments → form → arguments', () => {
  let all: readonly Case[];
  before(() => {
    all = [...cases()];
  });

  it('has enough to go by', () => {
    expect(all.filter(({ isFine }) => isFine).length).to.be.above(250);
    expect(all.filter(({ isFine }) => !isFine).length).to.be.above(250);
  });

  it('is the same value, right or wrong', () => {
    for (const one of all) {
      const { draft } = new FormState(buildForm(one.schema), one.value);
      expect(spelled(draft), shown(one)).to.equal(spelled(one.value));
    }
  });

  it('refuses nothing that is right', () => {
    for (const one of all.filter(({ isFine }) => isFine)) {
      const reading = new FormState(buildForm(one.schema), one.value).toArguments();
      expect(spelled(reading.ok ? reading.value : reading.issues), shown(one)).to.equal(spelled(one.value));
    }
  });

  it('sends nothing that is wrong', async () => {
    for (const one of all.filter(({ isFine }) => !isFine)) {
      const checked = await new FormState(buildForm(one.schema), one.value).check();
      expect(checked.ok && !checked.unchecked, shown(one)).to.equal(false);
    }
  });

  it('goes through text as well', () => {
    for (const one of all.filter(({ isFine }) => isFine)) {
      const form = new FormState(buildForm(one.schema));
      form.readText(new FormState(buildForm(one.schema), one.value).text);
      expect(spelled(form.draft), shown(one)).to.equal(spelled(one.value));
    }
  });
});
