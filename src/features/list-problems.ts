import type { McpError } from '../errors.js';
import { asObject, asString } from '../protocol/check/object.js';
import type { ItemProblem } from './catalog-state.js';
import { MAX_ITEMS, MAX_PAGES } from './list-limits.js';

/** One item that cannot be used, by its place and, where it has one, its name. */
export function brokenItem(index: number, raw: unknown, fault: string): ItemProblem {
  const { name, uri, uriTemplate } = asObject(raw) ?? {};
  const known = asString(name) || asString(uri) || asString(uriTemplate);
  return {
    index,
    ...(known && { name: known }),
    message: `Item ${index + 1}${known ? ` (“${known}”)` : ''} cannot be shown: it ${fault}.`,
  };
}

export function noItems(method: string, key: string): ItemProblem {
  return ofList(`The server’s answer to ${method} holds no ${key}.`);
}

export function cutShort(count: number, { message }: McpError): ItemProblem {
  return ofList(`The list ends early, after ${count} items: ${message}`);
}

/** A list without an end. @param repeated the server sent a page's address for the second time */
export function endless(count: number, repeated: boolean): ItemProblem {
  return ofList(
    repeated
      ? `The server keeps sending the same page, so the list ends here after ${count} items.`
      : `The list goes on after ${count} items (limits: ${MAX_PAGES} pages, ${MAX_ITEMS} items); the rest is not shown.`,
  );
}

function ofList(message: string): ItemProblem {
  return { index: -1, message };
}
