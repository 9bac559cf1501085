// Windows that a test opens, and what it is like to be the person before them.

/** Some engines let no window open outside a real click, which no test here makes. */
export const opensWindows: boolean = (() => {
  const opened = open('', '_blank');
  opened?.close();
  return opened !== null;
})();

/** For tests that need them. */
export const inWindow: Mocha.TestFunction | Mocha.PendingTestFunction = opensWindows ? it : it.skip;

/** Notes the windows that a suite opens, and closes them after each test. */
export function notedWindows(): {
  readonly opened: Window[];
  /** What the browser answers to `window.open` from now on; undefined: what it does. */
  browserOpens(answer?: () => Partial<Window> | null): void;
  /** Whether the person is on this page. The runner tells every page that they are. */
  personIsHere(isHere: boolean): void;
} {
  const { open } = globalThis;
  const { hasFocus } = document;
  const opened: Window[] = [];
  const browserOpens = (answer?: () => Partial<Window> | null): void => {
    globalThis.open = (...args) => {
      if (answer) return answer() as Window | null;
      const made = open.apply(globalThis, args);
      if (made) opened.push(made);
      return made;
    };
  };
  beforeEach(() => browserOpens());
  afterEach(() => {
    globalThis.open = open;
    document.hasFocus = hasFocus;
    for (const one of opened.splice(0)) one.close();
  });
  return { opened, browserOpens, personIsHere: (isHere) => void (document.hasFocus = () => isHere) };
}
