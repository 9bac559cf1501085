import { visibleText } from '../src/content/index.js';
import { asMcpError, McpError } from '../src/index.js';
import { loadValidator } from '../src/json-schema/load-validator.js';
import { mayLoadAgain } from '../src/util/load-once.js';
import { refuseUnshown } from './approval-queue/missing-queue.js';
import { defineElements, type ElementClasses } from './define/define-elements.js';
import { McpErrorEvent } from './events.js';
import { t } from './words/common-words.js';
import { errorText } from './internal/error-texts.js';
import { type NextGroup, onLoadAhead } from './internal/load-ahead.js';
import { McpElement, onRendered } from './internal/mcp-element.js';
import { warnOfFiles } from './internal/warn-of-files.js';
import { becomeLoader, pageLoader } from './internal/page-loader.js';
import { pageProblem, tellInPlace } from './internal/page-support.js';
import { resultAsText } from './tool-result/plain-result.js';

/** Elements whose code is in one chunk, and the function that loads it. */
export interface ElementGroup {
  readonly name: string;
  readonly tags: readonly string[];
  /** @throws McpError `load` */
  load(): Promise<{ readonly elements: ElementClasses }>;
}

/** If the group of one of these elements does not load, the element stays empty without an error: it is decoration. */
const SILENT: ReadonlySet<string> = new Set(['mcp-icon']);

/** The element that asks the person. Without its code, the questions for it are refused. */
const QUEUE = 'mcp-approval-queue';

/** Milliseconds after a failure during which new elements do not load the group again. The button “Try again” does. */
const LOAD_AGAIN_MS = 5000;

/**
 * The group that is probably needed next, and the milliseconds after which it loads ahead of time: most questions have
 * fields, and a result must be shown even if the network is gone when it arrives.
 */
const NEXT: Readonly<Record<string, readonly [group: string, ms: number]>> = {
  questions: ['forms', 0],
  forms: ['content', 2000],
};

/** The code that loads while a list is fetched and read: it shows an item, checks its fields, and shows its result. */
const AHEAD: Readonly<Record<NextGroup, readonly (() => Promise<unknown>)[]>> = {
  forms: [() => Promise.all([loadGroup('forms'), loadValidator()]), () => loadGroup('content')],
  content: [() => loadGroup('content')],
};

interface Failure {
  readonly error: McpError;
  readonly at: number;
  /** Elements in the page without their code. */
  readonly places: Set<Element>;
}

/** The groups that are not loaded yet, by each of their tags. */
const groupByTag = new Map<string, ElementGroup>();
const failures = new Map<ElementGroup, Failure>();
/** Ends the refusals for each `<mcp-approval-queue>` without its code. */
const unshown = new Map<Element, () => void>();
/** The groups that load now, with the elements that wait for them. */
const underWay = new Map<
  ElementGroup,
  { readonly places: Set<Element>; readonly outcome: Promise<McpError | undefined> }
>();
const watched = new WeakSet<Node>();

/**
 * Registers `hosts`, and each group when one of its elements appears: in the document, in an element of this library,
 * or in a root that was passed to {@link load}. Does nothing without a document, or if another copy of this library does it
 * already.
 */
export function autoload(hosts: ElementClasses, groups: readonly ElementGroup[]): void {
  if (!globalThis.document) return;
  if (!becomeLoader({ ready, load })) return;
  const problem = pageProblem();
  if (problem) return tellInPlace([...Object.keys(hosts), ...groups.flatMap(({ tags }) => tags)], problem);
  for (const group of groups) for (const tag of group.tags) if (!customElements.get(tag)) groupByTag.set(tag, group);
  onRendered((root) => groupByTag.size > 0 && look(root));
  defineElements(hosts);
  onLoadAhead((group) => void bringAhead(group));
  watch(document);
  addEventListener('online', bringFailed);
}

/**
 * Loads and registers one element by its tag; without a tag, every element of this library in the document.
 * @throws McpError `load` if its file does not load, `invalid-input` if this library has no such tag
 * @example await ready('mcp-tool-form'); document.querySelector('mcp-tool-form').tool = 'echo';
 */
export async function ready(tag?: string): Promise<void> {
  const loader = pageLoader();
  if (loader && loader.ready !== ready) return loader.ready(tag);
  if (tag === undefined) return load(document);
  const group = groupByTag.get(tag);
  if (group) return throwing(await bring(group));
  if (!customElements.get(tag))
    throw new McpError('invalid-input', errorText('components.noSuchElement', { tag }), {
      remedy: errorText('components.useTag'),
    });
}

/**
 * Loads and registers the elements of this library in `root`, and from then on those that are added to it. For shadow
 * roots of other elements, which this library does not observe.
 * @throws McpError `load` if a file does not load; the error is also shown in the place of the element
 * @example await load(this.shadowRoot);
 */
export async function load(root: ParentNode & Node): Promise<void> {
  if (!globalThis.document) return;
  const loader = pageLoader();
  if (loader && loader.load !== load) return loader.load(root);
  throwing((await Promise.all(watch(root))).find((error) => error !== undefined));
}

function throwing(error: McpError | undefined): void {
  if (error) throw error;
}

/** @returns the outcome of each group that `root` needs */
function watch(root: ParentNode & Node): Promise<McpError | undefined>[] {
  if (!watched.has(root) && groupByTag.size > 0) {
    watched.add(root);
    const observer = new MutationObserver(() => (groupByTag.size > 0 ? look(root) : observer.disconnect()));
    observer.observe(root, { childList: true, subtree: true });
  }
  const inside = [...root.querySelectorAll('*')].filter((element) => element instanceof McpElement);
  return [root, ...inside.map(({ renderRoot }) => renderRoot)].flatMap(look);
}

