import { asArray, asNumber, asObject, asString } from '../protocol/decode/values.js';
import type { Initiator } from '../protocol/model.js';
import { MAX_DATE_MS } from '../util/async.js';
import type { AuditedValue } from './audit-preview.js';
import type { Approval } from './types.js';

/** One server request or tool call, how it was decided, and how it ended. */
export interface AuditEntry {
  readonly id: string;
  /** Origin of the page. */
  readonly origin: string;
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
  /** The server’s own name for itself. */
  readonly serverName: string;
  readonly host: string;
  readonly kind: Approval['kind'];
  /** Name of the tool; of other requests, the method. */
  readonly about: string;
  readonly initiator: Initiator | 'server';
  /** The call that was running when the server asked, for example `tools/call get-weather`. */
  readonly during?: string | undefined;
  /** The beginning of the subject of the decision, without secrets. */
  readonly shown: readonly AuditedValue[];
  /** The beginning of the answer, if it differs from the request as shown, without secrets. */
  readonly given?: readonly AuditedValue[] | undefined;
  /** `withdrawn`: the request ended before a decision. */
  readonly answer: 'allowed' | 'refused' | 'withdrawn';
  readonly authorizedBy: AuthorizedBy;
  /** Id of the remembered decision, for `remembered`. */
  readonly grant?: string | undefined;
  /** When it was asked, in epoch milliseconds. */
  readonly at: number;
  /** Milliseconds until the decision. */
  readonly decidedAfter: number;
  /** How an allowed call ended. Absent while it runs, and where the page closed before its end. */
  readonly outcome?: 'done' | 'tool-error' | 'failed' | undefined;
  /** Milliseconds that the server took for the call: from sending to the last byte, without its questions. */
  readonly took?: number | undefined;
  /** How many times the same happened in a row without a new decision. Absent for once. */
  readonly times?: number | undefined;
  /** When it last happened, in epoch milliseconds; together with `times`. */
  readonly until?: number | undefined;
}

/** An entry before it is added. */
export type NewAuditEntry = Omit<AuditEntry, 'id' | 'origin' | 'times' | 'until'>;

/** The maker of a decision. */
export type AuthorizedBy =
  /** A person decided in the dialog. */
  | 'person'
  /** A person pressed the button that starts the call. */
  | 'button'
  /** A remembered decision of the person. */
  | 'remembered'
  /** The page’s policy or rules, or page code that answers. */
  | 'policy'
  /** Page code, without asking the person. */
  | 'page'
  /** There was no person to ask. */
  | 'nobody';

const KINDS: ReadonlySet<unknown> = new Set<AuditEntry['kind']>([
  'sampling',
  'elicitation',
  'roots',
  'tool-call',
  'tool-result',
]);
const INITIATORS: ReadonlySet<unknown> = new Set<AuditEntry['initiator']>(['person', 'page', 'model', 'app', 'server']);
const ANSWERS: ReadonlySet<unknown> = new Set<AuditEntry['answer']>(['allowed', 'refused', 'withdrawn']);
const AUTHORITIES: ReadonlySet<unknown> = new Set<AuthorizedBy>([
  'person',
  'button',
  'remembered',
  'policy',
  'page',
  'nobody',
]);
const OUTCOMES: ReadonlySet<unknown> = new Set<AuditEntry['outcome']>(['done', 'tool-error', 'failed', undefined]);

/** Reads an entry from the store, to which any code of this origin may have written. Undefined where it is none. */
export function readAuditEntry(value: unknown): AuditEntry | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  const isAmount = (name: string): boolean => (asNumber(raw[name]) ?? -1) >= 0;
  const isDate = (name: string): boolean => Math.abs(asNumber(raw[name]) ?? Infinity) <= MAX_DATE_MS;
  const isText = (name: string): boolean => asString(raw[name]) !== undefined;
  const isWhole =
    ['id', 'origin', 'server', 'serverName', 'host', 'about'].every(isText) &&
    KINDS.has(raw['kind']) &&
    INITIATORS.has(raw['initiator']) &&
    ANSWERS.has(raw['answer']) &&
    AUTHORITIES.has(raw['authorizedBy']) &&
    OUTCOMES.has(raw['outcome']) &&
    isDate('at') &&
    isAmount('decidedAfter') &&
    ['during', 'grant'].every((name) => raw[name] === undefined || isText(name)) &&
    ['took', 'times'].every((name) => raw[name] === undefined || isAmount(name)) &&
    (raw['until'] === undefined || isDate('until'));
  const shown = asArray(raw['shown'])?.filter(isAuditedValue);
  if (!isWhole || !shown) return undefined;
  const given = raw['given'] === undefined ? undefined : (asArray(raw['given'])?.filter(isAuditedValue) ?? []);
  const isSame =
    shown.length === (raw['shown'] as readonly unknown[]).length &&
    given?.length === (raw['given'] as readonly unknown[] | undefined)?.length;
  return (isSame ? raw : { ...raw, shown, ...(given && { given }) }) as unknown as AuditEntry;
}

function isAuditedValue(value: unknown): boolean {
  const raw = asObject(value);
  return asString(raw?.['name']) !== undefined && asString(raw?.['value']) !== undefined;
}
