import { isSecretName } from './secret-names.js';

/** Parts of a schema that are looked at: more than any form that a person fills in. */
const MAX_PARTS = 5000;

type Part = Readonly<Record<string, unknown>>;

/** Whether a part of a schema says that its value is not to be shown: by its format, as write-only, or by its words. */
export function isSecretPart(part: Part): boolean {
  const { format, writeOnly, title } = part;
  return format === 'password' || writeOnly === true || (typeof title === 'string' && isSecretName(title));
}

/** Names of the fields that a JSON Schema marks as secret, wherever in it they stand. */
export function secretFieldsOf(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const open: unknown[] = [schema];
  for (let parts = 0; open.length > 0 && parts < MAX_PARTS; parts++) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (Array.isArray(part)) {
      for (const inner of part.slice(0, MAX_PARTS)) open.push(inner);
      continue;
    }
    for (const [name, field] of Object.entries((part as Part)['properties'] ?? {}))
      if (typeof field === 'object' && field !== null && isSecretPart(field as Part)) names.add(name);
    for (const inner of Object.values(part)) if (typeof inner === 'object') open.push(inner);
  }
  return names;
}
