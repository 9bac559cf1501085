import type { RecordEntry } from '../../src/consent/index.js';
import { oneLine } from '../words/cut.js';
import { formatDuration } from '../tool-result/result-words.js';

export const KINDS: Readonly<Record<RecordEntry['kind'], string>> = {
  'tool-call': 'Tool calls',
  'tool-result': 'Results of tools',
  sampling: 'Questions to your model',
  elicitation: 'Questions to you',
  roots: 'Your folders',
};

export const ANSWERS: Readonly<Record<RecordEntry['answer'], string>> = {
  allowed: 'Allowed',
  refused: 'Refused',
  withdrawn: 'Not decided',
};

const STARTED: Readonly<Record<RecordEntry['startedBy'], string>> = {
  person: 'You wanted it',
  page: 'This page wanted it',
  model: 'A model wanted it',
  app: 'An app wanted it',
  server: 'The server wanted it',
};

/** What was to be done. */
export function titleOf({ kind, about }: RecordEntry): string {
  const name = oneLine(about, 200);
  if (kind === 'tool-call') return `Run ${name}`;
  if (kind === 'tool-result') return `Pass on the result of ${name}`;
  if (kind === 'sampling') return 'Ask your model';
  return kind === 'roots' ? 'Tell your folders' : 'Answer a question';
}

/** On whose wish, and during what. */
export function wishOf({ startedBy, during }: RecordEntry): string {
  return during ? `${STARTED[startedBy]} during ${oneLine(during, 200)}` : STARTED[startedBy];
}

/** What was decided, and on whose word. */
export function decisionOf({ answer, consent, decidedAfter, kind }: RecordEntry): string {
  if (answer === 'withdrawn') return consent === 'person' ? 'Nobody decided before it ended' : 'It failed';
  const verb = answer === 'allowed' ? 'allowed' : 'refused';
  switch (consent) {
    case 'person': {
      const said = kind === 'tool-call' || kind === 'tool-result' || answer === 'refused' ? verb : 'answered';
      return `You ${said} it after ${formatDuration(decidedAfter)}`;
    }
    case 'button':
      return 'You pressed the button';
    case 'remembered':
      return `${answer === 'allowed' ? 'Allowed' : 'Refused'} by what you decided earlier`;
    case 'page':
      return 'The page’s own call';
    case 'nobody':
      return 'Refused: there was nobody to ask';
    case 'policy':
      return `${answer === 'allowed' ? 'Allowed' : 'Refused'} by this page’s rules`;
  }
}

/** How an allowed call ended; undefined where nothing was to end. */
export function outcomeOf({ kind, answer, outcome, took = 0 }: RecordEntry): string | undefined {
  if (kind !== 'tool-call' || answer !== 'allowed') return undefined;
  if (outcome === 'done') return `Done in ${formatDuration(took)}`;
  if (outcome === 'tool-error') return `The tool said after ${formatDuration(took)} that it failed`;
  return outcome === 'failed' ? `Failed after ${formatDuration(took)}` : 'No end is known';
}
