import { POPUP_CHECK_MS } from '../../src/auth/popup.js';
import { visit } from '/__provider__.js';

/** Where people come back to: the page of this package. */
export const CALLBACK_PATH = '/dist/oauth-callback.html';

/** What becomes of windows that a page opens for somebody to sign in. */
export interface OtherWindow {
  /** What they say when they are asked for consent. */
  answer: 'yes' | 'no';
  /** They close the window instead. */
  closes: boolean;
  /** The browser lets none open. */
  isBlocked: boolean;
  /** Addresses they were sent to. */
  readonly visits: string[];
}

/**
 * The person in the other window, who logs in and consents at the real authorization server, and whose way back is the
 * real callback page, in a frame. Set up and taken back around each test.
 */
export function otherWindow(): OtherWindow {
  const { open } = globalThis;
  const { hasFocus } = document;
  const state: OtherWindow = { answer: 'yes', closes: false, isBlocked: false, visits: [] };
  let isHere = true;
  const frames: HTMLIFrameElement[] = [];
  const comeBack = async (url: string): Promise<void> => {
    const { callback } = await visit(url, state.answer, location.origin + CALLBACK_PATH);
    const frame = document.createElement('iframe');
    frame.src = callback;
    frame.title = 'The other window';
    frames.push(frame);
    document.body.append(frame);
  };
  beforeEach(() => {
    Object.assign(state, { answer: 'yes', closes: false, isBlocked: false });
    state.visits.length = 0;
    isHere = true;
    document.hasFocus = () => isHere;
    globalThis.open = () => {
      if (state.isBlocked) return null;
      let closed = false;
      return {
        get closed() {
          return closed;
        },
        close: () => (closed = true),
        focus() {},
        location: {
          replace(url: string) {
            state.visits.push(url);
            if (!state.closes) return void comeBack(url);
            // They look at it, close it, and are back here.
            isHere = false;
            return void setTimeout(() => {
              [closed, isHere] = [true, true];
            }, 2 * POPUP_CHECK_MS);
          },
        },
      } as unknown as Window;
    };
  });
  afterEach(() => {
    globalThis.open = open;
    document.hasFocus = hasFocus;
    for (const frame of frames.splice(0)) frame.remove();
  });
  return state;
}
