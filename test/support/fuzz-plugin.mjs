// WTR plugin: what `FUZZ_…=` in the environment says to the fuzz tests. In tests: import { again } from '/__fuzz__.js';
export function fuzzPlugin() {
  const { FUZZ_SEED, FUZZ_PATH, FUZZ_TEST, FUZZ_TIMES, FUZZ_REPORT } = process.env;
  const again = {
    ...(FUZZ_SEED !== undefined && { seed: Number(FUZZ_SEED) }),
    ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
    ...(FUZZ_TEST !== undefined && { test: FUZZ_TEST }),
    times: Number(FUZZ_TIMES ?? 1),
    reports: FUZZ_REPORT !== undefined,
  };
  return {
    name: 'fuzz',
    serve: ({ path }) =>
      path === '/__fuzz__.js' ? { body: `export const again = ${JSON.stringify(again)};`, type: 'js' } : undefined,
  };
}
