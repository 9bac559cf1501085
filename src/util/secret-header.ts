import { soundsSecret } from './secrets.js';

/** Headers that say nothing of who asks. Those of the protocol say what is in the message too. */
const HARMLESS =
  /^(?:accept(?:-.*)?|content-.*|cache-control|pragma|user-agent|origin|referer|host|last-event-id|x-requested-with|mcp-(?!session-id$).*)$/i;
/** Characters of the shortest value of a header that is sought, where its name says nothing. */
const SHORTEST_HEADER = 8;

/** What is secret in a header that is sent: its value, or what stands behind the name of a scheme. */
export function secretInHeader(name: string, value: string): string | undefined {
  if (HARMLESS.test(name)) return undefined;
  const [, token = value] = /^(?:bearer|basic|dpop|token)\s+(.+)$/i.exec(value) ?? [];
  return soundsSecret(name) || token.length >= SHORTEST_HEADER ? token : undefined;
}
