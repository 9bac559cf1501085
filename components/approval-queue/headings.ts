import { webHost } from '../../src/content/index.js';
import {
  type ApprovalQueue,
  type ElicitationApproval,
  type RootsApproval,
  type SamplingApproval,
  type ToolCallApproval,
  type ToolResultApproval,
} from '../../src/index.js';
import { cut, fetchedAt, oneLine, shortened } from '../internal/text.js';
import { shortenServerName, shortHost } from './question.js';
import type { Sentence } from '../words/messages.js';
import { t } from './messages.js';

/** The sentence that the person decides about: the request of the server. */
export function elicitationHeading({ asked, requestingServer, step }: ElicitationApproval): Sentence {
  if (asked.mode === 'form')
    return t.both('approvalQueue.asksForInformation', { name: shortenServerName(requestingServer) });
  const address = webHost(asked.url);
  if (address === undefined)
    return t.both('approvalQueue.asksToOpenSomething', { name: shortenServerName(requestingServer) });
  const host = shortHost(address);
  return step === 'opened'
    ? t.both('approvalQueue.areYouDoneOn', { host })
    : t.both('approvalQueue.openAPageOn', { host });
}

/** The sentence that the person decides about. */
export function rootsHeading({ requestingServer }: RootsApproval): Sentence {
  return t.both('approvalQueue.asksWhichFoldersIt', { name: shortenServerName(requestingServer) });
}

/** The heading while the person writes the answer of the model. */
export function byHandHeading(): Sentence {
  return t.both('approvalQueue.writeTheReply');
}

/** The sentence that the person decides about: the next thing that may happen. */
export function samplingHeading(approval: SamplingApproval, approvals: ApprovalQueue | undefined): Sentence {
  const { step, requestingServer } = approval;
  switch (step.at) {
    case 'review-request':
      return approvals?.sampler ? t.both('approvalQueue.askYourModelTo') : byHandHeading();
    case 'generating':
      return t.both('approvalQueue.yourModelIsAnswering');
    case 'review-response':
      return t.both('approvalQueue.sendThisAnswerTo', { name: shortenServerName(requestingServer) });
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
export function callHeading({ asked, requestingServer }: ToolCallApproval): Sentence {
  return t.both('approvalQueue.runOn', { tool: toolName(asked.tool.name), host: requestingServer.host });
}

/** The label of the button: the heading, with a shorter name. */
export function callAct({ asked, requestingServer }: ToolCallApproval): string {
  return t('approvalQueue.runOnButton', {
    tool: shortened(toolName(asked.tool.name), NAME_ON_BUTTON),
    host: shortHost(requestingServer.host),
  });
}

interface CallReasons {
  /** Names the initiator. */
  readonly who: string;
  /** The reason for the question; may be empty. */
  readonly why: string;
  /** How old the shown definition is; empty if the server lists it now. */
  readonly known: string;
}

/** The initiator of the call, and the reason for the question. */
export function callReasons({ asked, why, lastSaid }: ToolCallApproval): CallReasons {
  const known =
    lastSaid === undefined
      ? ''
      : lastSaid === 'never'
        ? t('approvalQueue.nothingIsKnownOf')
        : t('approvalQueue.whatYouSeeHere', { time: fetchedAt(lastSaid) });
  const isOwnDestructive = asked.initiator === 'person' && why === 'destructive';
  return {
    who: t(`approvalQueue.startedBy.${asked.initiator}`),
    why: isOwnDestructive ? t('approvalQueue.why.own-destructive') : t(`approvalQueue.why.${why}`),
    known,
  };
}

/** The sentence that the person decides about. */
export function resultHeading({ asked }: ToolResultApproval): Sentence {
  return t.both(`approvalQueue.passResult.${asked.initiator}`, { tool: toolName(asked.tool) });
}

/*
 * The question as a screen reader announces it: the texts of servers in quotation marks, on one line, and short enough
 * to listen to.
 */

/** Characters of a server’s text that are read out when its question opens. The question shows all of it. */
export const MAX_SPOKEN_LENGTH = 300;

function quoted(text: string): string {
  return `“${shortened(oneLine(text, 2 * MAX_SPOKEN_LENGTH), MAX_SPOKEN_LENGTH)}”`;
}

export function callSentence(approval: ToolCallApproval): string {
  const names = Object.keys(approval.asked.arguments).map((name) => oneLine(name, NAME_LENGTH));
  const sent =
    names.length === 0
      ? t('approvalQueue.itHasNoArguments')
      : t('approvalQueue.itHasArguments', {
          count: names.length,
          names: shortened(names.join(', '), MAX_SPOKEN_LENGTH),
        });
  const { who, why, known } = callReasons(approval);
  return [who, why, known, sent].filter(Boolean).join(' ');
}

export function elicitationSentence({ asked, requestingServer }: ElicitationApproval): string {
  return asked.message === ''
    ? ''
    : t('approvalQueue.says', { name: shortenServerName(requestingServer), quoted: quoted(asked.message) });
}

export function rootsSentence({ requestingServer }: RootsApproval): string {
  return t('approvalQueue.learnsTheNamesAnd', { name: shortenServerName(requestingServer) });
}

/** The last message with a text, which the model is to answer. */
export function samplingSentence({ asked, requestingServer, step }: SamplingApproval): string {
  if (step.at === 'generating') return '';
  const texts = asked.messages.flatMap(({ role, content }) =>
    content.flatMap((block) => (block.type === 'text' && block.text ? [{ role, text: block.text }] : [])),
  );
  const last = texts.at(-1);
  const messages = t('approvalQueue.messages', { count: asked.messages.length });
  const name = shortenServerName(requestingServer);
  return last
    ? t('approvalQueue.sendsMessagesLast', { name, messages, role: last.role, text: quoted(last.text) })
    : t('approvalQueue.sendsMessages', { name, messages });
}

export function resultSentence({ asked, requestingServer }: ToolResultApproval): string {
  return t(`approvalQueue.resultGoes.${asked.initiator}`, {
    name: shortenServerName(requestingServer),
    tool: toolName(asked.tool),
  });
}
