import type { Probe } from './next-probes.js';
import type { Recorder } from './recorder.js';

/** Where a test needs a value for a header, and only its name matters. */
const ANY_VALUE = 'diagnosis';

/** Asks one question. What comes of it is written down by the recorder; nothing is thrown but the end of it all. */
export async function runProbe(
  { step, method, url, mode, headers: names }: Probe,
  recorder: Recorder,
  pageHeaders: Readonly<Record<string, string>>,
): Promise<void> {
  const given = new Headers(pageHeaders);
  const headers = new Headers({ Accept: 'application/json, text/event-stream' });
  for (const name of names) headers.set(name, given.get(name) ?? recorder.sample?.headers.get(name) ?? ANY_VALUE);
  // An empty POST asks for nothing: what the preflight says is all that is wanted. It has no content type either.
  const body = names.includes('mcp-method') && step === 'sibling' ? recorder.sample?.body : undefined;
  const init = {
    method,
    mode,
    headers,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  } as const;
  try {
    const response = await recorder.send(step, url, body === undefined ? init : { ...init, body });
    // A stream would stay open, and whatever is wanted of the rest the recorder reads from a copy.
    response.body?.cancel().catch(() => {});
  } catch {
    // A probe that fails is an observation like any other.
  }
}
