import { isInside } from '../controllers/focus-return.js';
import type { Hint } from './press-hint.js';

/** Pixels by which a guarded button may move or change its size while it counts as standing still. */
export const PRESS_SLACK_PX = 8;

/** Where something is on the screen, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Places in a button that must be in sight, as parts of its width and height. */
const PLACES = [
  [0.5, 0.5],
  [0.2, 0.25],
  [0.8, 0.25],
  [0.2, 0.75],
  [0.8, 0.75],
] as const;

/**
 * Where the button is, for somebody who looks at this page and could press it; otherwise what keeps them from it. What lies
 * over a frame that the page is in is not seen from inside.
 */
export function boxInSight(button: HTMLElement): Box | Extract<Hint, 'away' | 'unseen'> {
  const page = button.ownerDocument;
  // Within a frame, this is the focus of the frame: what is behind another page’s field is not in front.
  if (page.visibilityState !== 'visible' || !page.hasFocus()) return 'away';
  if (!button.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return 'unseen';
  const { left, top, width, height } = button.getBoundingClientRect();
  // What is pinched out of the screen, or behind the keyboard on it, is not seen.
  const { innerWidth, innerHeight, visualViewport } = page.defaultView ?? window;
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = visualViewport ?? {};
  const [right, bottom] = [
    offsetLeft + (visualViewport?.width ?? innerWidth),
    offsetTop + (visualViewport?.height ?? innerHeight),
  ];
  const isSeen = PLACES.every(([across, down]) => {
    const [x, y] = [left + width * across, top + height * down];
    if (x < offsetLeft || y < offsetTop || x > right || y > bottom) return false;
    return isTopmost(button, x, y);
  });
  if (!isSeen) return 'unseen';
  return {
    left: (left - offsetLeft) * scale,
    top: (top - offsetTop) * scale,
    width: width * scale,
    height: height * scale,
  };
}

/** Whether one would have to look for it again. */
export function isFar(before: Box, now: Box): boolean {
  return (['left', 'top', 'width', 'height'] as const).some(
    (side) => Math.abs(before[side] - now[side]) > PRESS_SLACK_PX,
  );
}

/**
 * Whether one would press it there. Asked from the inside out, of each root that it stands in: that sees through closed shadow
 * roots as well, and Firefox tells of nothing that is outside of the root that is asked.
 */
function isTopmost(button: Element, x: number, y: number): boolean {
  for (let node = button; ;) {
    const root = node.getRootNode() as Document | ShadowRoot;
    const topmost = root.elementFromPoint(x, y);
    if (!topmost || !isInside(node, topmost)) return false;
    if (!(root instanceof ShadowRoot)) return true;
    node = root.host;
  }
}
