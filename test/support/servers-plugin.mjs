// WTR plugin: the real servers and the scripted one run during the tests, on other origins than the page.
// In tests: import { everythingUrl, everythingSseUrl, modernUrl, scriptedUrl, scriptedLog, script } from '/__servers__.js';
import { startServers } from '../../demo/servers/start.mjs';
import { createScriptedServer } from './scripted-server.mjs';

export function serversPlugin() {
  let real;
  let scripted;
  return {
    name: 'mcp-servers',
    async serverStart() {
      [real, scripted] = await Promise.all([startServers(), createScriptedServer()]);
    },
    serverStop() {
      real?.stop();
      scripted?.stop();
    },
    serve({ path }) {
      return path === '/__servers__.js' ? { body: moduleText(real, scripted), type: 'js' } : undefined;
    },
  };
}

const moduleText = (real, scripted) => `
export const everythingUrl = ${JSON.stringify(real.url('everything'))};
export const everythingSseUrl = ${JSON.stringify(real.url('everything-sse'))};
export const modernUrl = ${JSON.stringify(real.url('modern'))};

const base = ${JSON.stringify(scripted.base)};
const names = new Set(${JSON.stringify(scripted.names)});
let count = 0;

export function scriptedUrl(name, instance = Math.random().toString(36).slice(2) + ++count) {
  if (name === 'dead') return ${JSON.stringify(scripted.deadUrl)};
  if (!names.has(name)) throw new Error('No scenario "' + name + '". There are: ' + [...names].join(', '));
  return base + '/' + name + '/' + instance;
}

export async function scriptedLog(url) {
  return (await fetch(base + '/log' + new URL(url).pathname)).json();
}

export async function script(scenario) {
  return (await (await fetch(base + '/scenarios', { method: 'POST', body: JSON.stringify(scenario) })).json()).url;
}
`;
