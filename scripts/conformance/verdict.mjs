// A scenario is passed if each expected check was made and is a SUCCESS, if no other check is a FAILURE or a WARNING,
// and if the client came to its end. The suite alone would also pass a client that does nothing.

/**
 * @param {readonly string[]} expected checks that must be there: `id`, or `id name` where several share an id
 * @param {readonly { id: string, name: string, status: string, errorMessage?: string }[] | undefined} checks what the
 * suite found out; undefined where it did not run the scenario
 * @param {string | undefined} problem what the client itself complained of
 * @returns {{ passed: boolean, succeeded: number, problems: string[] }} `succeeded`: how many of the expected
 */
export function judge(expected, checks, problem) {
  if (!checks) return { passed: false, succeeded: 0, problems: ['The suite did not run it.'] };
  const problems = [];
  let succeeded = 0;
  for (const wanted of expected) {
    const rows = checks.filter(({ id, name }) => wanted === id || wanted === `${id} ${name}`);
    if (rows.length > 0 && rows.every(({ status }) => status === 'SUCCESS')) succeeded++;
    else if (rows.length === 0) problems.push(`${wanted}: was not checked`);
    else problems.push(...rows.filter(({ status }) => status !== 'SUCCESS').map(inWords));
  }
  problems.push(...checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map(inWords));
  if (problem) problems.push(`the client: ${problem}`);
  return { passed: problems.length === 0, succeeded, problems: [...new Set(problems)] };
}

function inWords({ id, name, status, errorMessage }) {
  return `${id} (${name}): ${status}${errorMessage ? `, ${errorMessage}` : ''}`;
}
