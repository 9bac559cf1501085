// @ts-ignore Not every project has Solid.
import type { JSX } from 'solid-js';
import type { McpEventMap } from '../components/events.js';
import type { KebabCase } from './names.js';

/* Events bubble, so each element of a page may listen: `on:mcp-error`. */
// @ts-ignore
declare module 'solid-js' {
  namespace JSX {
    interface CustomEvents extends McpEventMap {}
  }
}

type BooleanNames<Types> = { [Name in keyof Types]-?: boolean extends Types[Name] ? Name : never }[keyof Types];

/**
 * An element in JSX of Solid, which sets the property `readOnly` for `read-only` and for `prop:readOnly`, but `readonly`
 * for `readOnly`. `AttributeValues` has every attribute by its name.
 */
export type McpSolidElement<Self extends HTMLElement, Properties, AttributeValues> = Omit<
  JSX.HTMLAttributes<Self>,
  keyof Properties | KebabCase<keyof Properties & string> | keyof AttributeValues
> & {
  [Name in keyof Properties & string as KebabCase<Name>]?:
    | Properties[Name]
    | (KebabCase<Name> extends keyof AttributeValues ? AttributeValues[KebabCase<Name>] : never)
    | undefined;
} & { [Name in keyof Properties & string as `prop:${Name}`]?: Properties[Name] | undefined } & {
  [Name in keyof AttributeValues & string as `attr:${Name}`]?: AttributeValues[Name] | undefined;
} & { [Name in BooleanNames<AttributeValues> & string as `bool:${Name}`]?: boolean | undefined };
