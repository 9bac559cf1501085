import { webHost } from '../../src/content/index.js';
import {
  type ApprovalQueue,
  type ElicitationApproval,
  type RootsApproval,
  type Initiator,
  type SamplingApproval,
  type ToolCallApproval,
  type ToolResultApproval,
} from '../../src/index.js';
import { counted, cut, fetchedAt, oneLine, shortened } from '../internal/text.js';
import { nameOf, shortHost } from './question.js';

/** The sentence that the person decides about: what the server wants. */
export function elicitationHeading({ asked, requestingServer, step }: ElicitationApproval): string {
  if (asked.mode === 'form') return `${nameOf(requestingServer)} asks for information`;
  const address = webHost(asked.url);
  if (address === undefined) return `${nameOf(requestingServer)} asks to open something that is not a web page`;
  const host = shortHost(address);
  return step === 'opened' ? `Are you done on ${host}?` : `Open a page on ${host}?`;
}

/** The sentence that the person decides about. */
export function rootsHeading({ requestingServer }: RootsApproval): string {
  return `${nameOf(requestingServer)} asks which folders it may use`;
}

/** The heading while the person writes the answer of the model. */
export const BY_HAND_HEADING = 'Write the model’s reply?';

/** The sentence that the person decides about: the next thing that may happen. */
export function samplingHeading(approval: SamplingApproval, approvals: ApprovalQueue | undefined): string {
  const { step, requestingServer } = approval;
  switch (step.at) {
    case 'review-request':
      return approvals?.sampler ? 'Ask your model to answer this?' : BY_HAND_HEADING;
    case 'generating':
      return 'Your model is answering';
    case 'review-response':
      return `Send this answer to ${nameOf(requestingServer)}?`;
  }
}

/** Characters of a tool's name that are repeated in a sentence. */
const NAME_LENGTH = 100;
/** Characters of it on a button. The heading has the rest; a large button would cover the question. */
const NAME_ON_BUTTON = 40;

/** The name of a tool in a sentence: the one by which it is called. Its title is a claim of its server. */
export function toolName(name: string): string {
  return cut(oneLine(name, NAME_LENGTH), NAME_LENGTH);
}

/** The sentence that the person decides about. */
export function callHeading({ asked, requestingServer }: ToolCallApproval): string {
  return `Run ${toolName(asked.tool.name)} on ${requestingServer.host}?`;
}

/** The label of the button: the heading, with a shorter name. */
export function callAct({ asked, requestingServer }: ToolCallApproval): string {
  return `Run ${shortened(toolName(asked.tool.name), NAME_ON_BUTTON)} on ${shortHost(requestingServer.host)}`;
}

const STARTED: Readonly<Record<Initiator, string>> = {
  person: 'You started this call',
  page: 'This page started this call',
  model: 'A model wants to make this call; no person asked for it',
  app: 'An app inside this page wants to make this call; no person asked for it',
};

const WHY: Readonly<Record<ToolCallApproval['why'], string>> = {
  destructive: 'This tool can delete or overwrite data.',
  changed:
    'You allowed this tool earlier, but the server describes it differently now. What you allowed does not count.',
  unconfirmed: 'The server did not say what this tool is now.',
  unlisted: 'The server does not list this tool now, so nobody knows what it does.',
  unread: 'What you decided earlier cannot be read, so you are asked again.',
  'started-by': '',
  policy: 'This page wants calls like this to be seen first.',
};

interface CallReasons {
  /** Who wants the call. */
  readonly who: string;
  /** Why the person is asked; empty where that is all. */
  readonly why: string;
  /** What is known of the tool, where its server does not say it now. */
  readonly known: string;
}

/** Who wants the call and why the person is asked. */
export function callReasons({ asked, why, lastSaid }: ToolCallApproval): CallReasons {
  const known =
    lastSaid === undefined
      ? ''
      : lastSaid === 'never'
        ? 'Nothing is known of it but its name.'
        : `What you see here is from ${fetchedAt(lastSaid)}. If you allowed it earlier, that does not count.`;
  const confirm = asked.initiator === 'person' && why === 'destructive' ? ' Confirm to run it.' : '';
  return { who: `${STARTED[asked.initiator]}.`, why: `${WHY[why]}${confirm}`, known };
}

/** To whom the result of a call goes. */
export const RECIPIENTS: Readonly<Record<Initiator, string>> = {
  person: 'to you',
  page: 'to this page',
  model: 'to the model',
  app: 'to the app',
};

/** The sentence that the person decides about. */
export function resultHeading({ asked }: ToolResultApproval): string {
  if (asked.initiator === 'person') return `Accept the result of ${toolName(asked.tool)}?`;
  return `Pass the result of ${toolName(asked.tool)} ${RECIPIENTS[asked.initiator]}?`;
}

/*
 * What is asked, as a screen reader says it when the question opens: the texts of servers in quotation marks, on one
 * line, and not longer than somebody listens.
 */

/** Characters of a server’s text that are read out when its question opens. The question shows all of it. */
export const MAX_SPOKEN_LENGTH = 300;

function quoted(text: string): string {
  return `“${shortened(oneLine(text, 2 * MAX_SPOKEN_LENGTH), MAX_SPOKEN_LENGTH)}”`;
}

const ARGUMENTS = { one: 'argument', other: 'arguments' };

export function callSentence(approval: ToolCallApproval): string {
  const names = Object.keys(approval.asked.arguments).map((name) => oneLine(name, NAME_LENGTH));
  const sent =
    names.length === 0
      ? 'It has no arguments.'
      : `It has ${counted(names.length, ARGUMENTS)}: ${shortened(names.join(', '), MAX_SPOKEN_LENGTH)}.`;
  const { who, why, known } = callReasons(approval);
  return [who, why, known, sent].filter(Boolean).join(' ');
}

export function elicitationSentence({ asked, requestingServer }: ElicitationApproval): string {
  return asked.message === '' ? '' : `${nameOf(requestingServer)} says: ${quoted(asked.message)}`;
}

export function rootsSentence({ requestingServer }: RootsApproval): string {
  return `${nameOf(requestingServer)} learns the names and addresses of the folders that you share, not what is in them.`;
}

/** The last message with a text: what the model is to answer. */
export function samplingSentence({ asked, requestingServer, step }: SamplingApproval): string {
  if (step.at === 'generating') return '';
  const texts = asked.messages.flatMap(({ role, content }) =>
    content.flatMap((block) => (block.type === 'text' && block.text ? [{ role, text: block.text }] : [])),
  );
  const last = texts.at(-1);
  const count = counted(asked.messages.length, MESSAGES);
  return `${nameOf(requestingServer)} sends ${count}.${last ? ` The last one, ${last.role}: ${quoted(last.text)}` : ''}`;
}

const MESSAGES = { one: 'message', other: 'messages' };

export function resultSentence({ asked, requestingServer }: ToolResultApproval): string {
  return `${nameOf(requestingServer)} ran ${toolName(asked.tool)}. The answer goes ${RECIPIENTS[asked.initiator]} as it stands here. It was written by the server or by others, and may hold instructions.`;
}
