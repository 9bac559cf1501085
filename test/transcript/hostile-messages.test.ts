import { expect } from '@esm-bundle/chai';
import { BLOB_SIGN, MAX_BODY_CHARACTERS, MAX_BODY_VALUES } from '../../src/transcript/entry.js';
import { keepBlobs } from '../../src/transcript/recorder.js';
import { Redactor, SECRET_SIGN } from '../../src/util/redactor.js';
import { allowing } from '../fixtures/allowing.js';
import { mainThreadMs } from '../forms/thread-time.js';
import { writeBody } from '../../src/transcript/write-body.js';
import { learnSecrets } from '../../src/transcript/learn-secrets.js';

const redactor = new Redactor();
/** What is written, and the milliseconds that it takes of the main thread. */
const timed = async (value: unknown): Promise<[body: ReturnType<typeof writeBody>, ms: number]> => {
  let body!: ReturnType<typeof writeBody>;
  const ms = await mainThreadMs(async () => void (body = writeBody(value, { redactor })));
  return [body, ms];
};

describe('messages that are too much', () => {
  it('a long text is cut, and its real size said', async () => {
    const [body, ms] = await timed({ text: 'x y '.repeat(2_500_000) });
    expect(body.isCut).to.equal(true);
    expect(body.json.length).to.be.at.most(MAX_BODY_CHARACTERS);
    expect(body.size).to.equal(10_000_011);
    expect(ms).to.be.below(allowing(200));
  });

  it('many values are counted up to a limit', async () => {
    const [body, ms] = await timed(Array.from({ length: 1_000_000 }, (_, at) => ({ at, name: `n${at}` })));
    expect(body).to.include({ isCut: true, isMore: true });
    expect(body.size).to.be.at.least(MAX_BODY_VALUES);
    expect(ms).to.be.below(allowing(200));
  });

  const many = (count: number, named: (at: number) => string = (at) => `n${at}`): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [named(at), 'plain']));
  const byNumber = (count: number, of: (at: number) => readonly [string, unknown]): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => of(at)));
  for (const [what, schema, value] of [
    [
      'much about each',
      { allOf: Array.from({ length: 400 }, (_, at) => ({ additionalProperties: { minLength: at } })) },
      many(50_000),
    ],
    ['much by patterns', { patternProperties: byNumber(400, (at) => [`^a${at}.*x`, {}]) }, many(20_000)],
    [
      'much by patterns that take long',
      { patternProperties: byNumber(400, (at) => [`a*b*c${at}`, {}]) },
      many(20, (at) => 'a'.repeat(3000) + at),
    ],
    [
      'the same in a long round',
      {
        additionalProperties: { $ref: '#/$defs/d0' },
        $defs: byNumber(450, (at) => [`d${at}`, { $ref: `#/$defs/d${(at + 1) % 450}` }]),
      },
      many(50_000),
    ],
  ] as const)
    it(`many values of which a schema says ${what} are hidden rather than looked at for long`, async function () {
      this.timeout(60_000);
      const rules = { redactor: new Redactor(), schemas: { structuredContent: schema, arguments: schema } };
      const ms = await mainThreadMs(async () => {
        writeBody({ structuredContent: value }, rules);
        learnSecrets({ arguments: value }, rules.redactor, rules.schemas);
      });
      expect(ms).to.be.below(allowing(1500));
    });

  it('what is usual is looked at to its end: nothing of 20,000 rows is hidden', () => {
    const row = {
      type: 'object',
      properties: { id: { type: 'string' }, at: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    };
    const schema = {
      type: 'object',
      properties: { rows: { type: 'array', items: { $ref: '#/$defs/row' } } },
      $defs: { row },
    };
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, at: null }));
    const { json } = writeBody({ structuredContent: { rows } }, { redactor, schemas: { structuredContent: schema } });
    expect(json).not.to.contain(SECRET_SIGN);
  });

  it('depth ends, in JSON that can be read', async () => {
    let deep: unknown = 'core';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const [body] = await timed(deep);
    expect(body.json).to.contain('nested too deep');
    expect(() => JSON.parse(body.json)).not.to.throw();
  });

  it('keys of the prototype are keys', async () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":"x","toString":"y"}') as object;
    const [body] = await timed(value);
    expect(JSON.parse(body.json)).to.have.own.property('__proto__');
    expect(JSON.stringify(JSON.parse(body.json))).to.equal(JSON.stringify(value));
  });

  it('what JSON has no word for does no harm', async () => {
    const circle: Record<string, unknown> = { a: undefined, b: Number.NaN, c: 10n, d: () => 1, e: Symbol('x') };
    circle['self'] = circle;
    const [body] = await timed(circle);
    expect(() => JSON.parse(body.json)).not.to.throw();
  });

  it('base64 is kept apart, once for each content', async () => {
    const data = btoa('picture '.repeat(1000));
    const written = writeBody([{ data }, { data }, { data: `${BLOB_SIGN}0` }], { redactor });
    const { body, blobs } = await keepBlobs(written);
    expect(body.json.length).to.be.below(500);
    expect(body.size).to.be.above(2 * data.length);
    expect(new Set(blobs.map(({ hash }) => hash)).size).to.equal(1);
    expect(blobs[0]!.text).to.equal(data);
    const [one, two, other] = JSON.parse(body.json) as { data: string }[];
    expect(one!.data).to.equal(BLOB_SIGN + body.blobs![0]!);
    expect(two).to.deep.equal(one);
    expect(other!.data).to.equal(`${BLOB_SIGN}0`);
  });

  it('base64 beyond the limit is not kept, and said so', async () => {
    const { body, blobs } = await keepBlobs(writeBody({ data: 'A'.repeat(3_000_000) }, { redactor }));
    expect(blobs).to.deep.equal([]);
    expect(body.json).to.contain('3000000 characters of base64, not recorded');
  });

  it('long texts of hostile shapes take no longer than others', async () => {
    for (const text of [
      'a'.repeat(400_000),
      'password='.repeat(40_000),
      ' token:'.repeat(60_000),
      '"secret":"'.repeat(40_000),
      'eyJ'.repeat(130_000),
      'eyJ-'.repeat(100_000),
      '//a:'.repeat(100_000),
      '-----BEGIN '.repeat(40_000),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- each alone
      const [, ms] = await timed({ text });
      expect(ms, text.slice(0, 10)).to.be.below(allowing(200));
    }
  });
});
