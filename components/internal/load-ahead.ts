/** The groups of elements that a person probably needs next, while they read a list. */
export type NextGroup = 'forms' | 'content';

let listener: ((group: NextGroup) => void) | undefined;
const wanted = new Set<NextGroup>();

/** Sets the one listener, which loads a group. It is called once for each group, also for those wanted before. */
export function onLoadAhead(load: (group: NextGroup) => void): void {
  listener = load;
  for (const group of wanted) load(group);
}

/**
 * Reports that the screen probably leads to elements of this group next. Does nothing if every element is registered
 * already, or if the browser is set to save data.
 */
export function loadAhead(group: NextGroup): void {
  if (wanted.has(group) || savesData()) return;
  wanted.add(group);
  listener?.(group);
}

/** True if the person asked the browser to use little data. Only some browsers report it. */
function savesData(): boolean {
  return (navigator as Navigator & { connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}
