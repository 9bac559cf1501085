import type { OutputUnit } from '@cfworker/json-schema';

/** One thing wrong with a value. */
export interface Fault {
  /** JSON Pointer to the value it is about. */
  readonly pointer: string;
  /** The keyword of the schema that says so; `format` where a pattern and a format stand together. */
  readonly keyword: string;
  /** The property that is missing, where one is. */
  readonly property?: string | undefined;
  /** What the validator says, in the words of the specification. */
  readonly words: string;
}

/** Say only that something inside does not fit, which is told by itself. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    '$ref allOf if properties patternProperties additionalProperties unevaluatedProperties items prefixItems ' +
    'additionalItems unevaluatedItems dependentSchemas dependencies'
  ).split(' '),
);
/** Say all there is to say: what did not fit inside them leads nowhere. */
const CLOSED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains', 'minContains', 'propertyNames']);

/** What is wrong, without what only leads there. */
export function faultsIn(units: readonly OutputUnit[]): readonly Fault[] {
  const faults: Fault[] = [];
  let closed: string | undefined;
  for (const { keyword, keywordLocation, instanceLocation, error } of units) {
    if (closed !== undefined && keywordLocation.startsWith(`${closed}/`)) continue;
    closed = CLOSED.has(keyword) ? keywordLocation : undefined;
    const property = missingIn(error);
    // Dependencies are told in two ways: something is missing, or something inside does not fit, which is told by itself.
    if (WRAPPERS.has(keyword) && property === undefined) continue;
    const said = keyword === 'format' && PATTERN_ALONE.test(error) ? 'pattern' : keyword;
    faults.push({ pointer: decoded(instanceLocation.slice(1)), keyword: said, words: error, property });
  }
  return faults;
}

/** Patterns are checked as formats of ours, named by both. */
const PATTERN_ALONE = /^String does not match format "mcp-embed \["[^]*",null\]"\.$/;

function missingIn(error: string): string | undefined {
  return /^Instance (?:does not have required property|has "[^]*" but does not have) "([^]*)"\.$/.exec(error)?.[1];
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}
