import type { Json, JsonObject, ToolCallApproval } from '../../src/index.js';

/** One thing that a server says differently now. */
export interface Change {
  /** Where, in words and the names of the schema: `Arguments it takes › properties › limit`. */
  readonly what: string;
  /** Undefined where nothing stood there. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/** What is different, and how much more there is. */
export interface Changes {
  readonly listed: readonly Change[];
  readonly isAll: boolean;
}

/** Places that are listed. What is more is still in the whole definitions, which stand below. */
export const MAX_CHANGES = 20;
/** Levels of a schema that are looked into; what is different further down is shown with all that is around it. */
const MAX_LEVELS = 12;

const NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  title: 'Title',
  description: 'Description',
  inputSchema: 'Arguments it takes',
  outputSchema: 'Result it promises',
  annotations: 'What the server claims',
};

/** What is different in a tool since the person allowed it: the smallest parts that are, in the order of the definition. */
export function changesOf({ before, asked }: ToolCallApproval): Changes {
  if (!before) return { listed: [], isAll: true };
  const found: Change[] = [];
  for (const key of keysOf(before, definitionNow(asked.tool)))
    compare([NAMES[key] ?? key], before[key], definitionNow(asked.tool)[key], found);
  return { listed: found.slice(0, MAX_CHANGES), isAll: found.length <= MAX_CHANGES };
}

/** What a consent is bound to; see `definitionOf` in src/approvals. */
export function definitionNow({ icons: _icons, _meta, ...definition }: ToolCallApproval['asked']['tool']): JsonObject {
  return definition as unknown as JsonObject;
}

function compare(path: readonly string[], before: Json | undefined, now: Json | undefined, found: Change[]): void {
  if (found.length > MAX_CHANGES) return;
  if (path.length < MAX_LEVELS && isObject(before) && isObject(now)) {
    for (const key of keysOf(before, now)) compare([...path, key], before[key], now[key], found);
    return;
  }
  const [was, is] = [textOf(before), textOf(now)];
  if (was !== is) found.push({ what: path.join(' › '), before: was, now: is });
}

function keysOf(before: JsonObject, now: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}
