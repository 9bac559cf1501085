/** JSON Schema as it comes: any keyword may hold anything. */
export type Schema = { readonly [keyword: string]: unknown };

export function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listAt(schema: Schema, keyword: string): readonly unknown[] | undefined {
  const value = own(schema, keyword);
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

export function objectAt(schema: Schema, keyword: string): Schema | undefined {
  const value = own(schema, keyword);
  return isObject(value) ? value : undefined;
}

export function numberAt(schema: Schema, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

export function textAt(schema: Schema, keyword: string): string | undefined {
  const value = own(schema, keyword);
  return typeof value === 'string' ? value : undefined;
}

export function own(object: Schema, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets any name, `__proto__` too. */
export function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

export function child(pointer: string, token: string | number): string {
  return `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a local reference leads to: `#/$defs/x`, `#name`, `#`. Undefined where it leads nowhere, or elsewhere. */
export function target(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const fragment = decodeURIComponent(reference.slice(1));
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return anchored(root, fragment, new Set());
  let part: unknown = root;
  for (const token of tokensOf(fragment)) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, token)) return undefined;
    part = (part as Schema)[token];
  }
  return part;
}

function anchored(part: unknown, name: string, seen: Set<unknown>): unknown {
  if (typeof part !== 'object' || part === null || seen.has(part)) return undefined;
  seen.add(part);
  if (isObject(part) && (own(part, '$anchor') === name || own(part, '$id') === `#${name}`)) return part;
  for (const inner of Object.values(part)) {
    const found = anchored(inner, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
