import { type StreamParser, StringStream } from '@codemirror/streamparser';
import { loadOnce } from '../../util/load-once.js';
import { type AnsiState, readAnsi } from '../ansi.js';
import type { AnsiRun } from '../ansi-screen.js';
import { PLAIN_STYLE } from '../ansi-style.js';

/** Terminal text, line by line. A style lasts until it is changed. */
export const ansiLines: LineGrammar<AnsiRun> = {
  readsPieces: true,
  start: (): AnsiState => ({ style: PLAIN_STYLE }),
  copy: (state) => ({ ...(state as AnsiState) }),
  read: (line, state) => readAnsi(line, state as AnsiState),
};

/**
 * Grammars use regular expressions, and some take quadratic time on a hostile line: limiting the line limits the time.
 */

/**
 * Characters of a line that are coloured; the rest stays plain. Measured: the slowest line of that length takes 2 ms.
 */
const MAX_HIGHLIGHTED_LINE_LENGTH = 1000;
/** Lower limits for slow grammars: YAML takes cubic time on a line of spaces, 40 ms for 300 characters. */
export const SHORTER_LINES: Readonly<Record<string, number>> = { yaml: 120 };
/** Coloured runs in one line; the rest stays plain. No program has more, and more would fill the page with elements. */
const MAX_HIGHLIGHTED_LINE_RUNS = 250;
/**
 * Entries, such as open brackets, in a grammar’s state. With more the text stays plain, because copies of the state
 * would fill the memory.
 */
const MAX_GRAMMAR_ENTRIES = 2000;
/** Rows between two stored states. Reading can continue from a stored state when the view moves. */
const CHECKPOINT_ROWS = 256;
/** States that are stored of one text. */
const MAX_CHECKPOINTS = 64;
/**
 * Rows that are read before the first row in view, to find its state. Where no stored state is that close, the state at
 * their beginning is a guess.
 */
const COLD_ROWS = 200;
/**
 * Rows that are read from a stored state to reach the first row in view. Where the nearest one is further away, the
 * guess of {@link COLD_ROWS} is used.
 */
const WARM_ROWS = 5000;
/** Rows whose colours are cached. */
const MAX_REMEMBERED_ROWS = 2000;

/** The lines of a text; long lines are in several pieces. */
interface Lines {
  readonly count: number;
  textOf(row: number): string;
  isFirstOfLine(row: number): boolean;
}

/**
 * Colours the rows in view. The state of a row (inside a comment or string) is found by reading from the nearest stored
 * state. Far from any, the row is read like the beginning of a text, which is nearly always right.
 */
export class CodeColours<Run = CodeRun> {
  readonly #lines: Lines;
  readonly #grammar: LineGrammar<Run>;
  readonly #runs = new Map<number, readonly Run[]>();
  /** Stored states before rows, in order. */
  #checkpoints: (readonly [row: number, state: unknown])[];
  #hasGivenUp = false;

  constructor(lines: Lines, grammar: LineGrammar<Run>) {
    this.#lines = lines;
    this.#grammar = grammar;
    this.#checkpoints = [[0, grammar.start()]];
  }

  /** True if the text stays plain, because it takes too long or the grammar failed. */
  get hasGivenUp(): boolean {
    return this.#hasGivenUp;
  }

  /** The row in coloured runs; undefined where it is plain or not read yet. */
  runsOf(row: number): readonly Run[] | undefined {
    return this.#hasGivenUp ? undefined : this.#runs.get(row);
  }

