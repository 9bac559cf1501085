import fc from 'fast-check';
import { MIN_SECRET_LENGTH, Redactor, SECRET_SIGN } from '../../src/secrets/redactor.js';
import { credentialsIn, holdsCredential, withoutAssigned, withoutCredentials } from '../../src/secrets/credentials.js';
import { describesSecret, MAX_JUDGED_DESCRIPTION_LENGTH } from '../../src/secrets/descriptions.js';
import { soundsSecret } from '../../src/secrets/names.js';
import { writeBody } from '../../src/wire/write-body.js';
import { anyJson, around, changedDocument, oddText } from './arbitraries.js';
import { fuzz, must } from './fuzz.js';

/** Long enough to be sought inside words too, and nothing that occurs by itself. */
const secret = fc
  .tuple(fc.stringMatching(/^[a-z]{5}[0-9]{5}$/), oddText)
  .map(([core, odd]) => `${core}${odd.toWellFormed()}`.slice(0, 60).toWellFormed());
const coreOf = (value: string): string => value.slice(0, 10);
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The ways in which a server repeats what it got. */
const repeats: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => JSON.stringify({ a: JSON.stringify([value]) }),
  (value) => encodeURIComponent(value),
  (value) => base64(value),
  (value) => base64(`user:${value}`),
  (value) => base64(`ab${value}cd`),
  (value) => inHtml(value),
  (value) => Array.from(new TextEncoder().encode(value), (byte) => byte.toString(16).padStart(2, '0')).join(''),
];

/** What of a secret must be nowhere: its core as it is, and in the form in which it was repeated. */
function mustNotHold(text: string, value: string, form: string): void {
  must(!text.includes(coreOf(value)), `It is still there: ${text.slice(0, 300)}`);
  if (form.length > 12) must(!text.includes(form), `In its form it is still there: ${text.slice(0, 300)}`);
}

describe('a secret, drawn', () => {
  fuzz(
    'that was added is in no text, however it is written',
    fc.tuple(secret, fc.nat({ max: repeats.length - 1 }), oddText, oddText, fc.boolean()),
    ([value, way, before, after, isProse]) => {
      const redactor = new Redactor();
      redactor.add(value);
      const form = repeats[way]!(value);
      const without = redactor.without(`${before}${form}${after}`, isProse);
      mustNotHold(without, value, form);
      must(redactor.without(without, isProse) === without, `Twice is another text: ${without}`);
      redactor.forget(value);
    },
    { cases: 8_000 },
  );

  fuzz(
    'that was added is in no value, nor in a name',
    fc.tuple(secret, anyJson, fc.nat({ max: repeats.length - 1 }), fc.boolean()),
    ([value, around_, way, isName]) => {
      const redactor = new Redactor();
      redactor.add(value, 'us');
      const form = repeats[way]!(value);
      const held = isName ? { [`x${form}`]: around_ } : { deep: [around_, { said: form }] };
      mustNotHold(JSON.stringify(redactor.withoutIn(held)), value, form);
      mustNotHold(writeBody(held, { redactor, keepsBlobs: true }).json, value, form);
      redactor.forget(value);
    },
    { cases: 4_000 },
  );

  fuzz(
    'leaves everything else as it is',
    fc.tuple(anyJson, oddText),
    ([value, text]) => {
      const redactor = new Redactor();
      must(redactor.withoutKnown(text) === text, 'Without a secret it is another text.');
      const read = redactor.withoutIn(value);
      if (!redactor.isIn(JSON.stringify(value))) must(read === value, 'Without a secret it is another value.');
    },
    { cases: 4_000 },
  );

  fuzz(
    'too short to be sought is not, and the longest is sought by its beginning',
    fc.tuple(fc.string({ maxLength: MIN_SECRET_LENGTH }), around(10_000, 3, fc.stringMatching(/^[a-z]{8}[0-9]{4}$/))),
    ([short, long]) => {
      const redactor = new Redactor();
      redactor.add(short.slice(0, MIN_SECRET_LENGTH - 1));
      must(redactor.without('abc def') === 'abc def', 'A short one is sought.');
      redactor.add(long);
      must(!redactor.without(`x ${long} y`, true).includes(`x ${long.slice(0, 8)}`), 'It is still there.');
      redactor.forget(long.slice(0, 10_000));
    },
    { cases: 300 },
  );

  fuzz(
    'by its form is found without trouble, and nothing is found twice',
    fc.oneof(around(50_000, 200), around(3000, 20)),
    (text) => {
      const without = withoutAssigned(withoutCredentials(text, SECRET_SIGN), SECRET_SIGN);
      must(!holdsCredential(withoutCredentials(text, SECRET_SIGN)), `A credential is left: ${without.slice(0, 300)}`);
      credentialsIn(text);
      soundsSecret(text);
    },
    { cases: 4_000 },
  );

  fuzz(
    'that a description speaks of is judged by its beginning',
    around(MAX_JUDGED_DESCRIPTION_LENGTH, 10),
    (text) => void describesSecret(text),
    { cases: 3_000 },
  );

  fuzz(
    'in a message of the protocol leaves its structure as it is',
    fc.tuple(
      secret,
      changedDocument({
        jsonrpc: '2.0',
        method: 'tools/call',
        type: 'text',
        params: { name: 'x', arguments: { a: 's' } },
      }),
    ),
    ([value, message]) => {
      const redactor = new Redactor();
      redactor.add(value);
      for (const word of ['text', 'tools/call', 'object'])
        must(redactor.withoutAt('type', word) === word || word.includes('/'), word);
      must(JSON.stringify(redactor.withoutIn(message)) !== undefined || message === undefined, 'It is no JSON.');
      redactor.forget(value);
    },
    { cases: 2_000 },
  );
});
