import { defineErrorTexts, type ErrorText, isMcpError, McpError } from '../errors.js';
import { sleep } from './async.js';
import { within } from './tab-coordination.js';

export type LatePart =
  | 'transcript'
  | 'schema-check'
  | 'oauth'
  | 'markdown'
  | 'sanitizer'
  | 'code-web'
  | 'code-data'
  | 'code-programs'
  | 'elements'
  | 'lists'
  | 'queue'
  | 'forms'
  | 'questions'
  | 'sign-in'
  | 'diagnosis'
  | 'page-tools'
  | 'exposed-tools'
  | 'inspector'
  | 'workspace'
  | 'content'
  | 'data'
  | 'panels'
  | 'icons'
  | 'words-ar'
  | 'words-de'
  | 'words-es'
  | 'words-fr'
  | 'words-ja'
  | 'words-zh-hans';

const errorText = defineErrorTexts({
  'util.notLoaded.transcript':
    'The part of mcp-embed that writes down what was said did not load. There is no transcript until it loads.',
  'util.notLoaded.schemaCheck':
    'The part of mcp-embed that checks values against JSON Schemas did not load. They are used unchecked.',
  'util.notLoaded.oauth': 'The part of mcp-embed that signs people in did not load. Nobody can sign in until it loads.',
  'util.notLoaded.markdown':
    'The part of mcp-embed that formats Markdown did not load. The text is shown as it was sent.',
  'util.notLoaded.sanitizer':
    'The part of mcp-embed that makes formatted text safe did not load. The text is shown as it was sent.',
  'util.notLoaded.code': 'The part of mcp-embed that colours code did not load. Code has one colour.',
  'util.notLoaded.elements': 'The part of mcp-embed that shows servers did not load. Nothing is shown until it loads.',
  'util.notLoaded.lists':
    'The part of mcp-embed that shows lists and the state of the connection did not load. They are not shown until it loads.',
  'util.notLoaded.forms':
    'The part of mcp-embed that shows forms did not load. They are not shown until it loads, and a question that has one is refused.',
  'util.notLoaded.questions':
    'The part of mcp-embed that asks for decisions did not load. What needs one is refused until it loads.',
  'util.notLoaded.signIn':
    'The part of mcp-embed that shows who is signed in did not load. Nobody can sign in until it loads.',
  'util.notLoaded.diagnosis':
    'The part of mcp-embed that finds out why a server does not connect did not load. Nothing is checked until it loads.',
  'util.notLoaded.pageTools':
    'The part of mcp-embed that uses the tools of this page (WebMCP) did not load. There is no connection to them until it loads.',
  'util.notLoaded.exposedTools':
    'The part of mcp-embed that offers tools to the agent of this page (WebMCP) did not load. None is offered.',
  'util.notLoaded.inspector':
    'The part of mcp-embed that shows messages and what a server is did not load. They are not shown until it loads, and the first messages may be lost.',
  'util.notLoaded.workspace':
    'The part of mcp-embed that shows several servers in one place did not load. No server is shown until it loads.',
  'util.notLoaded.content':
    'The part of mcp-embed that shows results and resources did not load. They are shown as plain text.',
  'util.notLoaded.data':
    'The part of mcp-embed that shows tables and JSON did not load. They are not shown until it loads.',
  'util.notLoaded.panels':
    'The part of mcp-embed that shows panels such as the log and the transcript did not load. They are not shown until it loads. What was decided holds.',
  'util.notLoaded.icons': 'The part of mcp-embed that shows icons did not load. They are not shown until it loads.',
  'util.notLoaded.words':
    'The part of mcp-embed that has the words of another language ({language}) did not load. Everything is said in English.',
  'util.tryAgain': 'Try again. If that does not help, reload the page.',
  'util.reload': 'Reload the page.',
});

/**
 * The only parts of this library that load late, each with its error text: the purpose of the part, and what users miss
 * until it loads. Everything between connecting and the result of a call, or its refusal, loads at once. A new row
 * needs a decision record.
 */