function look(root: ParentNode): Promise<McpError | undefined>[] {
  const wanted = new Map<ElementGroup, Element[]>();
  for (const element of root.querySelectorAll(':not(:defined)')) {
    const group = groupByTag.get(element.localName);
    if (!group) continue;
    const failure = failures.get(group);
    if (failure?.places.has(element)) {
      if (!SILENT.has(element.localName)) say(group, failure, element);
    } else if (failure && Date.now() - failure.at < LOAD_AGAIN_MS) tell(group, failure, element);
    else wanted.set(group, [...(wanted.get(group) ?? []), element]);
  }
  // The queue waits for the lists, so they come first.
  const ordered = [...wanted].toSorted(
    ([one], [other]) => Number(one.name === 'queue') - Number(other.name === 'queue'),
  );
  return ordered.map(([group, elements]) => bring(group, elements));
}

/**
 * Loads a group and registers its elements, or shows in the place of each element that its code did not load. Calls during the
 * loading share the outcome, and each place gets it once.
 */
function bring(group: ElementGroup, seen: readonly Element[] = []): Promise<McpError | undefined> {
  const loading = underWay.get(group);
  if (loading) {
    for (const element of seen) loading.places.add(element);
    return loading.outcome;
  }
  const places = new Set([...(failures.get(group)?.places ?? []), ...seen]);
  const outcome = register(group, places).finally(() => underWay.delete(group));
  underWay.set(group, { places, outcome });
  return outcome;
}

function bringFailed(): void {
  for (const group of failures.keys()) void bring(group);
}

async function register(group: ElementGroup, places: Set<Element>): Promise<McpError | undefined> {
  bringNext(group);
  // A session lists before anything of it asks, and its file delayed the list.
  if (group.name === 'queue') await [...underWay].find(([{ name }]) => name === 'lists')?.[1].outcome;
  try {
    const { elements } = await group.load();
    for (const place of places) {
      // The error would otherwise become the content of the element.
      place.querySelector(':scope > [data-mcp-missing]')?.remove();
      unshown.get(place)?.();
      unshown.delete(place);
    }
    failures.delete(group);
    for (const tag of group.tags) groupByTag.delete(tag);
    defineElements(elements);
    // Others may have failed for a file that they share with it.
    bringFailed();
    return undefined;
  } catch (thrown) {
    const failure: Failure = { error: asMcpError(thrown, 'internal'), at: Date.now(), places };
    failures.set(group, failure);
    warnOfFiles(failure.error);
    for (const place of places) tell(group, failure, place);
    return failure.error;
  }
}

function bringNext({ name }: ElementGroup): void {
  const [next, ms] = NEXT[name] ?? [];
  const group = [...groupByTag.values()].find((one) => one.name === next);
  if (group) setTimeout(() => group.load().catch(() => {}), ms);
}

/** Loads the code that is probably needed next, and registers none of it. A failure is not reported: a later use loads it again. */
async function bringAhead(next: NextGroup): Promise<void> {
  // The code that draws the list comes first.
  await loadGroup('lists').catch(() => {});
  // One after the other: on a slow connection each would delay the answers of the server. A failure is not reported: when the
  // part is needed, it is loaded again.
  // oxlint-disable-next-line no-await-in-loop -- see above
  for (const part of AHEAD[next]) await part().catch(() => {});
}

/** Loads a group without registering its elements, unless it is registered already. */
async function loadGroup(part: string): Promise<void> {
  await [...groupByTag.values()].find(({ name }) => name === part)?.load();
}

/** Shows the error in the place of the element, and reports it to the asker of a question that is shown there. */
function tell(group: ElementGroup, failure: Failure, element: Element): void {
  failure.places.add(element);
  if (element.localName === QUEUE && !unshown.has(element))
    unshown.set(
      element,
      refuseUnshown(element, failure.error, () => bring(group)),
    );
  if (SILENT.has(element.localName)) return;
  say(group, failure, element);
  element.dispatchEvent(new McpErrorEvent(failure.error));
}

/** An element without a class shows its child nodes. */
function say(group: ElementGroup, { error }: Failure, element: Element): void {
  const words = [resultAsText(element), `${error.message} ${error.remedy ?? ''}`.trim()].filter(Boolean).join('\n\n');
  let place = element.querySelector<HTMLElement>(':scope > [data-mcp-missing]');
  if (place?.dataset['mcpMissing'] === words) return;
  place?.remove();
  // Content of the page stays.
  if ([...element.childNodes].some(isContent)) return;
  place = document.createElement('span');
  place.dataset['mcpMissing'] = words;
  place.setAttribute('role', 'status');
  place.style.whiteSpace = 'pre-wrap';
  place.append(words);
  if (mayLoadAgain(error)) place.append(' ', againButton(group));
  element.append(place);
}

/** A comment of a template, and a button for a slot of the element, are nothing that the person reads in its place. */
function isContent(node: Node): boolean {
  if (node instanceof Element) return !node.hasAttribute('slot');
  return node instanceof Text && node.data.trim() !== '';
}

function againButton(group: ElementGroup): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = visibleText(t('common.tryAgain'));
  button.addEventListener('click', () => {
    button.disabled = true;
    void bring(group);
  });
  return button;
}
