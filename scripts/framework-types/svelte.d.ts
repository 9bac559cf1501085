// @ts-ignore Not every project has Svelte.
import type { HTMLAttributes } from 'svelte/elements';
import type { EventAt } from './names.js';

/**
 * An element in templates of Svelte, which sets a property where the element has one of that name, an attribute
 * otherwise. Svelte 5 listens to the event `x` for `onx`, Svelte 4 for `on:x`.
 */
export type McpSvelteElement<Self extends HTMLElement, Properties, Attributes, Events> = Omit<
  HTMLAttributes<Self>,
  keyof Properties | keyof Attributes
> & { [Name in keyof Properties]?: Properties[Name] | null | undefined } & {
  [Name in keyof Attributes]?: Attributes[Name] | null | undefined;
} & {
  [Name in keyof Events & string as `on${Name}` | `on${Name}capture` | `on:${Name}`]?:
    ((event: EventAt<Self, Events[Name]>) => void) | null | undefined;
};
