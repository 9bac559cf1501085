import type { InboundContext } from '../jsonrpc/outgoing.js';

/**
 * Answers one question of a server in its wire form. Both eras bring their questions here: one as a request on a
 * stream, the other inside a result.
 * @returns undefined for a method nobody here knows
 * @throws ProtocolError to refuse with its code; McpError `declined` when the person refuses
 */
export type AnswerAsk = (method: string, params: unknown, context: InboundContext) => Promise<unknown> | undefined;
