import { expect } from '@esm-bundle/chai';
import { McpError, verbatim } from '../../src/errors.js';
import {
  Completions,
  COMPLETION_PACE_MS,
  COMPLETION_VALID_MS,
  MAX_COMPLETION_INPUT_LENGTH,
  MAX_CACHED_COMPLETIONS,
} from '../../src/session/prompts.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { HandRequester } from '../fixtures/requester.js';
import { verifies } from '../requirements/verifies.js';

const ref = { type: 'ref/prompt', name: 'greet' } as const;
const who = (value: string): { name: string; value: string } => ({ name: 'who', value });

describe('completing an argument', () => {
  let requester: HandRequester;
  let completions: Completions;
  let now: number;
  const realNow = performance.now;
  beforeEach(() => {
    requester = new HandRequester();
    completions = new Completions(requester);
    requester.reply = () => ({ completion: { values: [`n${requester.asked.length}`] } });
    now = 1000;
    // A page in which nobody types faster than a server can bear, unless the test says so.
    performance.now = () => (now += COMPLETION_PACE_MS);
  });
  afterEach(() => {
    performance.now = realNow;
  });
  const values = async (...asked: Parameters<Completions['complete']>): Promise<string> =>
    (await completions.complete(...asked)).values.join();

  it('is not asked for twice in a short time', async () => {
    verifies('completion-not-asked-twice');
    expect([await values(ref, who('a')), await values(ref, who('ab')), await values(ref, who('a'))]).to.deep.equal([
      'n1',
      'n2',
      'n1',
    ]);
    now += COMPLETION_VALID_MS;
    expect(await values(ref, who('a'))).to.equal('n3');
  });
  it('is another question for another prompt, argument, value or context', async () => {
    verifies('completion-not-asked-twice');
    const template = { type: 'ref/resource', uri: 'greet' } as const;
    for (const [count, asked] of [
      [1, [ref, who('a')]],
      [2, [{ ...ref, name: 'leave' }, who('a')]],
      [3, [template, who('a')]],
      [4, [ref, { name: 'whom', value: 'a' }]],
      [5, [ref, who('a'), { b: '1' }]],
      [6, [ref, who('a'), { b: '2' }]],
      [7, [ref, who('a'), { b: '2', c: '3' }]],
      // The order in which they were decided makes no difference.
      [7, [ref, who('a'), { c: '3', b: '2' }]],
      [1, [ref, who('a')]],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop
      expect(await values(...(asked as [typeof ref, ReturnType<typeof who>]))).to.equal(`n${count}`);
  });
  it('is another question to another server', async () => {
    await values(ref, who('a'));
    const other = new HandRequester();
    other.reply = requester.reply;
    await new Completions(other).complete(ref, who('a'));
    expect(other.asked).to.have.length(1);
  });
  it('is not kept where it is not known whose it is', async () => {
    requester.keepsPrivate = false;
    expect([await values(ref, who('a')), await values(ref, who('a'))]).to.deep.equal(['n1', 'n2']);
  });
  it('a failure is not kept', async () => {
    const { reply } = requester;
    const down = new McpError('network', verbatim('No answer.'));
    requester.reply = () => down;
    expect(await failureOf(values(ref, who('a')))).to.equal(down);
    requester.reply = reply;
    expect(await values(ref, who('a'))).to.equal('n2');
  });
  it(`of answers, the last ${MAX_CACHED_COMPLETIONS} are kept`, async () => {
    for (let index = 0; index <= MAX_CACHED_COMPLETIONS; index++)
      // oxlint-disable-next-line no-await-in-loop
      await values(ref, who(`${index}`));
    const asked = requester.asked.length;
    await values(ref, who('1'));
    expect(requester.asked).to.have.length(asked);
    await values(ref, who('0'));
    expect(requester.asked).to.have.length(asked + 1);
  });

  it('more than anybody types is not sent', async () => {
    verifies('completion-input-checked');
    const long = 'x'.repeat(MAX_COMPLETION_INPUT_LENGTH);
    expect((await failureOf(values(ref, who(long)))).code).to.equal('invalid-input');
    expect((await failureOf(values(ref, who('a'), { other: long }))).message).to.contain('too long');
    expect(requester.asked).to.be.empty;
  });
  describe('however fast somebody types', () => {
    const clock = new ManualClock();

    it('a server is asked so often and not more', async () => {
      verifies('completion-input-checked');
      const start = clock.now();
      const times: number[] = [];
      const { reply } = requester;
      requester.reply = (...asked) => (times.push(clock.now() - start), reply!(...asked));
      const answered = Promise.all([...'abcd'].map((value) => values(ref, who(value))));
      await eventually(() => times.length);
      await clock.skipWaits(answered, 3 * COMPLETION_PACE_MS);
      expect(times).to.deep.equal([0, 1, 2, 3].map((index) => index * COMPLETION_PACE_MS));
      // Who waited long enough does not wait again: the clock stands.
      await clock.advance(COMPLETION_PACE_MS);
      await values(ref, who('e'));
    });
  });
  it('who does not want it any more does not wait for its turn', async () => {
    performance.now = realNow;
    const abort = new AbortController();
    const asked = [...'abcdef'].map((value) => values(ref, who(value), {}, { signal: abort.signal }));
    const last = failureOf(asked.at(-1)!);
    abort.abort();
    expect((await last).code).to.equal('cancelled');
    await Promise.allSettled(asked);
    await eventually(() => requester.asked.length === 1);
  });
});
