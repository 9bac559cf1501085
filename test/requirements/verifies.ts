/**
 * Says which requirements the test around it verifies, by their ids in the manifest beside this file. Does nothing while
 * the test runs: it is found in the source by test/repo/requirements.test.mjs, so each id is written as a plain string.
 */
export function verifies(...ids: readonly string[]): void {
  void ids;
}
