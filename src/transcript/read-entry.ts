import { asNumber, asObject, asString } from '../protocol/check/object.js';
import type { MessageSchemas } from './message-schemas.js';
import { BLOB_SIGN, type Body, type Ended, type TranscriptEntry } from './entry.js';
import { entryId } from './entry-id.js';
import type { Redactor } from '../util/redactor.js';
import { writeBody } from './write-body.js';

const ENDS: readonly Ended[] = ['answered', 'error', 'cancelled', 'timed-out', 'stream-ended', 'failed', 'closed'];
/** Characters of a name, an address, a sentence. */
const MAX_WORDS = 2000;

type Fields = Readonly<Record<string, unknown>>;

/**
 * One entry of a file, which may hold anything. Only what belongs to an entry is read.
 * @returns what is wrong with it, as the end of a sentence, where it is none
 */
export function readEntry(value: unknown, number: number, redactor: Redactor): TranscriptEntry | string {
  const raw = asObject(value) as Fields | undefined;
  if (!raw) return 'is no object';
  const own = (name: string): unknown => (Object.hasOwn(raw, name) ? raw[name] : undefined);
  const words = (name: string): string | undefined => {
    const text = asString(own(name))?.slice(0, MAX_WORDS);
    return text === undefined ? undefined : redactor.without(text);
  };
  const amount = (name: string): number | undefined => {
    const found = asNumber(own(name));
    return found !== undefined && found >= 0 ? found : undefined;
  };
  const method = words('method');
  const at = amount('at');
  const direction = own('direction');
  const kind = own('kind');
  if (!method) return 'has no method';
  if (at === undefined || at > MAX_TIME) return 'has no time';
  if (direction !== 'sent' && direction !== 'received') return 'does not say who sent it';
  if (kind !== 'request' && kind !== 'notification') return 'is neither a request nor a notification';
  const requestId = own('requestId');
  const ended = own('ended') as Ended;
  const entry = {
    id: words('id') ?? entryId(at, 'file', number),
    session: words('session') ?? 'file',
    server: '',
    at,
    clock: amount('clock') ?? 0,
    revision: words('revision'),
    direction,
    kind,
    method,
    requestId: typeof requestId === 'number' ? requestId : words('requestId'),
    subject: words('subject'),
    params: readBody(own('params'), redactor),
    result: readBody(own('result'), redactor),
    error: readBody(own('error'), redactor),
    duration: amount('duration'),
    ended: ENDS.includes(ended) ? ended : undefined,
    isToolError: own('isToolError') === true || undefined,
    problem: words('problem'),
    about: words('about'),
    times: amount('times'),
    until: amount('until'),
  } as const;
  return Object.fromEntries(
    Object.entries(entry).filter(([, each]) => each !== undefined),
  ) as unknown as TranscriptEntry;
}

/** The last moment that a date can be. */
const MAX_TIME = 8.64e15;

function readBody(value: unknown, redactor: Redactor): Body | undefined {
  const raw = asObject(value) as Fields | undefined;
  if (!raw) return undefined;
  const size = Math.max(0, asNumber(raw['size']) ?? 0);
  const isMore = raw['isMore'] === true && ({ isMore: true } as const);
  const beginning = asString(raw['beginning']);
  if (beginning !== undefined || !Object.hasOwn(raw, 'value')) {
    const {
      json,
      isCut: _cut,
      size: _size,
      found: _found,
      ...rest
    } = writeBody(beginning ?? '', { redactor, keepsBlobs: true });
    const text = JSON.parse(json.endsWith('"') ? json : '""') as string;
    return { ...rest, json: text, size, isCut: true, ...isMore };
  }
  const { found: _found, ...body } = writeBody(raw['value'], {
    redactor,
    schemas: shownIn(raw['shown']),
    keepsBlobs: true,
  });
  const blobs = [...new Set(body.json.match(BLOBS))].map((sign) => sign.slice(BLOB_SIGN.length));
  return { ...body, size: size || body.size, ...isMore, ...(blobs.length > 0 && { blobs }) };
}

/** What the file says of it: whoever opens it sees it there. */
function shownIn(shown: unknown): MessageSchemas {
  const pointers = new Set(Array.isArray(shown) ? (shown as readonly unknown[]) : []);
  return { isShown: (pointer) => pointers.has(pointer) };
}

const BLOBS = new RegExp(`${BLOB_SIGN}[0-9a-f]{64}`, 'g');
