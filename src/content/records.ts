/** Characters of JSON that is searched for a list of records. Measured: these take 10 ms. */
const MAX_RECORDS_CHARACTERS = 500_000;
/** Names of all records together. A list with more is not readable as a table. */
const MAX_RECORD_NAMES = 60;
/** The least share of its cells that a table must fill. */
const FILLED_SHARE = 0.5;
/** Characters of an object or a list inside a cell. The rest is cut: the tree has it. */
const MAX_NESTED_CELL_LENGTH = 200;

/** A list of objects with mostly the same names, as CSV. */
export interface Records {
  /** The first row has the names. Values are as written, objects and lists as short JSON. */
  readonly csv: string;
  /** The name that the list has in the JSON; undefined where the list is all of it. */
  readonly name: string | undefined;
  /** The JSON contains nothing else. */
  readonly isAll: boolean;
}

/** Finds the longest list of records: the JSON itself, or a value of its object. @returns undefined where there is none */
export function recordsIn(json: string): Records | undefined {
  if (json.length > MAX_RECORDS_CHARACTERS || !holdsRecords(json)) return undefined;
  const start = skipSpace(json, 0);
  if (json[start] === '[') {
    const csv = asCsv(json, start);
    return csv && { csv: csv.text, name: undefined, isAll: true };
  }
  const members = [...membersOf(json, start)];
  let best: { readonly name: string; readonly text: string; readonly rows: number } | undefined;
  for (const { name, from } of members) {
    const csv = json[from] === '[' ? asCsv(json, from) : undefined;
    if (csv && csv.rows > (best?.rows ?? 0)) best = { name, ...csv };
  }
  return best && { csv: best.text, name: best.name, isAll: members.length === 1 };
}

/** The other functions need valid JSON. */
function holdsRecords(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    const lists = Array.isArray(value) ? [value] : Object.values((value ?? {}) as Record<string, unknown>);
    return lists.some((list) => Array.isArray(list) && list.length > 1 && list.every(isRecord));
  } catch {
    return false;
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns undefined for a list of anything else, or of records that have little in common */
function asCsv(json: string, start: number): { readonly text: string; readonly rows: number } | undefined {
  const columns = new Map<string, number>();
  const rows: string[][] = [];
  let filled = 0;
  for (const from of itemsOf(json, start)) {
    if (json[from] !== '{') return undefined;
    const row: string[] = [];
    const seen = new Set<string>();
    for (const { name, from: at, end } of membersOf(json, from)) {
      // A table has one cell for each name.
      if (seen.has(name)) return undefined;
      seen.add(name);
      const column = columns.get(name) ?? columns.size;
      columns.set(name, column);
      if (columns.size > MAX_RECORD_NAMES) return undefined;
      row[column] = cellOf(json.slice(at, end));
      filled++;
    }
    rows.push(row);
  }
  if (rows.length < 2 || columns.size === 0 || filled < FILLED_SHARE * rows.length * columns.size) return undefined;
  const lines = [[...columns.keys()].map(quoted), ...rows].map((row) =>
    Array.from({ length: columns.size }, (_, column) => row[column] ?? '').join(','),
  );
  return { text: lines.join('\n'), rows: rows.length };
}

function cellOf(written: string): string {
  if (written.startsWith('"')) return quoted(JSON.parse(written) as string);
  if (!/^[{[]/.test(written)) return written;
  const short = written.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  return quoted(short.length > MAX_NESTED_CELL_LENGTH ? `${short.slice(0, MAX_NESTED_CELL_LENGTH)}…` : short);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

interface Member {
  readonly name: string;
  readonly from: number;
  readonly end: number;
}

/** The members of the object that begins here. */
function* membersOf(json: string, start: number): Generator<Member> {
  let at = skipSpace(json, start + 1);
  while (json[at] === '"') {
    const nameEnd = endOfValue(json, at);
    const name = JSON.parse(json.slice(at, nameEnd)) as string;
    const from = skipSpace(json, skipSpace(json, nameEnd) + 1);
    const end = endOfValue(json, from);
    yield { name, from, end };
    at = skipSpace(json, skipSpace(json, end) + 1);
  }
}

/** The start of each item of the list that begins here. */
function* itemsOf(json: string, start: number): Generator<number> {
  let at = skipSpace(json, start + 1);
  while (at < json.length && json[at] !== ']') {
    yield at;
    at = skipSpace(json, endOfValue(json, at));
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && json.charCodeAt(at) <= 0x20) at++;
  return at;
}

function endOfValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (depth > 0 || !/[\s,]/.test(character!)) continue;
    if (depth < 0 || (depth === 0 && character === ',') || (depth === 0 && json.charCodeAt(at) <= 0x20)) return at;
    if (depth === 0) return at + 1;
  }
  return json.length;
}

/** The index of the closing quote. */
function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
