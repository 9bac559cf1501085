import type { JsonObject } from '../model.js';

/** What a reader found out about one item: the thing, or what is wrong with it as the end of a sentence. */
export type ItemReading<T> = { readonly item: T } | { readonly fault: string };
export type ItemReader<T> = (raw: JsonObject) => ItemReading<T>;
