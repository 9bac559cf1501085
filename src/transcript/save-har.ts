import { inTurns } from '../util/in-turns.js';
import type { TranscriptEntry } from './entry.js';
import { Exporter, safeAddress, type ExportedBody, type ExportedEntry, type ExportLevel } from './exported.js';

export interface HarOptions {
  /** Default `shapes`. */
  readonly level?: ExportLevel | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NOT_KNOWN =
  'Made from what was said, not from the wire: status, headers and the times within an exchange were not recorded. ' +
  'Secrets are replaced.';

/**
 * The exchanges that we began, as the pieces of a HAR 1.2 file. What is not known is not made up: it is 0, -1 or empty, as
 * the format wants it, and `comment` says so.
 * @param entries oldest first, of one server
 * @returns undefined when `signal` aborts
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export async function saveHar(
  entries: readonly TranscriptEntry[],
  { level = 'shapes', signal }: HarOptions = {},
): Promise<readonly string[] | undefined> {
  const comment = level === 'shapes' ? `${NOT_KNOWN} Of arguments and results only the shape is here.` : NOT_KNOWN;
  const head = { version: '1.2', creator: { name: 'mcp-embed', version: '0.1.0' }, comment };
  const pieces = [`{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`];
  const url = safeAddress(entries[0]?.server ?? '') || 'about:blank';
  function* write(): Generator<undefined, true, undefined> {
    const exporter = new Exporter(level, entries);
    for (const entry of entries) {
      if (entry.direction !== 'sent') continue;
      pieces.push(`${pieces.length > 1 ? ',' : ''}\n${JSON.stringify(harEntry(exporter.take(entry), url))}`);
      yield;
    }
    return true;
  }
  if (!(await inTurns(write(), signal))) return undefined;
  pieces.push('\n]}}\n');
  return pieces;
}

function harEntry(entry: ExportedEntry, url: string): object {
  const { at, duration, method, params, result, error, requestId, ended, problem, kind } = entry;
  const id = kind === 'request' ? { id: requestId } : {};
  const sent = JSON.stringify({ jsonrpc: '2.0', ...id, method, ...(params && { params: valueOf(params) }) });
  const answer = result ?? error;
  const received = answer
    ? JSON.stringify({ jsonrpc: '2.0', ...id, [error ? 'error' : 'result']: valueOf(answer) })
    : undefined;
  const end = ended === undefined || ended === 'answered' || ended === 'error' ? '' : ` It ended: ${ended}.`;
  const time = Math.round((duration ?? 0) * 1000) / 1000;
  return {
    startedDateTime: new Date(at).toISOString(),
    time,
    request: {
      method: 'POST',
      url,
      httpVersion: 'unknown',
      cookies: [],
      headers: [],
      queryString: [],
      postData: { mimeType: 'application/json', text: sent, ...commentOn(params) },
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      // What browsers write where no status is known.
      status: 0,
      statusText: '',
      httpVersion: 'unknown',
      cookies: [],
      headers: [],
      content: {
        size: received === undefined ? 0 : new TextEncoder().encode(received).length,
        mimeType: received === undefined ? 'x-unknown' : 'application/json',
        ...(received !== undefined && { text: received }),
        ...commentOn(answer),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      comment: `The status is not known.${end}${problem ? ` ${problem}` : ''}`,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0, comment: 'Only the whole is known.' },
    ...(entry.revision && { comment: `MCP ${entry.revision}` }),
  };
}

function valueOf({ value, beginning }: ExportedBody): unknown {
  return value === undefined ? beginning : value;
}

function commentOn(body: ExportedBody | undefined): { readonly comment?: string } {
  if (!body || body.beginning === undefined) return {};
  return { comment: `Too long to be recorded: the beginning of ${body.size} bytes.` };
}
