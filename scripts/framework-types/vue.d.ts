// @ts-ignore Not every project has Vue.
import type { EmitFn, HTMLAttributes, PublicProps, ReservedProps } from 'vue';
import type { AttributeOf, EventAt, Optional, PascalCase } from './names.js';

type Own<Self, Properties, Attributes, Events> = {
  [Name in keyof Properties]?: Properties[Name] | AttributeOf<Properties[Name]> | undefined;
} & Optional<Attributes> & {
    [Name in keyof Events & string as `on${PascalCase<Name>}`]?:
      ((event: EventAt<Self, Events[Name]>) => void) | undefined;
  };

/** Vue has slots of its own, and no longer names the attribute. */
type Placed = { slot?: string | undefined };

/**
 * An element in templates of Vue. `:read-only` and `.readOnly` are checked as one: the templates' checker knows names in
 * camel case only. A template ref gets the element.
 */
export type McpVueElement<Self extends HTMLElement, Properties, Attributes, Events> = new () => Self & {
  /** @deprecated For templates alone: an element has no `$props`. */
  $props: Omit<HTMLAttributes & PublicProps, keyof Properties | keyof Attributes> &
    Placed &
    Own<Self, Properties, Attributes, Events>;
  /** @deprecated For templates alone: an element has no `$emit`. */
  $emit: EmitFn<{ [Name in keyof Events]: (event: EventAt<Self, Events[Name]>) => void }>;
};

/** An element in JSX of Vue: `onMcpToolResult`. */
export type McpVueJsxElement<Self extends HTMLElement, Properties, Attributes, Events> = Omit<
  HTMLAttributes & ReservedProps,
  keyof Properties | keyof Attributes
> &
  Placed &
  Own<Self, Properties, Attributes, Events>;
