// WTR plugin: the real servers and the scripted one run during the tests, on other origins than the page.
// In tests: import { everythingUrl, everythingSseUrl, modernUrl, scriptedUrl, scriptedLog, script, gate } from '/__servers__.js';
import { startServers } from '../../demo/servers/start.mjs';
import { createCorsGate } from './cors-gate.mjs';
import { createScriptedServer } from './scripted-server.mjs';
import { theLedger } from './wire/the-ledger.mjs';
import { watch } from './wire/watch.mjs';

const preload = { everything: new URL('./quick-tasks.mjs', import.meta.url).href };

export function serversPlugin() {
  let real;
  let scripted;
  let watched;
  let gates;
  return {
    name: 'mcp-servers',
    async serverStart() {
      const ledger = theLedger();
      [real, scripted] = await Promise.all([startServers({ preload }), createScriptedServer({ ledger })]);
      const note = noteOf(ledger);
      const ids = ['everything', 'everything-sse', 'modern'];
      watched = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await watch(real.url(id), note)])));
      gates = await createCorsGate((id) => watched[id]?.url ?? id);
    },
    serverStop() {
      gates?.stop();
      for (const { stop } of Object.values(watched ?? {})) stop();
      real?.stop();
      scripted?.stop();
    },
    serve({ path }) {
      return path === '/__servers__.js' ? { body: moduleText(watched, scripted, gates), type: 'js' } : undefined;
    },
  };
}

/** HTTP+SSE has no revision header: what is said at a session's address is in the revision its handshake offered. */
function noteOf(ledger) {
  const offered = new Map();
  return (message, { headers, url }) => {
    if (message?.method === 'initialize') offered.set(url, message.params?.protocolVersion);
    const header = headers['mcp-protocol-version'];
    ledger.note('real', message, { header, spoken: url.includes('?') ? offered.get(url) : undefined });
  };
}

const moduleText = (watched, scripted, gates) => `
export const everythingUrl = ${JSON.stringify(watched.everything.url)};
export const everythingSseUrl = ${JSON.stringify(watched['everything-sse'].url)};
export const modernUrl = ${JSON.stringify(watched.modern.url)};

// Every message of the client is held against the official schema of its revision, and a file whose tests sent a wrong one
// fails at its end. Tests of what carries messages write their messages themselves, and mean nothing by them.
const paths = [];
const mine = (url) => (paths.push(new URL(url).pathname), url);
const { fetch } = globalThis;
const { testFile = '' } = globalThis.__WTR_CONFIG__ ?? { testFile: globalThis.process?.env.TEST_FILE };
if (!/\\/test\\/(transport|support)\\//.test('/' + testFile))
  globalThis.after?.(async () => {
    const faults = await (await fetch(base + '/faults', { method: 'POST', body: JSON.stringify(paths.splice(0)) })).json();
    if (faults.length > 0)
      throw new Error('Messages that the official schema refuses:\\n' + JSON.stringify(faults, undefined, 1));
  });

const base = ${JSON.stringify(scripted.base)};
const names = new Set(${JSON.stringify(scripted.names)});
let count = 0;

export function scriptedUrl(name, instance = Math.random().toString(36).slice(2) + ++count) {
  if (name === 'dead') return ${JSON.stringify(scripted.deadUrl)};
  if (!names.has(name)) throw new Error('No scenario "' + name + '". There are: ' + [...names].join(', '));
  return mine(base + '/' + name + '/' + instance);
}

export async function scriptedLog(url) {
  return (await fetch(base + '/log' + new URL(url).pathname)).json();
}

export async function script(scenario) {
  return mine((await (await fetch(base + '/scenarios', { method: 'POST', body: JSON.stringify(scenario) })).json()).url);
}

const gatesBase = ${JSON.stringify(gates.base)};
const gateAt = (url) => new URL(url).pathname.split('/')[1];
const gates = async (asked) => (await (await fetch(gatesBase + '/gates', { method: 'POST', body: JSON.stringify(asked) })).json()).url;

export function gate(server, lines, options) {
  return gates({ ...options, server, lines });
}

export function changeGate(url, changes) {
  return gates({ ...changes, gate: gateAt(url) });
}

export async function gateLog(url) {
  return (await fetch(gatesBase + '/log/' + gateAt(url))).json();
}
`;
