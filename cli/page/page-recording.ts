// Sends the messages between the page and a server to the command, for the file of `--record`. Only the page sees them.
import { MAX_TEXT_LENGTH, textReader, textsOf } from './event-texts.js';
import type { ReachedServer } from './way.js';

/** A message, and what the command needs to find its secrets. */
interface Entry {
  readonly session: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly direction: 'sent' | 'received';
  readonly time: number;
  /** Undefined where the message is too long. */
  readonly text: string | undefined;
}

type Exchange = Pick<Entry, 'session' | 'headers' | 'direction'>;

/** Messages go to the command one after the other, so that the file has their order. */
let recording: Promise<void> = Promise.resolve();

/**
 * Records a message and its answer, as that comes. Where there is no answer, the message alone: it may have been carried out.
 * @param time when the message was sent, in milliseconds since 1970
 * @param response undefined where none came
 * @returns the answer
 */
export function recorded(
  server: ReachedServer,
  { headers: given, body }: RequestInit,
  time: number,
  response?: Response,
): Response | undefined {
  if (!server.records) return response;
  const headers = new Headers(given);
  const session = headers.get('mcp-session-id') ?? response?.headers.get('mcp-session-id') ?? '';
  // The command needs the secrets in them, which a server may repeat, and drops the rest.
  const of = { session, headers: Object.fromEntries(headers) };
  if (typeof body === 'string') record(server, { ...of, direction: 'sent', time, text: body });
  if (response?.body) read(server, response.clone(), { ...of, direction: 'received' }).catch(() => {});
  return response;
}

/** A stream that breaks is read up to there; the rest of it never came. */
async function read(server: ReachedServer, response: Response, of: Exchange): Promise<void> {
  const add = (text: string | undefined): void => record(server, { ...of, time: Date.now(), text });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) for await (const text of textsOf(response, () => add(undefined))) add(text);
  else add(await wholeOf(response));
}

/** @returns undefined for a body over the limit */
async function wholeOf(response: Response): Promise<string | undefined> {
  const reader = textReader(response);
  const parts: string[] = [];
  for (let length = 0; length <= MAX_TEXT_LENGTH;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream
    const { done, value } = await reader.read();
    if (done) return parts.join('');
    parts.push(value);
    length += value.length;
  }
  reader.cancel().catch(() => {});
  return undefined;
}

function record(server: ReachedServer, entry: Entry): void {
  const text = (entry.text?.length ?? 0) > MAX_TEXT_LENGTH ? undefined : entry.text;
  recording = recording.then(() => give(server, { ...entry, text }));
}

/** Sends the number of lost messages with the next one. */
async function give(server: ReachedServer, entry: Entry): Promise<void> {
  const { lost } = server;
  try {
    const { ok } = await server.helpers.ask(`/servers/${server.id}/record`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...entry, lost }),
    });
    server.lost = ok ? 0 : lost + 1;
  } catch {
    server.lost = lost + 1;
  }
}
