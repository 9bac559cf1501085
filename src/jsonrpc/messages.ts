/** JSON-RPC 2.0 on the wire. @see https://www.jsonrpc.org/specification */

export type RpcId = string | number;
export type RpcParams = { readonly [key: string]: unknown };

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: RpcParams;
}
export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: RpcParams;
}
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
/** An answer, with one of `result` and `error`. `id` is absent in errors about a message that could not be read. */
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RpcId | null;
  readonly result?: unknown;
  readonly error?: RpcErrorBody | null;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

// Told apart by the keys that are there: a schema check per message costs more than parsing it.

export function isResponse(message: RpcMessage): message is RpcResponse {
  return !('method' in message);
}

export function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && 'id' in message;
}
