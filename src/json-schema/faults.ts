import type { OutputUnit } from '@cfworker/json-schema';

/** One problem of a value. */
export interface Fault {
  /** JSON Pointer to the value that has the problem. */
  readonly pointer: string;
  /** The keyword that the value violates; `format` if a pattern and a format are checked together. */
  readonly keyword: string;
  /** The missing property, if one is missing. */
  readonly property?: string | undefined;
  /** The validator's message. */
  readonly words: string;
}

/** Keywords that only report that an inner value is wrong. That value has a fault of its own. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    '$ref allOf if properties patternProperties additionalProperties unevaluatedProperties items prefixItems ' +
    'additionalItems unevaluatedItems dependentSchemas dependencies'
  ).split(' '),
);

/** Keywords whose inner faults are not useful: the keyword itself is the problem. */
const CLOSED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains', 'minContains', 'propertyNames']);

/** The faults of a value, without those that only point to inner faults. */
export function faultsIn(units: readonly OutputUnit[]): readonly Fault[] {
  const faults: Fault[] = [];
  let closed: string | undefined;
  for (const { keyword, keywordLocation, instanceLocation, error } of units) {
    if (closed !== undefined && keywordLocation.startsWith(`${closed}/`)) continue;
    closed = CLOSED.has(keyword) ? keywordLocation : undefined;
    const property = missingIn(error);
    // Dependencies are reported in two ways: a property is missing, or an inner value is wrong, which has a fault of
    // its own.
    if (WRAPPERS.has(keyword) && property === undefined) continue;
    const violated = keyword === 'format' && PATTERN_ALONE.test(error) ? 'pattern' : keyword;
    faults.push({ pointer: decoded(instanceLocation.slice(1)), keyword: violated, words: error, property });
  }
  return faults;
}

/** Patterns are checked as custom formats, named after pattern and format. */
const PATTERN_ALONE = /^String does not match format "mcp-embed \["[^]*",null\]"\.$/;

function missingIn(error: string): string | undefined {
  if (!error.endsWith('".')) return undefined;
  const required = 'Instance does not have required property "';
  if (error.startsWith(required)) return error.slice(required.length, -'".'.length);
  const dependent = '" but does not have "';
  const at = error.startsWith('Instance has "') ? error.lastIndexOf(dependent) : -1;
  return at < 0 ? undefined : error.slice(at + dependent.length, -'".'.length);
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
