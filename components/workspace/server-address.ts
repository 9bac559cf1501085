import { parseAddress, parseTypedAddress } from '../../src/util/hosts.js';

/** The address of a server as people type it: http and https without a scheme too, and ws and wss. */
export function readServerAddress(typed: string): URL | undefined {
  const address = parseTypedAddress(typed);
  if (address) return address;
  const other = parseAddress(typed.trim());
  return other && /^wss?:$/.test(other.protocol) ? other : undefined;
}
