import fc from 'fast-check';
import { again } from '/__fuzz__.js';
import { isMcpError } from '../../src/errors.js';

/** The seed of every fuzz test. Another one, by `FUZZ_SEED`, looks at other cases. */
const SEED = 20260728;
/** Milliseconds for one test, shrinking included. */
const PATIENCE_MS = 110_000;
/** Characters of a case that a failure shows. */
const MAX_SHOWN = 1500;

interface Fuzzed {
  /** Cases that are drawn. */
  readonly cases: number;
}

/**
 * A test of many drawn cases. A failure is shrunk, and says how to see it again.
 * @param hold throws where the property does not hold
 */
export function fuzz<T>(
  name: string,
  drawn: fc.Arbitrary<T>,
  hold: (value: T) => void | Promise<void>,
  { cases }: Fuzzed,
): void {
  const [file = 'test/fuzz/*.test.ts'] =
    /test\/fuzz\/[\w-]+\.test/.exec(new Error().stack ?? '')?.map((found) => `${found}.ts`) ?? [];
  const make = again.test !== undefined && again.test !== name ? it.skip : it;
  make(name, async function () {
    this.timeout(PATIENCE_MS + 10_000);
    let slowest = { ms: 0, value: undefined as T | undefined };
    // No case fails for its time. A test that does not end in its patience shows the slowest case.
    const timed = async (value: T): Promise<void> => {
      const started = performance.now();
      const held = hold(value);
      // A promise costs a turn: most properties have none.
      if (held) await held;
      const ms = performance.now() - started;
      if (ms > slowest.ms) slowest = { ms, value };
    };
    const seed = again.seed ?? SEED;
    const found = await fc.check(fc.asyncProperty(drawn, timed), {
      seed,
      numRuns: Math.ceil(cases * again.times),
      interruptAfterTimeLimit: PATIENCE_MS,
      markInterruptAsFailure: true,
      ...(again.path !== undefined && { path: again.path, endOnFailure: true }),
    });
    // oxlint-disable-next-line no-console -- asked for
    if (again.reports) console.log(`${name}: ${found.numRuns} cases, the slowest ${slowest.ms.toFixed(1)} ms`);
    if (!found.failed) return;
    const given = found.counterexample ? fc.stringify(found.counterexample[0]) : 'none: the time is over';
    const fault = found.errorInstance;
    throw new Error(
      [
        `After ${found.numRuns} cases, shrunk ${found.numShrinks} times: ${given.slice(0, MAX_SHOWN)}`,
        String(fault).slice(0, MAX_SHOWN),
        `The slowest took ${slowest.ms.toFixed(1)} ms: ${fc.stringify(slowest.value).slice(0, MAX_SHOWN)}`,
        `Again: FUZZ_SEED=${seed} FUZZ_PATH=${found.counterexamplePath ?? ''} FUZZ_TEST='${name}' npm test -- --files '${file}'`,
      ].join('\n'),
    );
  });
}

/** Runs what may only fail in the documented way. @returns what it gives, or undefined */
export function orMcpError<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!isMcpError(error)) throw error;
    return undefined;
  }
}

/** As {@link orMcpError}, for promises. */
export async function orMcpErrorLater<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!isMcpError(error)) throw error;
    return undefined;
  }
}

/** Throws where a condition does not hold: `expect` costs more than most of the cases. */
export function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

const clean = Object.getOwnPropertyNames(Object.prototype).length;

/** Throws where something was put on the prototype of all objects. */
export function mustLeavePrototypes(): void {
  must(
    Object.getOwnPropertyNames(Object.prototype).length === clean,
    'The prototype of all objects has another member.',
  );
}
