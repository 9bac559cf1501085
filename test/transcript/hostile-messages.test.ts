import { expect } from '@esm-bundle/chai';
import { BLOB_SIGN, MAX_BODY_CHARACTERS, MAX_BODY_DEPTH, MAX_BODY_VALUES } from '../../src/wire/body.js';
import { keepBlobs } from '../../src/transcript/recorder.js';
import { Redactor, SECRET_SIGN } from '../../src/secrets/redactor.js';
import { writeBody } from '../../src/wire/write-body.js';
import { learnSecrets } from '../../src/wire/learn-secrets.js';

const redactor = new Redactor();
const written = (value: unknown): ReturnType<typeof writeBody> => writeBody(value, { redactor });

/** Counts the characters in which it looks for secrets. */
class CountingRedactor extends Redactor {
  searched = 0;
  override without(...asked: Parameters<Redactor['without']>): string {
    this.searched += asked[0].length;
    return super.without(...asked);
  }
}

describe('messages that are too much', () => {
  it('a long text is cut, its real size said, and only what is kept is searched for secrets', () => {
    const counting = new CountingRedactor();
    const body = writeBody({ text: 'x y '.repeat(2_500_000) }, { redactor: counting });
    expect(body.isCut).to.equal(true);
    expect(body.json.length).to.be.at.most(MAX_BODY_CHARACTERS);
    expect(body.size).to.equal(10_000_011);
    expect(counting.searched).to.be.below(MAX_BODY_CHARACTERS + 10_000);
  });

  it('many values are counted up to a limit, and no more are read', () => {
    let read = 0;
    const items = new Proxy([] as unknown[], {
      get(target, key, receiver) {
        if (key === 'length') return 1_000_000;
        if (typeof key !== 'string' || !/^\d+$/.test(key)) return Reflect.get(target, key, receiver) as unknown;
        read++;
        return { at: Number(key), name: `n${key}` };
      },
    });
    const body = written(items);
    expect(body).to.include({ isCut: true, isMore: true });
    expect(body.size).to.be.at.least(MAX_BODY_VALUES);
    // Each item is three values.
    expect(read).to.be.within(1, MAX_BODY_VALUES / 3 + 1);
  });

  const many = (count: number, named: (at: number) => string = (at) => `n${at}`): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [named(at), 'plain']));
  const byNumber = (count: number, of: (at: number) => readonly [string, unknown]): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => of(at)));
  for (const [what, isHidden, schema, value] of [
    [
      'much about each',
      true,
      { allOf: Array.from({ length: 400 }, (_, at) => ({ additionalProperties: { minLength: at } })) },
      many(50_000),
    ],
    ['much by patterns', true, { patternProperties: byNumber(400, (at) => [`^a${at}.*x`, {}]) }, many(20_000)],
    [
      'much by patterns that take long',
      false,
      { patternProperties: byNumber(400, (at) => [`a*b*c${at}`, {}]) },
      many(20, (at) => 'a'.repeat(3000) + at),
    ],
    [
      'the same in a long round',
      false,
      {
        additionalProperties: { $ref: '#/$defs/d0' },
        $defs: byNumber(450, (at) => [`d${at}`, { $ref: `#/$defs/d${(at + 1) % 450}` }]),
      },
      many(50_000),
    ],
  ] as const)
    it(`the search ends in many values of which a schema says ${what}: ${isHidden ? 'they are hidden unseen' : 'nothing is secret'}`, function () {
      this.timeout(60_000);
      const rules = { redactor: new Redactor(), schemas: { structuredContent: schema, arguments: schema } };
      const { json } = writeBody({ structuredContent: value }, rules);
      expect(json.includes(SECRET_SIGN)).to.equal(isHidden);
      learnSecrets({ arguments: value }, rules.redactor, rules.schemas);
      expect(rules.redactor.isIn('plain')).to.equal(isHidden);
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

  it('depth ends, in JSON that can be read', () => {
    let deep: unknown = 'core';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const { json } = written(deep);
    expect(json).to.equal(
      `${'['.repeat(MAX_BODY_DEPTH)}"(nested too deep to be recorded)"${']'.repeat(MAX_BODY_DEPTH)}`,
    );
  });

  it('keys of the prototype are keys', () => {
    const value = JSON.parse('{"__proto__":{"a":1},"constructor":"x","toString":"y"}') as object;
    const body = written(value);
    expect(JSON.parse(body.json)).to.have.own.property('__proto__');
    expect(JSON.stringify(JSON.parse(body.json))).to.equal(JSON.stringify(value));
  });

  it('what JSON has no word for is null, a number, or left out; a circle ends', () => {
    const circle: Record<string, unknown> = { a: undefined, b: Number.NaN, c: 10n, d: () => 1, e: Symbol('x') };
    circle['self'] = circle;
    let read = JSON.parse(written(circle).json) as { self?: unknown } | string;
    let rounds = 0;
    for (; typeof read === 'object'; rounds++) {
      const { self, ...rest } = read;
      expect(rest).to.deep.equal({ b: null, c: 10, e: null });
      read = self as typeof read;
    }
    expect(read).to.equal('(nested too deep to be recorded)');
    expect(rounds).to.equal(MAX_BODY_DEPTH);
  });

  it('base64 is kept apart, once for each content', async () => {
    const data = btoa('picture '.repeat(1000));
    const { body, blobs } = await keepBlobs(written([{ data }, { data }, { data: `${BLOB_SIGN}0` }]));
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

  for (const part of ['a', 'password=', ' token:', '"secret":"', 'eyJ', 'eyJ-', '//a:', '-----BEGIN '])
    it(`the search for secrets in 400,000 characters of ${part} ends, in a body that fits`, () => {
      const { json, size } = written({ text: part.repeat(400_000 / part.length) });
      expect(size).to.be.at.least(399_000);
      expect(json.length).to.be.at.most(MAX_BODY_CHARACTERS);
    });
});
