import { expect } from '@esm-bundle/chai';
import { buildForm, FormState, issuesFromError } from '../../src/schema/index.js';

const node = buildForm({
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    stops: { type: 'array', items: { type: 'object', properties: { 'stop-name': { type: 'string' } } } },
  },
});
const told = (error: unknown): readonly string[] =>
  issuesFromError(error, node).map(({ pointer, message }) => `${pointer} ${message.replace('The server says: ', '')}`);

describe('issuesFromError finds the fields that a server names', () => {
  const cases: readonly [words: string, error: unknown, expected: readonly string[]][] = [
    [
      'as “… at path”, line by line',
      {
        message:
          'MCP error -32602: Input validation error: Invalid arguments for tool plan: Invalid input: expected string, received number at city\nToo big at stops[1].stop-name',
      },
      ['/city Invalid input: expected string, received number', '/stops/1/stop-name Too big'],
    ],
    [
      'as “path: …”, in one line',
      {
        message:
          'Input validation error: Invalid arguments for tool plan: city: Invalid input: expected string, received undefined, days: Too small: expected number to be >=1',
      },
      ['/city Invalid input: expected string, received undefined', '/days Too small: expected number to be >=1'],
    ],
    [
      'as a JSON list of issues in the message',
      {
        message:
          'Invalid arguments: [ { "code": "too_small", "path": ["stops", 0, "stop-name"], "message": "Required" } ]',
      },
      ['/stops/0/stop-name Required'],
    ],
    [
      'as data with paths',
      { message: 'Invalid params', data: { issues: [{ path: ['city'], message: 'Unknown city' }] } },
      ['/city Unknown city'],
    ],
    [
      'as data of a schema validator',
      {
        message: 'Invalid params',
        data: [
          {
            instancePath: '',
            keyword: 'required',
            params: { missingProperty: 'city' },
            message: 'must have required property',
          },
        ],
      },
      ['/city must have required property'],
    ],
    [
      'as data with a field',
      { message: 'Invalid params', data: { field: 'days', reason: 'not in the past' } },
      ['/days not in the past'],
    ],
    [
      'as data with a loc that starts outside',
      {
        message: 'Invalid params',
        data: { detail: [{ loc: ['arguments', 'days'], msg: 'Input should be a valid integer' }] },
      },
      ['/days Input should be a valid integer'],
    ],
    [
      'as two lines each',
      {
        message: '1 validation error for plan\ncity\n  Field required [type=missing, input_value={}, input_type=dict]',
      },
      ['/city Field required'],
    ],
    [
      'as a list with arrows',
      '✖ Invalid input: expected string\n  → at city',
      ['/city Invalid input: expected string'],
    ],
    ['in quotes', { message: 'missing field `city`' }, ['/city missing field `city`']],
    ['by name alone', { message: 'Missing required argument: days' }, ['/days Missing required argument: days']],
  ];
  for (const [words, error, expected] of cases) it(words, () => expect(told(error)).to.deep.equal(expected));

  it('and nothing else', () => {
    for (const error of [
      { message: 'Invalid params' },
      { message: 'Tool "plan" failed at 12:30', data: { path: '/etc/passwd', message: 'no' } },
      { message: 'unknown "colour"', data: [{ path: ['colour'], message: 'unknown' }] },
      { message: '[{"path": [', data: null },
      null,
      undefined,
      7,
    ])
      expect(told(error)).to.deep.equal([]);
  });

  it('so that they can be shown there, until the value changes', () => {
    const form = new FormState(node, { city: 'X', days: 1 });
    form.report(issuesFromError({ data: { field: 'city', message: 'Unknown city' } }, node));
    expect(form.field('/city')?.issues[0]?.message).to.equal('The server says: Unknown city');
    expect(form.field('/city')?.touched).to.equal(true);
    expect(form.toArguments().ok, 'sending again is not kept back').to.equal(true);
    form.field('/days')?.setText('2');
    expect(form.issues).to.have.length(1);
    form.field('/city')?.setText('Y');
    expect(form.issues).to.deep.equal([]);
  });

  it('and ends where the message is a few megabytes that name none', () => {
    for (const message of [
      `Invalid: ${'[{"'.repeat(1_000_000)}`,
      `${'a at '.repeat(400_000)}\n`.repeat(3),
      '"'.repeat(1_000_000),
    ])
      expect(told({ message }), message.slice(0, 20)).to.deep.equal([]);
  });

  it('and reads fifty of very many issues', () => {
    let read = 0;
    const issue = {
      get path(): string[] {
        read++;
        return ['city'];
      },
      message: 'y',
    };
    const found = told({ message: 'Invalid', data: Array.from({ length: 20_000 }, () => issue) });
    expect(found).to.deep.equal(['/city y']);
    expect(read).to.equal(50);
  });
});
