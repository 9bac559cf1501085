import { asObject } from '../protocol/check/object.js';
import { redactAddress } from '../util/secrets.js';
import { type Body, type TranscriptEntry } from './entry.js';
import { Redactor } from '../util/redactor.js';
import { isPublished, shapeOf } from './shape.js';
import { writeBody } from './write-body.js';

/**
 * How much goes into a file. `shapes`: what the server says of itself and its lists as they are, of everything else only
 * what kind of value stood where. `values`: what was sent and received as well. In neither is anything secret.
 */
export type ExportLevel = 'shapes' | 'values';

/** A body as a value again; or its beginning, where it was cut. */
export interface ExportedBody {
  readonly value?: unknown;
  readonly beginning?: string | undefined;
  readonly size: number;
  /** Pointers of arguments that may be secret and stand here all the same: the person had them stored as shown. */
  readonly shown?: readonly string[] | undefined;
  readonly isMore?: true | undefined;
}

/** An entry as it goes into a file. */
export interface ExportedEntry extends Omit<TranscriptEntry, 'params' | 'result' | 'error' | 'server'> {
  readonly params?: ExportedBody | undefined;
  readonly result?: ExportedBody | undefined;
  readonly error?: ExportedBody | undefined;
}

/** Takes entries out of a transcript for a file: looks for secrets once more, and leaves out what is not to be in it. */
export class Exporter {
  readonly #level: ExportLevel;
  readonly #redactor = new Redactor();
  readonly #published = new Set<string>();

  constructor(level: ExportLevel, entries: readonly TranscriptEntry[]) {
    this.#level = level;
    for (const { method, result } of entries) {
      if (level === 'values' || !method.startsWith('resources/') || !isPublished(method)) continue;
      const { resources } = asObject(parse(result)) ?? {};
      for (const one of Array.isArray(resources) ? resources : []) {
        const uri = asObject(one)?.['uri'];
        if (typeof uri === 'string') this.#published.add(uri);
      }
    }
  }

  take(entry: TranscriptEntry): ExportedEntry {
    const { server: _server, params, result, error, subject, problem, ...rest } = entry;
    const isWhole = this.#level === 'values' || isPublished(entry.method);
    const body = (name: 'params' | 'result' | 'error', of: Body | undefined): object =>
      of ? { [name]: this.#body(of, isWhole) } : {};
    const isTold = isWhole || !/^\w+:/.test(subject ?? '') || this.#published.has(subject!);
    return {
      ...rest,
      ...(subject !== undefined && { subject: isTold ? this.#redactor.without(subject) : '(address)' }),
      ...(problem !== undefined && { problem: isWhole ? this.#redactor.without(problem) : '(words)' }),
      ...body('params', params),
      ...body('result', result),
      ...body('error', error),
    };
  }

  #body(body: Body, isWhole: boolean): ExportedBody {
    const { size, isCut, isMore, shown } = body;
    const more = { size, ...(isMore && { isMore }), ...(isWhole && shown && { shown }) };
    if (isCut) return { ...more, beginning: isWhole ? this.#redactor.without(body.json) : '' };
    const schemas = { isShown: (pointer: string): boolean => shown?.includes(pointer) === true };
    const again = writeBody(parse(body), { redactor: this.#redactor, schemas, keepsBlobs: true });
    if (again.isCut) return { ...more, beginning: isWhole ? again.json : '' };
    const value: unknown = JSON.parse(again.json);
    return { value: isWhole ? value : shapeOf(value, this.#published), ...more };
  }
}

function parse(body: Body | undefined): unknown {
  try {
    return body && !body.isCut ? (JSON.parse(body.json) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** The address of a server, by what it is called in the store, without what may be secret in it. */
export function safeAddress(server: string): string {
  // An identity stands behind a space.
  const [url = ''] = server.split(' ');
  return URL.canParse(url) ? redactAddress(url).replace(/#.*/, '') : '';
}
