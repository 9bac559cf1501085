import type { Json, JsonObject, Tool } from '../../../src/index.js';
import { buildForm } from '../../../src/schema/index.js';
import { generate, type Wish } from '../arguments/generate.js';
import { mutants, type Mutant } from '../arguments/mutate.js';
import type { Referee } from '../arguments/referee.js';
import { Unsayable } from './controls.js';
import { fillIn, type Way } from './fill-in.js';
import { FormPage } from './form-page.js';
import { wellFormed } from '../arguments/well-formed.js';
import { countNodes, type JsonPlace } from './json-nodes.js';

export interface CheckOptions {
  readonly seed: string;
  /** Valid arguments to try. */
  readonly cases: number;
  /** Invalid arguments to try. */
  readonly mutants: number;
  /** Puts values into the state of the form instead of typing them. */
  readonly fast: boolean;
}

/** One thing that went otherwise than it should, with what is needed to see it again. */
export interface Miss {
  readonly what:
    | 'valid refused'
    | 'valid changed'
    | 'valid not sayable'
    | 'invalid sent'
    | 'wrong place'
    | 'near place'
    | 'wrong focus'
    | 'broken';
  readonly why: string;
  readonly pointer: string;
  readonly way: Way;
  readonly keyword?: string;
  readonly args: Json;
}

export interface ToolReport {
  readonly name: string;
  readonly kind: string;
  readonly compileMs: number;
  readonly nodes: number;
  readonly fields: number;
  readonly json: readonly JsonPlace[];
  readonly referee: string;
  readonly counts: { valid: number; typed: number; invalid: number; invalidTyped: number; near: number };
  readonly misses: readonly Miss[];
  readonly ms: number;
}

/** A form that broke so often is not tried further. */
const MAX_BROKEN = 3;
const WISHES: readonly Wish[] = ['least', 'everything', 'some', 'everything'];

/** Everything there is to say about the form of one tool. */
export async function checkTool(tool: Tool, referee: Referee | undefined, options: CheckOptions): Promise<ToolReport> {
  const started = performance.now();
  const node = buildForm(tool.inputSchema);
  const compileMs = performance.now() - started;
  const { nodes, json } = countNodes(node);
  const page = await FormPage.open(tool);
  await page.complete();
  const { fieldCount } = page;
  page.close();

  const misses: Miss[] = [];
  const counts = { valid: 0, typed: 0, invalid: 0, invalidTyped: 0, near: 0 };
  if (referee) {
    const valid = validArguments(tool, referee, options);
    for (const args of valid) {
      counts.valid++;
      await attempt(misses, 'type', args, () => tryValid(tool, args, options, misses, counts));
    }
    const fullest = valid.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];
    const wrong = fullest
      ? mutants(wellFormed(tool.inputSchema), fullest, referee, `${options.seed} ${tool.name}`, options.mutants)
      : [];
    for (const mutant of wrong) {
      counts.invalid++;
      await attempt(misses, 'json', mutant.value, () => tryInvalid(tool, mutant, referee, options, misses, counts));
    }
  }
  const ms = performance.now() - started;
  return {
    name: tool.name,
    kind: node.kind,
    compileMs,
    nodes,
    fields: fieldCount,
    json,
    referee: referee?.name ?? 'none',
    counts,
    misses,
    ms,
  };
}

/** Different arguments that the referee accepts. */
function validArguments(tool: Tool, referee: Referee, { seed, cases }: CheckOptions): JsonObject[] {
  const found = new Map<string, JsonObject>();
  const taken = new WeakMap<object, number[]>();
  const schema = wellFormed(tool.inputSchema);
  for (let index = 0; index < cases * 3 && found.size < cases; index++) {
    const wish = WISHES[index] ?? 'some';
    const args = generate(schema, `${seed} ${tool.name} ${index}`, wish, taken);
    if (isJsonObject(args) && referee.faults(args).length === 0) found.set(JSON.stringify(args), args);
  }
  return [...found.values()];
}

function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function attempt(misses: Miss[], way: Way, args: Json, act: () => Promise<void>): Promise<void> {
  if (misses.filter(({ what }) => what === 'broken').length >= MAX_BROKEN) return;
  try {
    await act();
  } catch (error) {
    misses.push({ what: 'broken', why: String(error), pointer: '', way, args });
  }
}

