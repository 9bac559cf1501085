import { expect } from '@esm-bundle/chai';
import { script } from '/__servers__.js';
import { Redactor } from '../../src/secrets/redactor.js';
import { MAX_TRANSCRIPT_QUIET_MS, TRANSCRIPT_QUIET_MS, type TranscriptEntry } from '../../src/transcript/entry.js';
import { Transcript } from '../../src/transcript/transcript.js';
import { MAX_BODY_CHARACTERS } from '../../src/wire/body.js';
import { Correlation } from '../../src/wire/correlation.js';
import { relatedEvent, type WireEvent } from '../../src/wire/tap.js';
import { writeBody, writeBodyInSteps } from '../../src/wire/write-body.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

const correlation = new Correlation();

/** A transcript and what it is to note. */
function made(): { transcript: Transcript; facts: WireEvent[]; wake: Transcript['wake'] } {
  const transcript = new Transcript({ server: 'https://example.org/mcp' });
  const facts: WireEvent[] = [];
  transcript.setEvents(facts);
  return { transcript, facts, wake: (when) => transcript.wake(when) };
}
const subjects = (entries: readonly TranscriptEntry[]): readonly unknown[] => entries.map(({ subject }) => subject);

describe('a transcript is written down when the page is quiet', () => {
  const clock = new ManualClock();
  const request = (id: number): WireEvent => {
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: `tool ${id}` } } as const;
    return relatedEvent(correlation, { what: 'sent', message }, clock.now());
  };

  it('not between two messages that follow each other, and all of them in their order afterwards', async () => {
    const { transcript, facts, wake } = made();
    for (let id = 1; id <= 20; id++) {
      facts.push(request(id));
      wake('when quiet');
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await clock.advance(10);
    }
    expect(transcript.entries.get()).to.deep.equal([]);
    await clock.advance(TRANSCRIPT_QUIET_MS);
    const entries = await eventually(
      () => transcript.entries.get(),
      ({ length }) => length > 0,
    );
    expect(subjects(entries)).to.deep.equal(Array.from({ length: 20 }, (_, at) => `tool ${at + 1}`));
  });

  it('in the order in which they came, also where the clock of the computer is set back meanwhile', async () => {
    const { transcript, facts, wake } = made();
    facts.push(request(1));
    wake('now');
    await eventually(() => transcript.entries.get().length === 1);
    clock.setBack(3_600_000);
    facts.push(request(2), request(3));
    wake('now');
    const entries = await eventually(
      () => transcript.entries.get(),
      ({ length }) => length === 3,
    );
    expect(subjects(entries)).to.deep.equal(['tool 1', 'tool 2', 'tool 3']);
    expect(entries[2]!.at - entries[0]!.at).to.equal(0);
  });

  it('nor while another session of the page is busy', async () => {
    const [quiet, busy] = [made(), made()];
    quiet.facts.push(request(1));
    quiet.wake('when quiet');
    for (let id = 1; id <= 20; id++) {
      busy.facts.push(request(id));
      busy.wake('when quiet');
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await clock.advance(10);
    }
    expect(quiet.transcript.entries.get()).to.deep.equal([]);
    await clock.advance(TRANSCRIPT_QUIET_MS);
    await eventually(() => quiet.transcript.entries.get().length === 1);
  });

  it('in a page that is never quiet after two seconds', async () => {
    const { transcript, facts, wake } = made();
    for (let ms = 0; ms < MAX_TRANSCRIPT_QUIET_MS - 20; ms += 20) {
      facts.push(request(ms));
      wake('when quiet');
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await clock.advance(20);
    }
    await pause(0);
    expect(transcript.entries.get()).to.deep.equal([]);
    facts.push(request(-1));
    wake('when quiet');
    await clock.advance(20);
    await eventually(() => transcript.entries.get().length > 0);
  });

  it('at once while somebody follows it, and for somebody who begins to look', async () => {
    const { transcript, facts, wake } = made();
    const seen: number[] = [];
    transcript.entries.subscribe((entries) => seen.push(entries.length));
    for (let id = 1; id <= 5; id++) {
      facts.push(request(id));
      wake('when quiet');
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await pause(20);
    }
    expect(seen.length).to.be.above(2);

    const other = made();
    other.facts.push(request(1));
    other.wake('when quiet');
    other.wake('now');
    await pause(30);
    expect(other.transcript.entries.get()).to.have.length(1);
  });

  it('has the time at which a message went by, not that of the writing', async () => {
    const { transcript, facts, wake } = made();
    const fact = request(1);
    facts.push(fact);
    wake('when quiet');
    await clock.advance(TRANSCRIPT_QUIET_MS);
    await eventually(() => transcript.entries.get().length === 1);
    expect(transcript.entries.get()[0]!.clock).to.equal(fact.at);
  });

  it('a secret that becomes known meanwhile is in none that was said before', async () => {
    const redactor = new Redactor();
    const transcript = new Transcript({ server: 'https://example.org/mcp', redactor });
    const facts: WireEvent[] = [];
    transcript.setEvents(facts);
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { message: 'it is zebra-crossing-17' } },
    } as const;
    facts.push(relatedEvent(correlation, { what: 'sent', message }, clock.now()));
    transcript.wake('when quiet');
    redactor.add('zebra-crossing-17');
    await transcript.flush();
    const [entry] = transcript.entries.get();
    expect(JSON.parse(entry!.params!.json).arguments.message).to.equal('it is (secret, not recorded)');
  });
});

