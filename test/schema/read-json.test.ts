import { expect } from '@esm-bundle/chai';
import { readJson, readNumber } from '../../src/schema/index.js';

describe('readJson', () => {
  const same = ['null', ' [1, -2.5e3, "\\u00e9\\n", true, {}] ', '{"a":{"b":[]},"":0}', '"x"', '0', '-0.10'];
  for (const text of same) {
    it(`reads ${text} as JSON.parse does`, () => {
      const reading = readJson(text);
      expect(reading.ok && reading.value).to.deep.equal(JSON.parse(text));
    });
  }

  it('keeps hostile names as ordinary properties', () => {
    const reading = readJson('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(reading.ok && Object.keys(reading.value as object)).to.deep.equal(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
  });

  const refused: readonly [text: string, message: string][] = [
    ['', 'Line 1, column 1: the JSON ends too early.'],
    ['{"a": 1,}', 'Line 1, column 9: there is a comma too many before }.'],
    ['[1 2]', 'Line 1, column 4: a comma or ] is expected.'],
    ['{\n  a: 1\n}', 'Line 2, column 3: a name in double quotes is expected.'],
    ["{'a': 1}", 'Line 1, column 2: a name in double quotes is expected.'],
    ["['a']", 'Line 1, column 2: text needs double quotes.'],
    ['[abc]', 'Line 1, column 2: text needs double quotes.'],
    ['{"a" 1}', 'Line 1, column 6: a colon is expected after the name.'],
    ['"abc', 'Line 1, column 1: this text has no closing quote.'],
    ['"a\\x"', 'Line 1, column 1: this text has a backslash or control character that JSON does not allow.'],
    ['[1, 2', 'Line 1, column 6: the JSON ends too early.'],
    ['01', 'Line 1, column 1: this is not a JSON number.'],
    ['1 2', 'Line 1, column 3: there is something after the end of the JSON.'],
    ['{"a":1,"a":2}', 'Line 1, column 8: “a” is there twice.'],
    [
      '[9007199254740993]',
      'Line 1, column 2: this number has more digits than can be sent exactly; 9007199254740992 can.',
    ],
    ['1e999', 'Line 1, column 1: this number is too large to be sent.'],
  ];
  for (const [text, message] of refused) {
    it(`says of ${JSON.stringify(text)}: ${message}`, () => {
      const reading = readJson(text);
      expect(reading.ok ? 'read' : reading.message).to.equal(message);
    });
  }

  it('refuses what is nested too deeply, without overflowing', () => {
    expect(readJson('['.repeat(100_000)).ok).to.equal(false);
  });
  it('ends with a text as large as it takes, and has all of it', () => {
    const value = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: 'x'.repeat(20) }));
    const reading = readJson(JSON.stringify(value));
    expect(JSON.stringify(reading.ok && reading.value) === JSON.stringify(value)).to.equal(true);
  });
});

describe('readNumber', () => {
  const taken: readonly [text: string, value: number][] = [
    ['1.0', 1],
    ['1.50', 1.5],
    ['0.10', 0.1],
    ['1e3', 1000],
    ['007', 7],
    ['+5', 5],
    ['.5', 0.5],
    ['-0.0', -0],
    ['9007199254740992', 9007199254740992],
    ['1e22', 1e22],
    // Exactly what the double 0.1 is, digit by digit.
    ['0.1000000000000000055511151231257827021181583404541015625', 0.1],
    ['0.5000000000000000000000000000', 0.5],
  ];
  for (const [text, value] of taken) {
    it(`takes ${text}, which is sent as ${value}`, () => expect(readNumber(text)).to.deep.equal({ ok: true, value }));
  }

  const refused: readonly [text: string, message: string][] = [
    ['1.0000000000000000001', 'This number has more digits than can be sent exactly; 1 can.'],
    ['3.14159265358979323846', 'This number has more digits than can be sent exactly; 3.141592653589793 can.'],
    ['9223372036854775807', 'This number has more digits than can be sent exactly; 9223372036854776000 can.'],
    // A double holds 2^63, but JSON writes it as 9223372036854776000, which other languages read as another number.
    ['9223372036854775808', 'This number has more digits than can be sent exactly; 9223372036854776000 can.'],
    ['1e-400', 'This number has more digits than can be sent exactly; 0 can.'],
  ];
  for (const [text, message] of refused) {
    it(`refuses ${text}, and says which number is near`, () =>
      expect(readNumber(text)).to.include({ ok: false, message }));
  }

  it('ends with a number of a million digits, which is refused', () => {
    for (const [text, near] of [
      [`0.${'1'.repeat(1_000_000)}`, 0.1111111111111111],
      [`0.1${'0'.repeat(1_000_000)}1`, 0.1],
    ] as const)
      expect(readNumber(text)).to.include({
        ok: false,
        message: `This number has more digits than can be sent exactly; ${near} can.`,
      });
  });
});
