// Runs under the strictest policy (web-test-runner.config.mjs sends it). Shows one of each kind of content, opens every view
// of it, and tells the test what the browser complained about, and when.
import '../../components/define/all.js';
import { script } from '/__servers__.js';
import { rest } from '../content-check/check-stage.js';
import { open, provoke } from '../content-check/provoke.js';
import { isNoise } from '../content-check/witness.js';
import { KINDS } from './content-kinds.js';

let showing = 'the page itself';
const violations: string[] = [];
const shown: string[] = [];
document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event;
  if (!isNoise(event))
    violations.push(`${showing}: ${effectiveDirective} ${blockedURI} ${sample} (${sourceFile}:${lineNumber})`);
});
addEventListener('mcp-link-open-request', (event) => event.preventDefault());
// What would be saved or opened elsewhere is no matter of this page.
addEventListener('click', (event) => {
  if (event.composedPath().some((each) => each instanceof HTMLAnchorElement)) event.preventDefault();
});

async function show(name: string, fill: (place: HTMLElement) => void): Promise<void> {
  showing = name;
  const place = document.body.appendChild(document.createElement('main'));
  fill(place);
  await rest(place);
  for (const what of ['more', 'page'] as const) {
    open(place, what);
    await rest(place);
  }
  provoke(place);
  await rest(place);
  if (place.querySelector('*')?.shadowRoot?.childElementCount) shown.push(name);
  place.remove();
}

async function run(): Promise<void> {
  const lines = ['info', 'warning', 'error'].map((level) => ({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level, logger: 'demo', data: level === 'info' ? { a: 1 } : '\u001b[31mred\u001b[0m' },
  }));
  const url = await script({ replies: { 'tools/call': { sse: [...lines, { response: { content: [] } }] } } });
  const session = document.createElement('mcp-session');
  session.storage = 'none';
  session.url = url;
  document.body.append(session);
  while (session.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 10));
  for (const [name, block] of Object.entries(KINDS))
    await show(name, (place) => place.append(Object.assign(document.createElement('mcp-content'), { block })));
  await session.session!.tools.call('any', {});
  await show('a whole result', (place) => {
    const result = { content: Object.values(KINDS), structuredContent: { a: 1 }, isError: true };
    place.append(Object.assign(document.createElement('mcp-tool-result'), { result, durationMs: 12 }));
  });
  await show('a log', (place) =>
    place.append(Object.assign(document.createElement('mcp-log'), { session: session.session })),
  );
  session.remove();
}

/** True where a string may not become markup: without this the test would prove nothing. */
function isEnforced(): boolean {
  try {
    document.createElement('div').innerHTML = '<b></b>';
    return false;
  } catch {
    return true;
  }
}

run()
  .then(
    () => ({}),
    (error: unknown) => ({ failure: `${showing}: ${String(error)}` }),
  )
  .then((outcome) => {
    const found = [...violations];
    parent.postMessage({ csp: true, violations: found, shown, enforced: isEnforced(), ...outcome }, '*');
  });