describe('a long body is written in steps', () => {
  const tools = Array.from({ length: 3000 }, (_, at) => ({
    name: `tool ${at}`,
    password: `pass-word-${at}`,
    nested: { list: [at] },
  }));

  it('each of them short, and says the same as in one go', () => {
    const rules = (): { redactor: Redactor } => ({ redactor: new Redactor() });
    const steps = writeBodyInSteps({ tools }, rules());
    let [count, step] = [0, steps.next()];
    while (!step.done) [count, step] = [count + 1, steps.next()];
    expect(count).to.be.above(50);
    expect(step.value).to.deep.equal(writeBody({ tools }, rules()));
    expect(step.value.json).not.to.contain('pass-word-');
    expect(step.value.json.length).to.be.at.most(MAX_BODY_CHARACTERS);
  });
});

describe('progress that comes again and again', () => {
  const { open } = sessions();
  const progress = (at: number, more: object = {}): object => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: '$progressToken', progress: at, ...more },
  });

  async function entriesOf(updates: readonly object[]): Promise<readonly TranscriptEntry[]> {
    const sse = [...updates, { response: { content: [] } }];
    const session = await open(await script({ replies: { 'tools/call': { sse } } }));
    await session.tools.call('x', {}, { onProgress() {} });
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    return transcript.entries.get().filter(({ method }) => method === 'notifications/progress');
  }

  it('counts each, however many wait, and shows the last of them', async () => {
    const entries = await entriesOf(Array.from({ length: 1500 }, (_, at) => progress(at)));
    expect(entries).to.have.length(20);
    expect(entries.reduce((sum, { times = 1 }) => sum + times, 0)).to.equal(1500);
    expect(JSON.parse(entries.at(-1)!.params!.json).progress).to.equal(1499);
    expect(entries.at(-1)!.until).to.be.at.least(entries.at(-1)!.at);
  });

  it('counts on where one among them has more to say, and leaves no secret in the last', async () => {
    const updates = Array.from({ length: 60 }, (_, at) =>
      progress(at, at % 2 ? { password: 'zebra-crossing-23' } : {}),
    );
    const entries = await entriesOf([...updates, progress(60, { message: 'the word is zebra-crossing-23' })]);
    expect(entries.reduce((sum, { times = 1 }) => sum + times, 0)).to.equal(61);
    expect(JSON.stringify(entries)).not.to.contain('zebra-crossing-23');
    expect(JSON.parse(entries.at(-1)!.params!.json).message).to.equal('the word is (secret, not recorded)');
  });
});
