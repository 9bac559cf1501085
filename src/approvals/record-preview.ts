import { childPointer } from '../util/json-pointer.js';
import { Redactor, SECRET_SIGN } from '../util/redactor.js';
import { itemOf, memberOf, placeOf, secrecyOf, secrecyOfPlace, type Place } from '../util/secrets.js';

/** One named value, as text. */
export interface RecordedValue {
  readonly name: string;
  readonly value: string;
}

/** Values of one question that are recorded: more is read by nobody, and a thousand entries stay below 4 MB. */
export const MAX_VALUES = 12;
/** Characters of one value: two lines on a screen. */
export const MAX_VALUE = 200;
/** Characters of a name. */
export const MAX_NAME = 80;
/** Characters that are searched for what looks like a key. What begins further in is not recorded at all. */
const SEARCHED = 4096;
/** Levels and members of a nested value that are looked at. */
const MAX_LEVELS = 4;
const MAX_MEMBERS = 30;

/** By what a preview leaves out what is secret. */
export interface PreviewRules {
  /** Of all the values. */
  readonly schema?: unknown;
  /** Knows what was secret in the session: servers repeat what they were told. */
  readonly redactor?: Redactor | undefined;
  /** Whether the person had the value at this pointer stored as shown. */
  readonly isShown?: ((pointer: string, place: Place) => boolean) | undefined;
}

/** The beginning of each value as text, without what is secret, and without what was secret in the session before. */
export function previewOf(
  values: Readonly<Record<string, unknown>>,
  { schema, redactor = new Redactor(), isShown }: PreviewRules = {},
): readonly RecordedValue[] {
  const writer = new PreviewWriter(redactor, isShown);
  const whole = placeOf(schema);
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const shown = entries.slice(0, MAX_VALUES).map(([name, value]) => ({
    name: redactor.without(name.slice(0, SEARCHED), true).slice(0, MAX_NAME),
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

  textOf(value: unknown, place: Place, pointer: string): string {
    const safe = this.#strip(value, place, pointer, MAX_LEVELS);
    const text = typeof safe === 'string' ? safe : (JSON.stringify(safe) ?? '');
    // A character outside the first 65,536 is two units: not half of one.
    return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
  }

  #strip(value: unknown, place: Place, pointer: string, levels: number): unknown {
    if (value === undefined || value === null || value === '' || typeof value === 'boolean') return value;
    if (typeof value === 'string' || typeof value === 'number') return this.#scalar(value, place, pointer);
    if (typeof value !== 'object') return value;
    if (levels === 0) return '…';
    if (Array.isArray(value))
      return value
        .slice(0, MAX_MEMBERS)
        .map((item, at) => this.#strip(item, itemOf(place, at), `${pointer}/*`, levels - 1));
    const object = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.keys(object)
        .slice(0, MAX_MEMBERS)
        // Names may be secrets too, of a map from tokens to whatever.
        .map((key) => [
          this.#redactor.without(key.slice(0, SEARCHED), true).slice(0, MAX_NAME),
          this.#strip(object[key], memberOf(place, key, object), childPointer(pointer, key), levels - 1),
        ]),
    );
  }

  #scalar(whole: string | number, place: Place, pointer: string): unknown {
    const value = typeof whole === 'string' ? whole.slice(0, SEARCHED) : whole;
    const found = secrecyOf(place, value);
    const isShown = found === 'maybe' && this.#isShown?.(pointer, place) === true;
    if (found !== 'none' && !isShown && secrecyOfPlace(place) !== 'none') {
      this.#redactor.add(String(whole));
      return SECRET_SIGN;
    }
    // What is left of it would be the half of a key.
    if (found === 'secret') return SECRET_SIGN;
    if (typeof value === 'number')
      return this.#redactor.withoutKnown(String(value)) === String(value) ? value : SECRET_SIGN;
    return this.#redactor.without(value, isShown);
  }
}
