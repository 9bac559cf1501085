/**
 * The values of an attribute for a property of type `Value`: its texts; for a boolean true, false and the texts that mean
 * them; for a number also its text.
 */
export type AttributeOf<Value> =
  | Extract<Value, string | undefined>
  | (boolean extends Value ? boolean | '' | 'true' | 'false' : never)
  | (number extends Value ? number | `${number}` : never);

/** `Types` with optional properties. Frameworks give `undefined` for a property that is left out. */
export type Optional<Types> = { [Name in keyof Types]?: Types[Name] | undefined };

/** An event as a listener of the element `Self` gets it. */
export type EventAt<Self, OneEvent> = OneEvent & { readonly currentTarget: Self };

/** `readOnly` → `read-only` */
export type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

/** `mcp-tool-result` → `McpToolResult` */
export type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;
