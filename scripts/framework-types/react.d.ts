// @ts-ignore Not every project has React.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { EventAt, Optional } from './names.js';

/**
 * An element in JSX of React 19, which sets a property where the element has one of that name, an attribute otherwise,
 * and listens to the event `x` for `onx`.
 */
export type McpReactElement<Self extends HTMLElement, Properties, Attributes, Events> = Omit<
  DetailedHTMLProps<HTMLAttributes<Self>, Self>,
  keyof Properties | keyof Attributes
> &
  Optional<Properties> &
  Optional<Attributes> & {
    [Name in keyof Events & string as `on${Name}` | `on${Name}Capture`]?:
      ((event: EventAt<Self, Events[Name]>) => void) | undefined;
  } & { class?: string | undefined };
