import { asObject, asString } from '../protocol/check/object.js';
import type { ItemProblem } from './catalog-state.js';
import { MAX_ITEMS, MAX_PAGES } from './list-limits.js';
import type { Fault } from './read-pages.js';

/** Characters of a name that are quoted. */
const MAX_NAME_LENGTH = 100;
/** Broken items told one by one; of more only the number. */
export const MAX_TOLD = 100;

/** A list's faults in words, those of single items first. */
export function tellFaults(faults: readonly Fault[]): readonly ItemProblem[] {
  const items = faults.filter(({ kind }) => kind === 'broken-item');
  const others = faults.filter(({ kind }) => kind !== 'broken-item');
  const more = items.length - MAX_TOLD;
  return [
    ...items.slice(0, MAX_TOLD).map(tell),
    ...(more > 0 ? [ofList(`${more} further items cannot be shown either.`)] : []),
    ...others.map(tell),
  ];
}

function tell(fault: Fault): ItemProblem {
  switch (fault.kind) {
    case 'broken-item':
      return brokenItem(fault);
    case 'no-items':
      return ofList(`The server’s answer to ${fault.method} holds no ${fault.key}.`);
    case 'cut-short':
      return ofList(`The list ends early, after ${fault.count} items: ${fault.error.message}`);
    case 'bad-cursor':
      return ofList(`The list ends early, after ${fault.count} items: the server’s nextCursor is not text.`);
    case 'endless':
      return ofList(
        fault.repeated
          ? `The server keeps sending the same page, so the list ends here after ${fault.count} items.`
          : `The list goes on after ${fault.count} items (limits: ${MAX_PAGES} pages, ${MAX_ITEMS} items); the rest is not shown.`,
      );
  }
}

/** By its place and, where it has one, its name. */
function brokenItem({ index, raw, fault }: Extract<Fault, { kind: 'broken-item' }>): ItemProblem {
  const { name, uri, uriTemplate } = asObject(raw) ?? {};
  const known = (asString(name) || asString(uri) || asString(uriTemplate))?.slice(0, MAX_NAME_LENGTH);
  return {
    index,
    ...(known && { name: known }),
    message: `Item ${index + 1}${known ? ` (“${known}”)` : ''} cannot be shown: it ${fault}.`,
  };
}

function ofList(message: string): ItemProblem {
  return { index: -1, message };
}
