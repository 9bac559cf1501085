import { McpError } from '../errors.js';
import type { Json } from '../protocol/model.js';
import { canonicalJson } from '../schema/json-value.js';
import type { SessionKeeping } from '../session/owners-keeping.js';
import { fromValues, keyOf, toValues, type FormOf, type KeptForm } from './kept-form.js';
import { MAX_ARGUMENT_SETS, MAX_PRESET_NAME, MAX_PRESETS } from './limits.js';

/** Arguments that were used, or that the person keeps under a name. */
export interface ArgumentSet extends KeptForm {
  readonly id: string;
  /** When they were last used, or got their name, in epoch milliseconds. */
  readonly at: number;
  /** The person's word for them. One with a name stays until it is removed. */
  readonly name?: string | undefined;
}

/** The argument sets of one server. Other tabs see the same; nothing secret is in it, as long as nobody puts it there. */
export class ArgumentHistory {
  readonly #keeping: SessionKeeping;

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: SessionKeeping) {
    this.#keeping = keeping;
  }

  /** Those with a name first, by name; then the others, newest first. Never throws. */
  async list(of: FormOf): Promise<readonly ArgumentSet[]> {
    const wanted = { server: this.#keeping.server, group: keyOf(of) };
    const [presets, used] = await Promise.all([
      this.#keeping.storage.list('preset', wanted).catch(() => []),
      this.#keeping.storage.list('arguments', wanted).catch(() => []),
    ]);
    const named = presets.map((one) => ({ ...fromValues(one.values), id: one.id, at: one.at, name: one.name }));
    // Two tabs may have noted the same at the same moment.
    const once = new Map(used.toReversed().map((one) => [canonicalJson(one.values), one]));
    const unnamed = used.filter((one) => once.get(canonicalJson(one.values)) === one);
    return [
      ...named.toSorted((one, other) => one.name.localeCompare(other.name)),
      ...unnamed.slice(0, MAX_ARGUMENT_SETS).map((one) => ({ ...fromValues(one.values), id: one.id, at: one.at })),
    ];
  }

  /** Notes that these were used. The same arguments are there once, as of the last time. Never throws. */
  async add(of: FormOf, form: KeptForm): Promise<void> {
    const values = toValues({ ...form, displaced: undefined });
    if (values === undefined) return;
    const group = keyOf(of);
    const same = canonicalJson(values);
    try {
      const used = await this.#keeping.storage.list('arguments', { server: this.#keeping.server, group });
      const known = used.find((one) => canonicalJson(one.values) === same);
      const id = known?.id ?? newId();
      await this.#keeping.storage.put('arguments', [
        { server: this.#keeping.server, id, group, at: Date.now(), values },
      ]);
      const others = used.filter((one) => one.id !== id);
      const surplus = others.filter(
        (one, index) => index >= MAX_ARGUMENT_SETS - 1 || canonicalJson(one.values) === same,
      );
      if (surplus.length > 0) await this.#keeping.storage.remove('arguments', surplus);
    } catch {
      // What cannot be kept was sent all the same.
    }
  }

  /**
   * Keeps a set under a name, which another of the same name gives way to.
   * @throws McpError `invalid-input` without a name, `limit` where there are {@link MAX_PRESETS} or the form is too large,
   * `storage` where it cannot be written
   */
  async keepAs(of: FormOf, form: KeptForm, wanted: string): Promise<void> {
    const name = [...wanted.trim()].slice(0, MAX_PRESET_NAME).join('');
    if (name === '') throw new McpError('invalid-input', 'A name is missing.', { remedy: 'Type a name.' });
    const values: Json | undefined = toValues({ ...form, displaced: undefined });
    if (values === undefined) {
      throw new McpError('limit', 'These arguments are too large to be kept.', { remedy: 'Save them to a file.' });
    }
    const group = keyOf(of);
    try {
      const presets = await this.#keeping.storage.list('preset', { server: this.#keeping.server, group });
      const same = presets.find((one) => one.name === name);
      if (!same && presets.length >= MAX_PRESETS) {
        throw new McpError('limit', `${MAX_PRESETS} sets of arguments have a name already.`, {
          remedy: 'Remove one of them first.',
        });
      }
      const id = same?.id ?? newId();
      await this.#keeping.storage.put('preset', [
        { server: this.#keeping.server, id, group, at: Date.now(), values, name },
      ]);
    } catch (cause) {
      if (cause instanceof McpError) throw cause;
      throw new McpError('storage', 'This browser did not keep it.', {
        cause,
        remedy: 'Free some space, and try again.',
      });
    }
  }

  /** Never throws. */
  async remove({ id, name }: ArgumentSet): Promise<void> {
    const kind = name === undefined ? 'arguments' : 'preset';
    await this.#keeping.storage.remove(kind, [{ server: this.#keeping.server, id }]).catch(() => {});
  }

  /** Removes every set of one tool or prompt, those with a name too. Never throws. */
  async removeAll(of: FormOf): Promise<void> {
    await Promise.all((await this.list(of)).map((set) => this.remove(set)));
  }
}

function newId(): string {
  return globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
}
