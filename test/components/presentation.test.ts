import { expect } from '@esm-bundle/chai';
import {
  isStartedByPerson,
  present,
  type Presentation,
  type PresentationFacts,
} from '../../components/approval-queue/next-question.js';
import type { Approval } from '../../src/index.js';
import { deleteFile, requestingServer } from '../support/questions.js';

/** An id in capital letters is that of a question from the person’s own call; a tool that they run begins with “Run”. */
const waiting = (...ids: string[]): Approval[] =>
  ids.map((id) => {
    const isOwn = (): boolean => /^[A-Z]/.test(id);
    const call = { kind: 'tool-call', asked: { tool: deleteFile, arguments: {}, initiator: 'person' } } as const;
    return {
      ...(id.startsWith('Run') ? { ...call, why: 'destructive' } : { kind: 'roots' }),
      id,
      requestingServer,
      since: 0,
      isOwn,
    } as Approval;
  });
const nothing: Presentation = { at: 'nothing' };
const open = (id: string): Presentation => ({ at: 'open', id });
const announced = (id: string): Presentation => ({ at: 'announced', id });
const FREE: PresentationFacts = { mayOpen: () => true, endedHere: false };
const BUSY: PresentationFacts = { mayOpen: () => false, endedHere: false };
const TYPING: PresentationFacts = { mayOpen: isStartedByPerson, endedHere: false };
const DECIDED: PresentationFacts = { mayOpen: () => true, endedHere: true };

const rows: [name: string, before: Presentation, ids: string[], facts: PresentationFacts, after: Presentation][] = [
  ['nothing waits', nothing, [], FREE, nothing],
  ['the oldest of the person’s own call opens', nothing, ['A', 'B'], FREE, open('A')],
  ['the person is busy', nothing, ['A'], BUSY, announced('A')],
  ['what is open stays', open('B'), ['A', 'B'], FREE, open('B')],
  ['what is open stays, also where it is not of their call', open('b'), ['A', 'b'], FREE, open('b')],
  ['what is open stays, also when typing starts elsewhere', open('A'), ['A'], BUSY, open('A')],
  ['what is announced waits for the person', announced('A'), ['A', 'B'], FREE, announced('A')],
  ['the next opens after a decision', open('A'), ['B'], DECIDED, open('B')],
  ['the next does not slip in for one that was withdrawn', open('A'), ['B'], FREE, announced('B')],
  ['the next is announced in place of an announced one', announced('A'), ['B'], FREE, announced('B')],
  ['the last one is gone', open('A'), [], FREE, nothing],
  ['one of no call of theirs is announced', nothing, ['a'], FREE, announced('a')],
  ['so it is after a decision', open('A'), ['b'], DECIDED, announced('b')],
  ['their own comes before older ones that are not', nothing, ['a', 'B'], FREE, open('B')],
  ['their own opens while another is announced', announced('a'), ['a', 'B'], FREE, open('B')],
  ['but not while they are busy', announced('a'), ['a', 'B'], BUSY, announced('a')],
  ['a tool that they run opens while they type', nothing, ['Run'], TYPING, open('Run')],
  ['and before what waits because they type', announced('A'), ['A', 'Run'], TYPING, open('Run')],
  ['what their call asks waits while they type', nothing, ['A'], TYPING, announced('A')],
  ['a tool that they run takes no place of what is open', open('A'), ['A', 'Run'], TYPING, open('A')],
  ['nor in the place of one that was withdrawn', open('A'), ['b', 'C'], FREE, announced('C')],
];

describe('what the person sees of the queue', () => {
  for (const [name, before, ids, facts, after] of rows)
    it(name, () => expect(present(before, waiting(...ids), facts)).to.deep.equal(after));
});
