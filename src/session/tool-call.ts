import { asMcpError } from '../errors.js';
import { offersTaskCalls } from '../protocol/capabilities.js';
import { readToolResult } from '../protocol/decode/content.js';
import type { Tool, ToolResult } from '../protocol/model.js';
import { loadValidator } from '../json-schema/load-validator.js';
import { itemsOf } from './list-state.js';
import type { Catalog } from './lists.js';
import { checkOutput, OUTPUT_CHECK_WAIT_MS, uncheckedOutput } from './output-validation.js';
import type { Permit, Requester, WantedCall } from './requester.js';
import { isRefusedForHeaders } from './sending-again.js';

/**
 * Times that a call looks at what its tool is. A server that changes the tool each time would have the person asked
 * for ever; the call fails.
 */
const MAX_DEFINITION_LOOKS = 5;

/**
 * Calls a tool: it is authorized, sent, sent again only by the table of docs/sending-again.md, checked against its output schema, and
 * released.
 * @throws ProtocolError when the server refuses the call; McpError `declined` when it may not be made, or its result not go on
 */
export async function callTool(tools: Catalog<Tool>, requester: Requester, call: WantedCall): Promise<ToolResult> {
  const authorization = requester.authorizationOf(call);
  if (!authorization) return sendCall(tools, requester, call, { args: call.args });
  for (let looks = 0; looks < MAX_DEFINITION_LOOKS; looks++) {
    // oxlint-disable-next-line no-await-in-loop -- each look is for what changed during the one before
    const permit = await authorization.decide(looks > 0);
    // oxlint-disable-next-line no-await-in-loop
    const result = permit && (await authorization.record(permit, () => sendCall(tools, requester, call, permit)));
    if (result) return authorization.release(result);
  }
  throw authorization.giveUp();
}

/** Sends a call, and once more where the server refused its headers unread: they repeat arguments, by a schema that has changed. */
async function sendCall(
  tools: Catalog<Tool>,
  requester: Requester,
  call: WantedCall,
  permit: Permit,
): Promise<ToolResult> {
  try {
    return await sendOnce(tools, requester, call, permit);
  } catch (error) {
    if (!isRefusedForHeaders(error) || !(await requester.hasParamHeaders())) throw error;
    await tools.refresh();
    // Whoever allowed the call may have to see the new definition first.
    if (permit.stillHolds && !(await permit.stillHolds())) throw error;
    return sendOnce(tools, requester, call, permit);
  }
}

/** Sends a call, as a task where its tool runs as one only, and checks what comes back. */
async function sendOnce(
  tools: Catalog<Tool>,
  requester: Requester,
  { name, args: _wanted, ...options }: WantedCall,
  { args, stillHolds }: Permit,
): Promise<ToolResult> {
  const tool = itemsOf(tools.state.get()).find((known) => known.name === name);
  const asTask = needsTask(tool) && offersTaskCalls(await requester.capabilities());
  // Loads while the server works.
  if (tool?.outputSchema !== undefined) loadValidator().catch(() => {});
  const answer = await requester.request(
    'tools/call',
    { name, arguments: args },
    { ...options, tool, ...(asTask && { asTask }), ...(stillHolds && { mayResend: stillHolds }) },
  );
  const result = readToolResult(answer);
  return tool?.outputSchema === undefined || result.isError ? result : validate(result, tool);
}

/**
 * In later revisions the server decides what is a task.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
function needsTask(tool: Tool | undefined): boolean {
  return tool?.execution?.taskSupport === 'required';
}

/** A result is never lost because it cannot be validated, and waits only {@link OUTPUT_CHECK_WAIT_MS} for the validator. */
async function validate(result: ToolResult, tool: Tool): Promise<ToolResult> {
  try {
    return checkOutput(result, tool, await loadValidator(OUTPUT_CHECK_WAIT_MS));
  } catch (error) {
    return uncheckedOutput(result, asMcpError(error, 'internal'));
  }
}