export const LATE_PARTS: Readonly<Record<LatePart, ErrorText>> = {
  /* Late: no caller waits for recording. */
  transcript: errorText('util.notLoaded.transcript'),
  /* Late: a validator is large, and only needed for tools with an output schema and for whole forms. */
  'schema-check': errorText('util.notLoaded.schemaCheck'),
  /* Late: most servers require no sign-in. */
  oauth: errorText('util.notLoaded.oauth'),
  /* Late: the Markdown parser is large, and many results contain no Markdown. */
  markdown: errorText('util.notLoaded.markdown'),
  /* Late: only formatted text and HTML need it. */
  sanitizer: errorText('util.notLoaded.sanitizer'),
  /* Late: fifteen kilobytes each, and only needed for code in certain languages. */
  'code-web': errorText('util.notLoaded.code'),
  'code-data': errorText('util.notLoaded.code'),
  'code-programs': errorText('util.notLoaded.code'),
  /*
   * Late, like all that follow: groups of elements (components/index.ts), which load when the page shows the first of
   * them.
   */
  /* They load while the server answers for the first time: all that the file of the script tag does not need to connect. */
  elements: errorText('util.notLoaded.elements'),
  lists: errorText('util.notLoaded.lists'),
  queue: errorText('util.notLoaded.questions'),
  forms: errorText('util.notLoaded.forms'),
  questions: errorText('util.notLoaded.questions'),
  'sign-in': errorText('util.notLoaded.signIn'),
  diagnosis: errorText('util.notLoaded.diagnosis'),
  /* Late: few browsers have WebMCP, and few pages use it; in either direction. */
  'page-tools': errorText('util.notLoaded.pageTools'),
  'exposed-tools': errorText('util.notLoaded.exposedTools'),
  /* Late: for those who make servers, not for those who use them. */
  inspector: errorText('util.notLoaded.inspector'),
  /* Late: most pages show one server, with an element of its own. */
  workspace: errorText('util.notLoaded.workspace'),
  content: errorText('util.notLoaded.content'),
  data: errorText('util.notLoaded.data'),
  panels: errorText('util.notLoaded.panels'),
  icons: errorText('util.notLoaded.icons'),
  /* Late: a page needs one of them, if any. */
  'words-ar': errorText('util.notLoaded.words', { language: 'Arabic' }),
  'words-de': errorText('util.notLoaded.words', { language: 'German' }),
  'words-es': errorText('util.notLoaded.words', { language: 'Spanish' }),
  'words-fr': errorText('util.notLoaded.words', { language: 'French' }),
  'words-ja': errorText('util.notLoaded.words', { language: 'Japanese' }),
  'words-zh-hans': errorText('util.notLoaded.words', { language: 'Chinese' }),
};

/** Milliseconds that a caller waits for a late part by default. Then it fails with `load`. */
export const LOAD_TIMEOUT_MS = 20_000;

/** Milliseconds after which a file that failed to load is requested once more: its server may have been busy. */
export const LOAD_RETRY_MS = 300;

/** Milliseconds that a browser may take to record a failed request in Resource Timing. */
const RESOURCE_TIMING_MS = 50;

const TRY_AGAIN = errorText('util.tryAgain');
const RELOAD = errorText('util.reload');

const underWay = new Map<LatePart, Promise<unknown>>();

/**
 * Loads a part of this library that is a separate file. Calls during the loading share it. A failure is not remembered,
 * so the next call tries again.
 * @param loader returns `import('…')` of the part's file; always the same for one name
 * @param timeoutMs milliseconds that this call waits; the loading continues for later calls
 * @throws McpError `load`, which names the part, and the remedy: try again or reload the page
 */
export async function loadOnce<T>(
  name: LatePart,
  loader: () => Promise<T>,
  timeoutMs: number = LOAD_TIMEOUT_MS,
): Promise<T> {
  const loading = (underWay.get(name) as Promise<T> | undefined) ?? loadTwice(name, loader);
  underWay.set(name, loading);
  try {
    return await within(timeoutMs, loading);
  } catch (error) {
    throw isMcpError(error) ? error : notLoaded(name, TRY_AGAIN, error);
  } finally {
    if (underWay.get(name) === loading) underWay.delete(name);
  }
}

/** True if loading that part again can succeed without reloading the page. */
export function mayLoadAgain({ code, remedyText }: McpError): boolean {
  return code === 'load' && remedyText?.key !== RELOAD.key;
}

async function loadTwice<T>(name: LatePart, loader: () => Promise<T>): Promise<T> {
  try {
    return await loadWhole(loader);
  } catch {
    // The second attempt follows below.
  }
  await sleep(LOAD_RETRY_MS);
  const end = watchRequests();
  try {
    const loaded = await loadWhole(loader);
    void end();
    return loaded;
  } catch (cause) {
    throw notLoaded(name, (await end()) ? TRY_AGAIN : RELOAD, cause);
  }
}

/** @throws TypeError for an empty script, which ad blockers and some proxies send instead of an error */
async function loadWhole<T>(loader: () => Promise<T>): Promise<T> {
  const loaded = await loader();
  if (Object.keys(Object(loaded)).length === 0) throw new TypeError('The file that came has nothing in it.');
  return loaded;
}

/**
 * Watches, until the returned function is called, whether the browser requests a script. Some browsers remember a
 * failed module for the life of the page and answer the second `import()` without a request: Firefox always, WebKit if
 * a bundler preloaded the module (docs/decisions/0011). A browser that does not report requests is treated like them,
 * because reloading the page always helps.
 */
function watchRequests(): () => Promise<boolean> {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('resource')) return async () => false;
  const since = performance.now();
  let isAsked = false;
  const note = (entries: readonly PerformanceEntry[]): void => {
    isAsked ||= entries.some(({ name, startTime }) => startTime >= since && /\.[mc]?[jt]s(?:$|[?#])/.test(name));
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'resource' });
  return async () => {
    await sleep(RESOURCE_TIMING_MS);
    note(observer.takeRecords());
    observer.disconnect();
    return isAsked;
  };
}

function notLoaded(name: LatePart, remedy: ErrorText, cause: unknown): McpError {
  const text = LATE_PARTS[name];
  return new McpError('load', { ...text, params: { ...text.params, part: name } }, { cause, remedy });
}
