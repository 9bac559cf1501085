import { Redactor, SECRET_SIGN } from '../secrets/redactor.js';
import {
  itemOf,
  memberOf,
  type SchemaPlace,
  schemaPlaceOf,
  secrecyOf,
  secrecyOfPlace,
} from '../secrets/schema-secrecy.js';
import { childPointer, toJson } from '../util/json.js';

/** A named value, as text. */
export interface AuditedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Values of one request that are recorded. Of the others only the number is recorded. More would not be read, and a
 * thousand entries stay below 4 MB.
 */
export const MAX_AUDIT_VALUES = 12;
/** Characters of one recorded value: two lines on a screen. The rest is cut. */
export const MAX_AUDIT_VALUE_LENGTH = 200;
/** Characters of a recorded name. The rest is cut. */
const MAX_AUDIT_NAME_LENGTH = 80;
/**
 * Characters of a text that are searched for credentials before it is recorded. Text beyond that is not recorded at
 * all.
 */
const MAX_AUDIT_SEARCHED = 4096;
/** Levels of a nested value that are recorded. Deeper levels are left out. */
const MAX_AUDIT_LEVELS = 4;
/** Members of a nested value that are recorded. The others are left out. */
const MAX_AUDIT_MEMBERS = 30;

/** How a preview finds secrets. */
interface PreviewRules {
  /** JSON Schema of the values. */
  readonly schema?: unknown;
  /** Knows the secrets of the session: a server may repeat a secret that it received. */
  readonly redactor?: Redactor | undefined;
  /** True if the person chose to store the value at this pointer as shown. */
  readonly isShown?: ((pointer: string, place: SchemaPlace) => boolean) | undefined;
}

/** The beginning of each value as text, without secrets of the values or of the session. */
export function previewOf(
  values: Readonly<Record<string, unknown>>,
  { schema, redactor = new Redactor(), isShown }: PreviewRules = {},
): readonly AuditedValue[] {
  const writer = new PreviewWriter(redactor, isShown);
  const whole = schemaPlaceOf(schema);
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const shown = entries.slice(0, MAX_AUDIT_VALUES).map(([name, value]) => ({
    name: redactor.without(name.slice(0, MAX_AUDIT_SEARCHED), true).slice(0, MAX_AUDIT_NAME_LENGTH),
    value: writer.textOf(value, memberOf(whole, name, values), childPointer('', name)),
  }));
  const more = entries.length - shown.length;
  return more > 0 ? [...shown, { name: '…', value: `${more} more` }] : shown;
}

class PreviewWriter {
  readonly #redactor: Redactor;
  readonly #isShown: PreviewRules['isShown'];

  constructor(redactor: Redactor, isShown: PreviewRules['isShown']) {
    this.#redactor = redactor;
    this.#isShown = isShown;
  }

  textOf(value: unknown, place: SchemaPlace, pointer: string): string {
    const safe = this.#strip(value, place, pointer, MAX_AUDIT_LEVELS);
    const text = typeof safe === 'string' ? safe : (toJson(safe) ?? '');
    // Does not cut a surrogate pair in half.
    return text.length <= MAX_AUDIT_VALUE_LENGTH
      ? text
      : `${text.slice(0, MAX_AUDIT_VALUE_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  }

  #strip(value: unknown, place: SchemaPlace, pointer: string, levels: number): unknown {
    if (value === undefined || value === null || value === '' || typeof value === 'boolean') return value;
    if (typeof value === 'string' || typeof value === 'number') return this.#scalar(value, place, pointer);
    if (typeof value !== 'object') return value;
    if (levels === 0) return '…';
    if (Array.isArray(value))
      return value
        .slice(0, MAX_AUDIT_MEMBERS)
        .map((item, at) => this.#strip(item, itemOf(place, at), `${pointer}/*`, levels - 1));
    const object = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.keys(object)
        .slice(0, MAX_AUDIT_MEMBERS)
        // Keys may be secrets too, for example in a map from tokens to users.
        .map((key) => [
          this.#redactor.without(key.slice(0, MAX_AUDIT_SEARCHED), true).slice(0, MAX_AUDIT_NAME_LENGTH),
          this.#strip(object[key], memberOf(place, key, object), childPointer(pointer, key), levels - 1),
        ]),
    );
  }

  #scalar(whole: string | number, place: SchemaPlace, pointer: string): unknown {
    const value = typeof whole === 'string' ? whole.slice(0, MAX_AUDIT_SEARCHED) : whole;
    const found = secrecyOf(place, value);
    const isShown = found === 'maybe' && this.#isShown?.(pointer, place) === true;
    if (found !== 'none' && !isShown && secrecyOfPlace(place) !== 'none') {
      this.#redactor.add(String(whole));
      return SECRET_SIGN;
    }
    // A cut text could show half of a key, so nothing is left of it.
    if (found === 'secret') return SECRET_SIGN;
    if (typeof value === 'number')
      return this.#redactor.withoutKnown(String(value)) === String(value) ? value : SECRET_SIGN;
    return this.#redactor.without(value, isShown);
  }
}
