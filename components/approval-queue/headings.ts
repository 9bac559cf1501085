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

/**
 * Shortens a host for a sentence or a button. It is cut at the front, because its end names the owner. The whole
 * address is shown beside it.
 */
export function shortHost(host: string): string {
  return host.length > HOST_LENGTH ? `…${host.slice(1 - HOST_LENGTH)}` : host;
}

/** The sentence that the person decides about: what the server wants. */
export function elicitationHeading({ asked, requestingServer, step }: ElicitationApproval): string {
  if (asked.mode === 'form') return `${nameOf(requestingServer)} wants to know`;
  const address = webHost(asked.url);
  if (address === undefined) return `${nameOf(requestingServer)} asks to open something that is not a web page`;
  const host = shortHost(address);
  return step === 'opened' ? `Are you done on ${host}?` : `Open a page on ${host}?`;
}

/** The sentence that the person decides about. */
export function rootsHeading({ requestingServer }: RootsApproval): string {
  return `${nameOf(requestingServer)} asks which folders it may use`;
}

/** The sentence that the person decides about: the next thing that may happen. */
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
/** Characters of it on a button. The heading has the rest; a large button would cover the question. */
const NAME_ON_BUTTON = 40;

/** The name of the tool on its button. */
export function toolName({ asked }: ToolCallApproval): string {
  return cut(displayName(asked.tool), NAME_LENGTH);
}

/** The sentence that the person decides about. */
export function callHeading(approval: ToolCallApproval): string {
  return `Run ${toolName(approval)} on ${approval.requestingServer.host}?`;
}

/** The label of the button: the heading, with a shorter name. */
export function callAct(approval: ToolCallApproval): string {
  return `Run ${shortened(toolName(approval), NAME_ON_BUTTON)} on ${shortHost(approval.requestingServer.host)}`;
}
