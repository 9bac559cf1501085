import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { buildForm, FormState, isDeclaredSecret, type FormNode } from '../../src/schema/index.js';
import { argumentsFor, groups, toolSchema, type KeywordCase } from './keywords/index.mjs';

function nodeOf(given: KeywordCase): FormNode | undefined {
  const whole = buildForm(toolSchema(given));
  if (given.root) return whole;
  return whole.kind === 'object' ? whole.properties.find(({ name }) => name === 'value')?.node : undefined;
}

function formWith(given: KeywordCase, value: Json): FormState {
  return new FormState(buildForm(toolSchema(given)), argumentsFor(given, value));
}

const spelled = (value: Json): string => JSON.stringify(value).slice(0, 60);

for (const { title, cases } of groups) {
  describe(`JSON Schema: ${title}`, () => {
    for (const given of cases) {
      describe(given.keyword, () => {
        it(`is ${given.ours} (${given.kind})`, () => {
          const node = nodeOf(given);
          expect(node?.kind ?? 'none').to.equal(given.kind);
          for (const [name, value] of Object.entries(given.facts ?? {})) {
            expect(node?.[name as keyof FormNode], name).to.deep.equal(value);
          }
          const field = given.root ? undefined : new FormState(buildForm(toolSchema(given))).field('/value');
          expect(field ? isDeclaredSecret(field) : false, 'secret').to.equal(given.isDeclaredSecret === true);
        });

        for (const value of given.good) {
          it(`sends ${spelled(value)} as it is`, async () => {
            const checked = await formWith(given, value).check();
            expect(checked.ok ? [] : checked.issues).to.deep.equal([]);
            expect(checked.ok && checked.value).to.deep.equal(argumentsFor(given, value));
          });
        }

        for (const value of given.bad) {
          it(`refuses ${spelled(value)} at its place`, async () => {
            const checked = await formWith(given, value).check();
            expect(checked.ok).to.equal(false);
            if (checked.ok || given.root) return;
            for (const { pointer } of checked.issues) expect(`${pointer}/`).to.match(/^\/value\//);
          });
        }
      });
    }
  });
}