  /** True if all of these rows are read. */
  has(first: number, end: number): boolean {
    if (this.#hasGivenUp) return true;
    for (let row = first; row < end; row++) if (this.#isRead(row) && !this.#runs.has(row)) return false;
    return true;
  }

  /** Reads these rows, one line per step. */
  *read(first: number, end: number): Generator<undefined, void, undefined> {
    let from = first;
    while (from < end && (this.#runs.has(from) || !this.#isRead(from))) from++;
    if (from >= end || this.#hasGivenUp) return;
    if (this.#runs.size > MAX_REMEMBERED_ROWS) this.#runs.clear();
    let [row, state, isSure] = this.#before(from);
    try {
      state = this.#grammar.copy(state);
      for (; row < end && !this.#hasGivenUp; row++) {
        if (isSure && row % CHECKPOINT_ROWS === 0) this.#remember(row, state);
        this.#readRow(row, state, row >= from);
        yield;
      }
    } catch {
      this.#hasGivenUp = true;
    }
  }

  #readRow(row: number, state: unknown, isShown: boolean): void {
    if (!this.#isRead(row)) return;
    const runs = this.#grammar.read(this.#lines.textOf(row), state);
    if (isShown) this.#runs.set(row, runs);
  }

  /** Of a long line only the beginning is coloured: most grammars would take the rest for a new line. */
  #isRead(row: number): boolean {
    return this.#grammar.readsPieces === true || this.#lines.isFirstOfLine(row);
  }

  /** The position from which to read for the right state of the row, if it is not too far. */
  #before(row: number): [row: number, state: unknown, isSure: boolean] {
    const known = this.#checkpoints.findLast(([at]) => at <= row) ?? [0, this.#grammar.start()];
    if (row - known[0] <= WARM_ROWS) return [known[0], known[1], true];
    return [row - COLD_ROWS, this.#grammar.start(), false];
  }

  #remember(row: number, state: unknown): void {
    if (this.#checkpoints.some(([at]) => at === row)) return;
    if (this.#checkpoints.length >= MAX_CHECKPOINTS)
      this.#checkpoints = this.#checkpoints.filter((_, index) => index % 2 === 0);
    this.#checkpoints.push([row, this.#grammar.copy(state)]);
    this.#checkpoints.sort(([a], [b]) => a - b);
  }
}

type Group = 'web' | 'data' | 'programs';

/** Each group is a module that is loaded when one of its languages is shown: 16, 16 and 15 KB gzip. */
const LOADERS: Readonly<Record<Group, () => Promise<{ readonly grammars: Readonly<Record<string, LineGrammar>> }>>> = {
  web: () => loadOnce('code-web', () => import('./grammars-web.js')),
  data: () => loadOnce('code-data', () => import('./grammars-data.js')),
  programs: () => loadOnce('code-programs', () => import('./grammars-programs.js')),
};

/** Each language with its other names in fences and file names. */
const LANGUAGES: Readonly<Record<Group, Readonly<Record<string, string>>>> = {
  web: {
    css: '',
    scss: 'sass',
    less: '',
    html: 'htm xhtml vue svelte astro handlebars',
    javascript: 'js mjs cjs jsx node ecmascript',
    json: 'json5 jsonc jsonl ndjson geojson jsonld',
    typescript: 'ts mts cts tsx',
    xml: 'svg rss atom xsl xslt xsd plist wsdl mathml',
  },
  data: {
    bash: 'sh shell zsh ksh console shellscript shell-session',
    diff: 'patch',
    dockerfile: 'docker containerfile',
    ini: 'properties conf cfg env dotenv editorconfig desktop',
    markdown: 'md mdx',
    sql: 'mysql postgresql postgres pgsql plsql sqlite mssql tsql',
    toml: '',
    yaml: 'yml',
  },
  programs: {
    c: 'h',
    cpp: 'c++ cc cxx hpp hxx',
    csharp: 'c# cs dotnet',
    go: 'golang',
    java: '',
    kotlin: 'kt kts',
    php: 'php3 php4 php5 phtml',
    python: 'py py3 python3 pyi',
    ruby: 'rb rake gemspec',
    rust: 'rs',
    swift: '',
  },
};

const byName = new Map<string, readonly [Group, string]>();
for (const [group, languages] of Object.entries(LANGUAGES))
  for (const [language, others] of Object.entries(languages))
    for (const name of [language, ...others.split(' ')]) byName.set(name, [group as Group, language]);

/** The usual name of a language that has a grammar, by any of its names. */
export function languageOf(name: string): string | undefined {
  return name === '' ? undefined : byName.get(name.toLowerCase())?.[1];
}

/** True if the language has a grammar, by any of its names. */
export function isColoured(language: string): boolean {
  return languageOf(language) !== undefined;
}

/** The grammar of a language, loaded if needed; undefined where there is none, or where it cannot be loaded. */
export async function grammarOf(language: string): Promise<LineGrammar | undefined> {
  const found = language === '' ? undefined : byName.get(language.toLowerCase());
  if (!found) return undefined;
  const [group, name] = found;
  try {
    return (await LOADERS[group]()).grammars[name];
  } catch {
    return undefined;
  }
}

/** The kinds of tokens that have a colour. Nothing else can become a class name. */
export type TokenKind =
  | 'comment'
  | 'keyword'
  | 'string'
  | 'number'
  | 'type'
  | 'name'
  | 'property'
  | 'tag'
  | 'meta'
  | 'heading'
  | 'inserted'
  | 'deleted';

/** A piece of a line. The texts of all its runs together are the line. */
export interface CodeRun {
  readonly text: string;
  readonly kind: TokenKind | undefined;
}

/** The grammars’ names for tokens, old and new ones. A name that is missing here stays plain. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  comment: 'comment',
  quote: 'comment',
  keyword: 'keyword',
  controlKeyword: 'keyword',
  definitionKeyword: 'keyword',
  modifier: 'keyword',
  self: 'keyword',
  string: 'string',
  'string-2': 'string',
  regexp: 'string',
  character: 'string',
  escape: 'string',
  link: 'string',
  url: 'string',
  number: 'number',
  integer: 'number',
  float: 'number',
  atom: 'number',
  bool: 'number',
  null: 'number',
  unit: 'number',
  type: 'type',
  typeName: 'type',
  className: 'type',
  namespace: 'type',
  builtin: 'type',
  qualifier: 'type',
  def: 'name',
  definition: 'name',
  'variable-3': 'type',
  labelName: 'name',
  macroName: 'name',
  property: 'property',
  propertyName: 'property',
  attribute: 'property',
  attributeName: 'property',
  tag: 'tag',
  tagName: 'tag',
  meta: 'meta',
  processingInstruction: 'meta',
  documentMeta: 'meta',
  annotation: 'meta',
  header: 'heading',
  heading: 'heading',
  strong: 'heading',
  inserted: 'inserted',
  positive: 'inserted',
  deleted: 'deleted',
  negative: 'deleted',
};

/**
 * The kind for a grammar’s token name. The name can be anything: with a hostile text some grammars return a function.
 */
function kindOf(style: unknown): TokenKind | undefined {
  if (typeof style !== 'string') return undefined;
  // The last word is the most specific one: `string property`.
  for (const word of style.split(' ', 3).reverse()) {
    const [name = '', modifier = ''] = word.split('.', 2);
    if (modifier === 'definition') return 'name';
    if (Object.hasOwn(KINDS, name)) return KINDS[name];
  }
  return undefined;
}

/**
 * Calls without progress after which a grammar counts as stuck; the grammars themselves allow ten. The rest of the line
 * stays plain.
 */
const MAX_STUCK_CALLS = 10;
const TAB = 4;
const INDENT = 2;

/**
 * Reads source line by line. The state contains the construct that is open at the end of a line (a comment, a string).
 */
export interface LineGrammar<Run = CodeRun> {
  /** True if it reads the further pieces of a very long line; otherwise these stay plain. */
  readonly readsPieces?: boolean;
  start(): unknown;
  copy(state: unknown): unknown;
  /** Reads a line and changes `state` to that at its end. @throws where the grammar fails; the text then stays plain */
  read(line: string, state: unknown): readonly Run[];
}

/** @param characters how many characters of a line are read */
export function lineGrammar(
  parser: StreamParser<unknown>,
  characters: number = MAX_HIGHLIGHTED_LINE_LENGTH,
): LineGrammar {
  return {
    start: () => parser.startState?.(INDENT) ?? {},
    copy: (state) => (parser.copyState ? parser.copyState(state) : copyOf(state)),
    read(line, state) {
      if (line === '') {
        parser.blankLine?.(state, INDENT);
        return [];
      }
      const stream = new StringStream(line.slice(0, characters), TAB, INDENT);
      const runs = new Runs(line);
      while (!stream.eol()) {
        const kind = kindOf(nextToken(parser, stream, state));
        runs.add(kind, stream.pos);
      }
      return runs.end();
    },
  };
}

function nextToken(parser: StreamParser<unknown>, stream: StringStream, state: unknown): unknown {
  stream.start = stream.pos;
  for (let still = 0; still < MAX_STUCK_CALLS; still++) {
    const style: unknown = parser.token(stream, state);
    if (stream.pos > stream.start) return style;
  }
  throw new Error('The grammar makes no progress.');
}

/** Joins neighbouring runs of the same kind. */
class Runs {
  readonly #line: string;
  readonly #runs: CodeRun[] = [];
  #from = 0;
  #to = 0;
  #kind: TokenKind | undefined;

  constructor(line: string) {
    this.#line = line;
  }

  add(kind: TokenKind | undefined, to: number): void {
    if (kind !== this.#kind && this.#runs.length < MAX_HIGHLIGHTED_LINE_RUNS) {
      this.#close();
      this.#kind = kind;
    }
    this.#to = to;
  }

  /** The rest of the line is plain. */
  end(): readonly CodeRun[] {
    if (this.#runs.length < MAX_HIGHLIGHTED_LINE_RUNS) this.#close();
    this.#kind = undefined;
    this.#to = this.#line.length;
    this.#close();
    return this.#runs;
  }

  #close(): void {
    if (this.#to > this.#from) this.#runs.push({ text: this.#line.slice(this.#from, this.#to), kind: this.#kind });
    this.#from = this.#to;
  }
}

/** Copies a state as the library does: the object and the lists in it. @throws where there is too much to copy */
function copyOf(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return state;
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(state)) {
    if (Array.isArray(value) && value.length > MAX_GRAMMAR_ENTRIES) throw new Error('Too much is open at once.');
    copy[name] = Array.isArray(value) ? [...(value as unknown[])] : value;
  }
  return copy;
}
