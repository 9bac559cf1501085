// @ts-ignore Not every project has Preact.
import type { HTMLAttributes, SignalLike } from 'preact';
import type { EventAt } from './names.js';

type OrSignal<Types> = { [Name in keyof Types]?: Types[Name] | SignalLike<Types[Name]> | undefined };

/**
 * An element in JSX of Preact, which sets a property where the element has one of that name, an attribute otherwise, and
 * listens to the event `x` for `onx`.
 */
export type McpPreactElement<Self extends HTMLElement, Properties, Attributes, Events> = Omit<
  HTMLAttributes<Self>,
  keyof Properties | keyof Attributes
> &
  OrSignal<Properties> &
  OrSignal<Attributes> & {
    [Name in keyof Events & string as `on${Name}` | `on${Name}Capture`]?:
      ((event: EventAt<Self, Events[Name]>) => void) | undefined;
  };
