import type { LitElement } from 'lit';
import * as elements from '../../components/index.js';

type ElementClass = typeof LitElement & (new () => LitElement);

/** One element of the library, with what a page can set. */
export interface TestedElement {
  readonly tag: string;
  readonly attributes: readonly string[];
  readonly properties: readonly string[];
}

/** Every element that components/index.ts exports, so that a new one is tested too. */
export function testedElements(): readonly TestedElement[] {
  return Object.entries(elements as Readonly<Record<string, unknown>>)
    .filter(([name]) => /^Mcp\w+Element$/.test(name))
    .map(([name, value]) => {
      const element = value as ElementClass;
      const { observedAttributes, elementProperties } = element;
      return {
        tag: tagOf(name),
        attributes: observedAttributes,
        properties: [...elementProperties]
          .filter(([key, { state }]) => !state && typeof key === 'string' && hasSetter(element, key))
          .map(([key]) => key as string),
      };
    });
}

/** `McpToolFormElement` is `<mcp-tool-form>`. */
function tagOf(className: string): string {
  return className
    .replace(/Element$/, '')
    .replaceAll(/(?<!^)([A-Z])/g, '-$1')
    .toLowerCase();
}

function hasSetter(element: ElementClass, key: string): boolean {
  for (let at: object | null = element.prototype; at; at = Object.getPrototypeOf(at) as object | null) {
    const descriptor = Object.getOwnPropertyDescriptor(at, key);
    if (descriptor) return descriptor.set !== undefined;
  }
  return false;
}

export const WRONG_ATTRIBUTES: Readonly<Record<string, string>> = {
  empty: '',
  whitespace: ' \t\n ',
  'very long': 'x'.repeat(100_000),
  'control characters': '\u0001\u0008\u001B[31m\u007F',
  null: 'null',
  undefined: 'undefined',
  'an object as text': '[object Object]',
  'a number': '-1e309',
  NaN: 'NaN',
  JSON: '{"url":"https://example.com","__proto__":{"x":1}}',
  'broken JSON': '{"a":',
  markup: '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>',
  'a javascript: address': 'javascript:globalThis.hacked=1',
  'a data: address': 'data:text/html,<script>parent.hacked=1</script>',
  'characters that turn text around': '\u202Egnp.exe\u2066\u2069',
  'half a character': '\uD800',
};

class Instance {
  readonly own = 1;
}

const circular: Record<string, unknown> = {};
circular['self'] = circular;

/** New ones for each test: an element may keep what it is given. */
export const WRONG_PROPERTIES: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  'a number': () => 7,
  NaN: () => NaN,
  'a BigInt': () => 7n,
  true: () => true,
  'an empty string': () => '',
  'a string': () => '[object Object]',
  'a list': () => [],
  'a list of wrong items': () => [null, 7, {}, 'x', []],
  'an empty object': () => ({}),
  'an object without a prototype': () => Object.create(null) as unknown,
  'an object that refers to itself': () => circular,
  'a function': () => () => {
    throw new Error('A function of the page failed.');
  },
  'an object whose getters throw': () => throwing({}),
  'a Proxy that refuses everything': () =>
    new Proxy(
      {},
      {
        get: refuse,
        has: refuse,
        ownKeys: refuse,
        getPrototypeOf: refuse,
        getOwnPropertyDescriptor: refuse,
      },
    ),
  'a symbol': () => Symbol('wrong'),
  'an instance of a class': () => new Instance(),
  'a date': () => new Date(NaN),
  'a promise': () => Promise.resolve(1),
  'an element': () => document.createElement('p'),
};

function refuse(): never {
  throw new Error('A getter of the page failed.');
}

/** Names that the elements ask for. */
const ASKED = ['state', 'get', 'subscribe', 'url', 'name', 'kind', 'type', 'pending', 'options', 'tools', 'all', 'id'];

function throwing(object: object): object {
  for (const name of [...ASKED, 'then', 'length', 'toString', 'toJSON'])
    Object.defineProperty(object, name, { get: refuse, enumerable: true, configurable: true });
  return object;
}

/** Collects what nobody caught, while `run` runs and a moment longer. */
export async function uncaughtDuring(run: () => Promise<void>): Promise<readonly string[]> {
  const found: string[] = [];
  const onError = (event: ErrorEvent): void => {
    if (/ResizeObserver loop/.test(event.message)) return event.stopImmediatePropagation();
    found.push(`error: ${event.message} ${stackOf(event.error)}`);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onRejection = (event: PromiseRejectionEvent): void => {
    found.push(`rejection: ${String(event.reason)} ${stackOf(event.reason)}`);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Before the test runner's own, which would end the test.
  const { onerror } = globalThis;
  globalThis.onerror = null;
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', onRejection, true);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, 30));
  } catch (error) {
    found.push(`thrown: ${String(error)} ${stackOf(error)}`);
  } finally {
    removeEventListener('error', onError, true);
    removeEventListener('unhandledrejection', onRejection, true);
    globalThis.onerror = onerror;
  }
  return found;
}

function stackOf(error: unknown): string {
  const { stack = '' } = (error ?? {}) as { stack?: string };
  return stack
    .split('\n')
    .slice(1, 4)
    .join(' ')
    .replaceAll(/https?:\/\/[^/]+/g, '');
}
