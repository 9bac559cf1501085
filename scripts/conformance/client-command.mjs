// The client command that the suite starts, one process for each scenario, all at once. The client itself is a page: this
// hands the scenario to the queue of scripts/conformance.mjs and waits until the page is closed again.
const {
  CONFORMANCE_QUEUE: queue,
  MCP_CONFORMANCE_SCENARIO: scenario,
  CONFORMANCE_REVISION: revision,
  MCP_CONFORMANCE_CONTEXT: context,
} = process.env;
const url = process.argv.at(-1);

const job = { scenario, revision, url, ...(context && { context: JSON.parse(context) }) };
const response = await fetch(queue, { method: 'POST', body: JSON.stringify(job) });
const { problem } = await response.json();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
