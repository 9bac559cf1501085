// Made by fuzz-plugin.mjs; tsconfig.json maps its address here.
/** What the environment asks of the fuzz tests. */
export const again: {
  /** `FUZZ_SEED`: instead of the fixed one. */
  readonly seed?: number;
  /** `FUZZ_PATH`: the one case that failed, as the failure says. */
  readonly path?: string;
  /** `FUZZ_TEST`: the only test that runs. */
  readonly test?: string;
  /** `FUZZ_TIMES`: as many times the cases. */
  readonly times: number;
  /** `FUZZ_REPORT`: each test says its slowest case. */
  readonly reports: boolean;
};
