/**
 * The features without which the elements cannot work, each with its test. Optional features, and those that only change
 * the look, are not here: `docs/support.md` has the whole list, with versions.
 */
const NEEDED: Readonly<Record<string, () => boolean>> = {
  'AbortSignal.any': () => 'any' in AbortSignal,
  'AbortSignal.timeout': () => 'timeout' in AbortSignal,
  'URL.canParse': () => 'canParse' in URL,
  'Array.prototype.toSorted': () => 'toSorted' in Array.prototype,
  'Element.checkVisibility': () => 'checkVisibility' in Element.prototype,
  'HTMLElement.showPopover': () => 'showPopover' in HTMLElement.prototype,
  'HTMLDialogElement.showModal': () => 'HTMLDialogElement' in globalThis,
  // Chromium before 125 has states of elements, but only those with two dashes.
  ':state()': () => CSS.supports('selector(:state(x))'),
};

/** The first of them that this browser does not have. */
export function missingFeature(): string | undefined {
  return Object.entries(NEEDED).find(([, isThere]) => !isThere())?.[0];
}