async function tryValid(
  tool: Tool,
  args: JsonObject,
  { fast }: CheckOptions,
  misses: Miss[],
  counts: ToolReport['counts'],
): Promise<void> {
  const ways: Way[] = fast ? ['state'] : ['type'];
  for (const way of ways) {
    const miss = (what: Miss['what'], pointer: string, why: string): void =>
      void misses.push({ what, why, pointer, way, args });
    try {
      const outcome = await fillIn(tool, args, way);
      if ('refused' in outcome) miss('valid refused', outcome.refused[0] ?? '', outcome.words);
      else if (canonical(outcome.sent) !== canonical(args)) {
        const { pointer, words } = difference(args, outcome.sent);
        miss('valid changed', pointer, words);
      } else counts.typed++;
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
      miss('valid not sayable', error.pointer, error.reason);
      // What fields cannot say, the person can still say as JSON.
      if (way === 'type') ways.push('json');
    }
  }
}

async function tryInvalid(
  tool: Tool,
  mutant: Mutant,
  referee: Referee,
  { fast }: CheckOptions,
  misses: Miss[],
  counts: ToolReport['counts'],
): Promise<void> {
  const { value: args, keyword, pointer } = mutant;
  for (const way of fast ? (['state'] as const) : (['json', 'type'] as const)) {
    const miss = (what: Miss['what'], why: string): void =>
      void misses.push({ what, why, pointer, way, keyword, args });
    try {
      const outcome = await fillIn(tool, args, way);
      if (way === 'type') counts.invalidTyped++;
      if ('sent' in outcome) {
        // A control that does not take what is wrong has refused it in its own way.
        if (referee.faults(outcome.sent).length > 0) miss('invalid sent', describeFaults(mutant));
        else if (way !== 'type') miss('invalid sent', 'Something else was sent.');
        continue;
      }
      if (outcome.unreadable) continue;
      const shown = outcome.refused;
      if (way !== 'state' && !shown.some((each) => `${outcome.firstLink ?? 'nowhere'}/`.startsWith(`${each}/`))) {
        miss('wrong focus', `the summary leads to ${outcome.firstLink ?? 'no field'}, shown at ${shown.join(', ')}`);
      }
      if (isRightPlace(mutant, shown)) continue;
      const isNear = shown.some((each) =>
        mutant.faults.some(
          (fault) => [each, parentOf(each)].includes(fault.pointer) || each === parentOf(fault.pointer),
        ),
      );
      if (isNear) counts.near++;
      const why = `shown at ${shown.join(', ') || 'no field'}: ${outcome.words.slice(0, 200)}`;
      miss(isNear ? 'near place' : 'wrong place', why);
    } catch (error) {
      if (!(error instanceof Unsayable)) throw error;
    }
  }
}

/** At the place itself or in it; what is missing or too much may also be told of the object around it. */
function isRightPlace({ pointer, keyword }: Mutant, shown: readonly string[]): boolean {
  const isInside = shown.some((each) => each === pointer || each.startsWith(`${pointer}/`));
  return isInside || (shown.includes(parentOf(pointer)) && isAboutParent(keyword));
}

function isAboutParent(keyword: string): boolean {
  return /^(?:required|additionalProperties|unevaluatedProperties|propertyNames|dependent|minItems|maxItems|uniqueItems|contains)/.test(
    keyword,
  );
}

function describeFaults({ faults }: Mutant): string {
  return faults
    .slice(0, 3)
    .map(({ keyword, pointer }) => `${keyword} at ${pointer || '(the whole)'}`)
    .join('; ');
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** One text per value; the order of names does not count. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] as Json)}`).join()}}`;
}

/** The first place where two values are not the same. */
function difference(wanted: Json | undefined, got: Json | undefined, pointer = ''): { pointer: string; words: string } {
  const isBoth = (is: (value: unknown) => boolean): boolean => is(wanted) && is(got) && wanted !== null && got !== null;
  if (isBoth((value) => typeof value === 'object')) {
    const a = wanted as JsonObject;
    const b = got as JsonObject;
    const text = (part: Json | undefined): string => (part === undefined ? '' : canonical(part));
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [one, other] = [a, b].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
      if (text(one) !== text(other)) return difference(one, other, `${pointer}/${name}`);
    }
  }
  const words = [wanted, got].map((value) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80)));
  return { pointer, words: `${words[0]} became ${words[1]}` };
}
