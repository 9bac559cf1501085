import type { McpLinkOpenRequestEvent } from '../../components/events.js';

/** What a payload must never bring about. */
export type Wrong =
  /** Code of the payload ran. */
  | 'executed'
  /** Something was loaded, or sent. */
  | 'requested'
  /** The page holds what must not be in it. */
  | 'left over'
  /** The page, or a frame in it, went elsewhere; or a window opened that nobody agreed to. */
  | 'navigated'
  /** Focus went elsewhere by itself. */
  | 'focus stolen'
  /** Something stands outside of its box, or above the page. */
  | 'outside its box'
  /** The policy of the page would have been broken. */
  | 'violation'
  /** Our code threw, or never came to rest. */
  | 'broken';

export interface Finding {
  readonly wrong: Wrong;
  /** With what it takes to find the place. */
  readonly detail: string;
  /** Which of the payloads it was, where the place says so. */
  readonly payload?: number | undefined;
}

type Patched = Record<string, (...args: unknown[]) => unknown>;

const LONG = 200;

/** Sees what happens in the page, from before the first payload. One for each page: it patches what payloads call. */
export class Witness {
  readonly #found: Finding[] = [];
  #names = new Set(Object.getOwnPropertyNames(window));
  /** Payloads that no parser may be given, other than the sanitizer's. */
  payloads: readonly string[] = [];
  /** What links would have opened. */
  readonly opened: string[] = [];
  readonly #allowed: (url: string) => boolean;
  #title = document.title;
  #asked = false;

  /** @param allowed says which addresses are the harness's own */
  constructor(allowed: (url: string) => boolean) {
    this.#allowed = allowed;
    this.#watchCalls();
    this.#watchParsers();
    this.#watchEvents();
    if (PerformanceObserver.supportedEntryTypes.includes('resource'))
      new PerformanceObserver((list) => this.#readLoaded(list.getEntries())).observe({ type: 'resource' });
  }

  note(wrong: Wrong, detail: string): void {
    this.#found.push({ wrong, detail: detail.slice(0, LONG) });
  }

  /** What was found since the last time. */
  take(): Finding[] {
    for (const name of Object.getOwnPropertyNames(window)) {
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      // Numbers are frames, which the audit looks at.
      if (!/^\d+$/.test(name)) this.note('executed', `a global: ${name}`);
    }
    if (document.title !== this.#title) this.note('executed', `the title: ${(this.#title = document.title)}`);
    return this.#found.splice(0);
  }

  #watchCalls(): void {
    const hosts = window as unknown as Patched;
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'eval', 'open'])
      hosts[name] = (...args) => {
        if (name !== 'open') return this.note('executed', `${name}(${args.map(String).join(', ')})`);
        this.#open(String(args[0]));
        return null;
      };
    for (const name of ['log', 'info', 'warn', 'error', 'debug', 'table', 'dir'] as const) {
      const own = console[name].bind(console);
      console[name] = (...args: unknown[]) => {
        if (calledFromFile()) own(...args);
        else this.note('executed', `console.${name}(${args.map(String).join(', ')})`);
      };
    }
  }

  #watchParsers(): void {
    const look = (name: string, text: unknown): void => {
      const given = String(text);
      const payload = this.payloads.find((one) => one.includes('<') && given.includes(one));
      if (payload !== undefined) this.note('left over', `${name} was given the payload`);
    };
    for (const [host, name] of [
      [Element.prototype, 'innerHTML'],
      [Element.prototype, 'outerHTML'],
      [ShadowRoot.prototype, 'innerHTML'],
      [HTMLIFrameElement.prototype, 'srcdoc'],
    ] as const) {
      const own = Object.getOwnPropertyDescriptor(host, name)!;
      Object.defineProperty(host, name, {
        ...own,
        set(this: object, text: unknown) {
          // The sanitizer's own document is no part of the page.
          if (name !== 'srcdoc' && (this as Node).ownerDocument === document) look(name, text);
          own.set!.call(this, text);
        },
      });
    }
    for (const [host, name, at] of [
      [Element.prototype, 'insertAdjacentHTML', 1],
      [Range.prototype, 'createContextualFragment', 0],
      [document, 'write', 0],
      [document, 'writeln', 0],
    ] as const) {
      const own = (host as unknown as Patched)[name]!;
      (host as unknown as Patched)[name] = function (this: unknown, ...args: unknown[]) {
        look(name, args[at]);
        return own.apply(this, args);
      };
    }
  }

  #watchEvents(): void {
    addEventListener('error', (event) => {
      // What cannot be loaded is told here too; that is looked at elsewhere.
      if (event instanceof ErrorEvent && !/ResizeObserver loop/.test(event.message)) this.note('broken', event.message);
    });
    addEventListener('unhandledrejection', ({ reason }) => this.note('broken', `unhandled: ${String(reason)}`));
    addEventListener('beforeunload', () => this.note('navigated', 'the page was about to leave'));
    addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      this.note('navigated', 'a form was about to be sent');
    });
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample, lineNumber } = event;
      if (!isNoise(event)) this.note('violation', `${effectiveDirective} ${blockedURI} ${sample} (line ${lineNumber})`);
    });
    // Before a link of the content opens, the page is asked: that is what the guard stands for.
    addEventListener('mcp-link-open-request', (event) => {
      this.#asked = true;
      this.#open((event as McpLinkOpenRequestEvent).url);
      event.preventDefault();
    });
    addEventListener('click', () => (this.#asked = false), { capture: true });
    addEventListener('click', (event) => this.#followed(event));
    addEventListener('auxclick', (event) => this.#followed(event));
  }

  /** A click that nobody stopped: where would it have led? */
  #followed(event: Event): void {
    const link = event.composedPath().find((each): each is HTMLAnchorElement => each instanceof HTMLAnchorElement);
    if (!link?.hasAttribute('href') || event.defaultPrevented) return;
    event.preventDefault();
    if (link.hasAttribute('download')) {
      if (!link.href.startsWith('blob:')) this.note('navigated', `a download from ${link.href}`);
    } else if (!this.#asked) this.note('navigated', `a link without the guard: ${link.href}`);
  }

  #open(url: string): void {
    this.opened.push(url);
    if (!/^(?:https?:|mailto:|blob:)/i.test(url)) this.note('navigated', `opens ${url}`);
  }

  #readLoaded(entries: readonly PerformanceEntry[]): void {
    for (const { name } of entries)
      if (!this.#allowed(name) && !/^(?:blob|data):/.test(name)) this.note('requested', name);
  }
}

/** Our own code, and the test runner's, call from a file; a handler calls from the page itself. */
function calledFromFile(): boolean {
  const places = (new Error().stack ?? '').match(/https?:\/\/[^\s)]+?(?=:\d+:\d+)/g) ?? [];
  // This function, what stands in for the console, and then whoever called it.
  return places[2] !== undefined && places[2] !== location.href;
}

/**
 * Chromium reports what is parsed in a document of its own, where nothing can run, as if it stood in the page: elements at no
 * element, attributes at what became of theirs. What really stands in the page is found there, by the audit.
 */
export function isNoise({ effectiveDirective, blockedURI, target }: SecurityPolicyViolationEvent): boolean {
  if (blockedURI !== 'inline') return false;
  if (/^(?:script|style)-src-attr$/.test(effectiveDirective)) return true;
  return target === document && /^(?:script|style)-src-elem$/.test(effectiveDirective);
}
