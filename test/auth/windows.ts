// Windows that a test opens, and what it is like to be the person before them.

import { replaced } from '../fixtures/broken-apis.js';

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
  /** Whether the person has just pressed something; unless it is said, they have. Undefined: what the browser says. */
  personPresses(isActive: boolean | undefined): void;
  /** Whether the person is on this page. The runner tells every page that they are. */
  personIsHere(isHere: boolean): void;
} {
  const { open } = globalThis;
  const { hasFocus } = document;
  let unpress: () => void;
  const opened: Window[] = [];
  const browserOpens = (answer?: () => Partial<Window> | null): void => {
    globalThis.open = (...args) => {
      if (answer) return answer() as Window | null;
      const made = open.apply(globalThis, args);
      if (made) opened.push(made);
      return made;
    };
  };
  const personPresses = (isActive: boolean | undefined): void => {
    unpress?.();
    unpress = isActive === undefined ? () => {} : replaced(navigator, 'userActivation', { value: { isActive } });
  };
  beforeEach(() => {
    browserOpens();
    personPresses(true);
  });
  afterEach(() => {
    unpress();
    globalThis.open = open;
    document.hasFocus = hasFocus;
    for (const one of opened.splice(0)) one.close();
  });
  return { opened, browserOpens, personPresses, personIsHere: (isHere) => void (document.hasFocus = () => isHere) };
}
