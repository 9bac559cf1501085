import type { JsonObject } from '../protocol/model.js';
import { asArray, asNumber, asObject, asString } from '../protocol/check/object.js';
import type { Grant, GrantedTool } from './grant.js';

/** Milliseconds that a `Date` can hold. */
const MAX_DATE = 8.64e15;

const VERDICTS: ReadonlySet<unknown> = new Set<Grant['verdict']>(['allow', 'deny']);
const SCOPES: ReadonlySet<unknown> = new Set<Grant['scope']>(['tool', 'arguments', 'read-only']);
const TERMS: ReadonlySet<unknown> = new Set<Grant['term']>(['session', 'always']);

/** A decision as it lay in a store, where anybody of this origin may have written it. Undefined where it is none. */
export function readGrant(value: unknown): Grant | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  const isNamed = ['id', 'origin', 'server', 'serverName'].every((key) => asString(raw[key]) !== undefined);
  const at = asNumber(raw['at']);
  const isDated = at !== undefined && Math.abs(at) <= MAX_DATE;
  const isKnown = VERDICTS.has(raw['verdict']) && SCOPES.has(raw['scope']) && TERMS.has(raw['term']);
  const tools = asArray(raw['tools']);
  const isOfTools = tools !== undefined && tools.length > 0 && tools.every(isGrantedTool);
  const isWhole =
    isAbsentOr(asObject, raw['definition']) &&
    isAbsentOr(asString, raw['arguments']) &&
    // Without them it would hold for whatever the tool is called with.
    (raw['scope'] !== 'arguments' || raw['arguments'] !== undefined);
  return isNamed && isDated && isKnown && isOfTools && isWhole ? (raw as JsonObject & Grant) : undefined;
}

function isGrantedTool(value: unknown): value is GrantedTool {
  const raw = asObject(value);
  return asString(raw?.['name']) !== undefined && asString(raw?.['fingerprint']) !== undefined;
}

function isAbsentOr(read: (value: unknown) => unknown, value: unknown): boolean {
  return value === undefined || read(value) !== undefined;
}
