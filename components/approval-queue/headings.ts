import { webHost } from '../../src/content/index.js';
import {
  type ApprovalQueue,
  displayName,
  type ElicitationApproval,
  type RootsApproval,
  type SamplingApproval,
  type ToolCallApproval,
} from '../../src/index.js';
import { cut, shortened } from '../internal/text.js';
import { needsTool } from '../sampling-approval/request.js';
import { nameOf } from './question.js';

const HOST_LENGTH = 60;

/** A host for a sentence or a button. Cut at the front: its end says whose it is. The whole address is shown beside it. */
export function shortHost(host: string): string {
  return host.length > HOST_LENGTH ? `…${host.slice(1 - HOST_LENGTH)}` : host;
}

/** What the server wants, as the sentence a person decides on. */
export function elicitationHeading({ asked, requestingServer, step }: ElicitationApproval): string {
  if (asked.mode === 'form') return `${nameOf(requestingServer)} wants to know`;
  const address = webHost(asked.url);
  if (address === undefined) return `${nameOf(requestingServer)} asks to open something that is not a web page`;
  const host = shortHost(address);
  return step === 'opened' ? `Are you done on ${host}?` : `Open a page on ${host}?`;
}

/** What may happen, in one sentence. */
export function rootsHeading({ requestingServer }: RootsApproval): string {
  return `${nameOf(requestingServer)} asks which folders it may use`;
}

/** What may happen next, as the sentence a person decides on. */
export function samplingHeading(approval: SamplingApproval, approvals: ApprovalQueue | undefined): string {
  const { asked, step, requestingServer } = approval;
  switch (step.at) {
    case 'review-request':
      if (approvals?.sampler) return 'Ask your model to answer this?';
      return needsTool(asked) ? `${nameOf(requestingServer)} asks for a model` : 'Answer this yourself?';
    case 'generating':
      return 'Your model is answering';
    case 'review-response':
      return `Send this answer to ${nameOf(requestingServer)}?`;
  }
}

/** Characters of a tool's name that are repeated in a sentence. */
const NAME_LENGTH = 100;
/** Characters of it on a button: the heading above it says more, and the button is not to cover what is decided. */
const NAME_ON_BUTTON = 40;

/** The tool as its button names it. */
export function toolName({ asked }: ToolCallApproval): string {
  return cut(displayName(asked.tool), NAME_LENGTH);
}

/** What may happen, in one sentence. */
export function callHeading(approval: ToolCallApproval): string {
  return `Run ${toolName(approval)} on ${approval.requestingServer.host}?`;
}

/** What the button does: the same, and short where a name is long. */
export function callAct(approval: ToolCallApproval): string {
  return `Run ${shortened(toolName(approval), NAME_ON_BUTTON)} on ${shortHost(approval.requestingServer.host)}`;
}
