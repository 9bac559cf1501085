import { McpError } from '../../errors.js';
import type { Json } from '../../protocol/model.js';
import { canonicalJson } from '../../schema/json-value.js';
import { MAX_ARGUMENT_SETS } from '../../storage/retention.js';
import type { ArgumentsRecord } from '../../storage/types.js';
import { randomId } from '../../util/tab-coordination.js';
import { errorText } from '../error-texts.js';
import type { Partition } from './partition.js';
import { type FormOf, type StoredForm, formKey, fromValues, toValues } from './stored-form.js';

/** Saved argument sets of one tool or prompt. They are never evicted: one more is refused with an error. */
export const MAX_SAVED_ARGUMENTS = 50;

/** Characters of the name of a saved argument set. The rest is cut. */
export const MAX_SAVED_NAME_LENGTH = 80;

/** Arguments that were used, or that the person saved under a name. */
export interface ArgumentSet extends StoredForm {
  readonly id: string;
  /** When they were last used or saved, in epoch milliseconds. */
  readonly at: number;
  /** The name that the person gave them. A set with a name stays until it is removed. */
  readonly name?: string | undefined;
}

/** The argument sets of one server, shared by all tabs. It stores what it is given: callers leave secrets out. */
export class ArgumentHistory {
  readonly #partition: Partition;

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  /** Saved sets first, by name; then the used ones, newest first. Never throws. */
  async list(of: FormOf): Promise<readonly ArgumentSet[]> {
    const { storage, server } = this.#partition.resolvePlace();
    const wanted = { server, group: formKey(of) };
    const [saved, used] = await Promise.all([
      storage.list('savedArguments', wanted).catch(() => []),
      storage.list('arguments', wanted).catch(() => []),
    ]);
    const named = saved.map((one) => ({ ...fromValues(one.values), id: one.id, at: one.at, name: one.name }));
    // Two tabs may have stored the same arguments at the same moment.
    const once = new Map(used.toReversed().map((one) => [canonicalJson(one.values), one]));
    const unnamed = used.filter((one) => once.get(canonicalJson(one.values)) === one);
    return [...named.toSorted((one, other) => one.name.localeCompare(other.name)), ...setsOf(unnamed)];
  }

  /**
   * Stores arguments that were used. The same arguments are stored once, with the time of their last use. Never throws.
   * @returns the sets without a name, so that they need not be read again; undefined where nothing was stored
   */
  async add(of: FormOf, form: StoredForm): Promise<readonly ArgumentSet[] | undefined> {
    const values = toValues({ ...form, orphaned: undefined });
    if (values === undefined) return undefined;
    const { storage, server } = this.#partition.resolvePlace();
    const group = formKey(of);
    const same = canonicalJson(values);
    try {
      const used = await storage.list('arguments', { server, group });
      const known = used.find((one) => canonicalJson(one.values) === same);
      const added = { server, id: known?.id ?? randomId(), group, at: Date.now(), values };
      await storage.put('arguments', [added]);
      const others = used.filter((one) => one.id !== added.id);
      const toRemove = others.filter(
        (one, index) => index >= MAX_ARGUMENT_SETS - 1 || canonicalJson(one.values) === same,
      );
      if (toRemove.length > 0) await storage.remove('arguments', toRemove);
      return setsOf([added, ...others.filter((one) => !toRemove.includes(one))]);
    } catch {
      // A failing storage must not disturb the call.
      return undefined;
    }
  }

  /**
   * Saves a set under a name; replaces a set of the same name.
   * @throws McpError `invalid-input` without a name, `limit` where there are {@link MAX_SAVED_ARGUMENTS} or the form is
   * too large, `storage` where it cannot be written
   */
  async keepAs(of: FormOf, form: StoredForm, wanted: string): Promise<void> {
    const name = [...wanted.trim()].slice(0, MAX_SAVED_NAME_LENGTH).join('');
    if (name === '')
      throw new McpError('invalid-input', errorText('session.nameMissing'), { remedy: errorText('session.typeName') });
    const values: Json | undefined = toValues({ ...form, orphaned: undefined });
    if (values === undefined) {
      throw new McpError('limit', errorText('session.argumentsTooLarge'), { remedy: errorText('session.saveToFile') });
    }
    const { storage, server } = this.#partition.resolvePlace();
    const group = formKey(of);
    try {
      const saved = await storage.list('savedArguments', { server, group });
      const same = saved.find((one) => one.name === name);
      if (!same && saved.length >= MAX_SAVED_ARGUMENTS) {
        throw new McpError('limit', errorText('session.tooManySaved', { limit: MAX_SAVED_ARGUMENTS }), {
          remedy: errorText('session.removeSaved'),
        });
      }
      const id = same?.id ?? randomId();
      await storage.put('savedArguments', [{ server, id, group, at: Date.now(), values, name }]);
    } catch (cause) {
      if (cause instanceof McpError) throw cause;
      throw new McpError('storage', errorText('session.notKept'), {
        cause,
        remedy: errorText('session.freeSpace'),
      });
    }
  }

  /** Never throws. */
  async remove({ id, name }: ArgumentSet): Promise<void> {
    const kind = name === undefined ? 'arguments' : 'savedArguments';
    const { storage, server } = this.#partition.resolvePlace();
    await storage.remove(kind, [{ server, id }]).catch(() => {});
  }

  /** Removes every set of one tool or prompt, saved ones too. Never throws. */
  async removeAll(of: FormOf): Promise<void> {
    await Promise.all((await this.list(of)).map((set) => this.remove(set)));
  }
}

/** Records of arguments as sets, the first {@link MAX_ARGUMENT_SETS}. */
function setsOf(records: readonly ArgumentsRecord[]): readonly ArgumentSet[] {
  return records.slice(0, MAX_ARGUMENT_SETS).map(({ id, at, values }) => ({ ...fromValues(values), id, at }));
}
