import { displayName, type ToolCallApproval } from '../../src/index.js';
import { shortHost } from '../elicitation-approval/short-host.js';
import { cut, shortened } from '../words/cut.js';

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
  return `Run ${toolName(approval)} on ${approval.asker.host}?`;
}

/** What the button does: the same, and short where a name is long. */
export function callAct(approval: ToolCallApproval): string {
  return `Run ${shortened(toolName(approval), NAME_ON_BUTTON)} on ${shortHost(approval.asker.host)}`;
}
