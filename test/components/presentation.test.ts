import { expect } from '@open-wc/testing';
import { present, type Presentation, type PresentationFacts } from '../../components/approval-queue/presentation.js';
import type { Approval } from '../../src/index.js';
import { asker } from '../support/questions.js';

const waiting = (...ids: string[]): Approval[] => ids.map((id) => ({ kind: 'roots', id, asker, since: 0 }));
const nothing: Presentation = { at: 'nothing' };
const open = (id: string): Presentation => ({ at: 'open', id });
const announced = (id: string): Presentation => ({ at: 'announced', id });
const FREE: PresentationFacts = { mayOpen: true, endedHere: false };
const BUSY: PresentationFacts = { mayOpen: false, endedHere: false };
const DECIDED: PresentationFacts = { mayOpen: true, endedHere: true };

const rows: [name: string, before: Presentation, ids: string[], facts: PresentationFacts, after: Presentation][] = [
  ['nothing waits', nothing, [], FREE, nothing],
  ['the oldest opens', nothing, ['a', 'b'], FREE, open('a')],
  ['the person is busy', nothing, ['a'], BUSY, announced('a')],
  ['what is open stays', open('b'), ['a', 'b'], FREE, open('b')],
  ['what is open stays, also when typing starts elsewhere', open('a'), ['a'], BUSY, open('a')],
  ['what is announced waits for the person', announced('a'), ['a', 'b'], FREE, announced('a')],
  ['the next opens after a decision', open('a'), ['b'], DECIDED, open('b')],
  ['the next does not slip in for one that was withdrawn', open('a'), ['b'], FREE, announced('b')],
  ['the next is announced in place of an announced one', announced('a'), ['b'], FREE, announced('b')],
  ['the last one is gone', open('a'), [], FREE, nothing],
];

describe('what the person sees of the queue', () => {
  for (const [name, before, ids, facts, after] of rows)
    it(name, () => expect(present(before, waiting(...ids), facts)).to.deep.equal(after));
});
