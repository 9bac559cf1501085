// What `npm run test:frameworks` asks of an application: a page that does it passes, and one that does not is found out.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { warningsIn } from '../../scripts/frameworks/application.mjs';
import { serve } from '../../scripts/frameworks/serve.mjs';
import { openVisits } from '../../scripts/frameworks/visit.mjs';
import { root } from './sources.mjs';

const RIGHT = {
  header: `client.headers = { 'X-Fixture': 'page' };`,
  boolean: `client.setAttribute('read-only', 'false'); client.readOnly = false;`,
  unmount: `document.querySelector('mcp-client').remove();`,
  also: '',
};
let visits;
const folder = mkdtempSync(path.join(tmpdir(), 'frameworks-visit-'));

before(async () => {
  await buildIfStale('all');
  symlinkSync(path.join(root, 'dist'), path.join(folder, 'dist'), 'junction');
  visits = await openVisits();
});
after(async () => {
  await visits?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function visit(changes) {
  const { header, boolean, unmount, also } = { ...RIGHT, ...changes };
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Page</title><button id="unmount">Unmount</button>
    <button id="mount">Mount</button><p id="phase"></p><pre id="result-text"></pre>
    <script type="module">
      import './dist/mcp-embed.js';
      const show = (id, text) => document.getElementById(id).replaceChildren(text);
      function mount() {
        const client = document.createElement('mcp-client');
        client.url = new URLSearchParams(location.search).get('url');
        ${header} ${boolean}
        client.addEventListener('mcp-state-change', ({ state }) => show('phase', state.phase));
        client.addEventListener('mcp-tool-result', ({ result }) => show('result-text', result.content[0].text));
        document.body.append(client);
      }
      document.getElementById('mount').onclick = mount;
      document.getElementById('unmount').onclick = () => { ${unmount} };
      mount();
      ${also}
    </script>`,
  );
  const fixture = { name: 'page', serve: { static: '.' } };
  const site = await serve({ folder, fixture });
  try {
    return await visits.visit(site.address, fixture);
  } finally {
    site.stop();
  }
}

describe('the visit of an application', () => {
  it('passes where the page does what it should', async () => {
    const { scripts, serverRequests } = await visit({});
    assert.ok(scripts > 0 && serverRequests > 0);
  });

  for (const { what, changes, message } of [
    { what: 'a property does not arrive', changes: { header: '' }, message: /without the header X-Fixture/ },
    { what: 'a boolean is not false', changes: { boolean: `client.readOnly = true;` }, message: /readOnly is true/ },
    {
      what: 'the session ends, and requests go on',
      changes: { unmount: `${RIGHT.unmount} setTimeout(mount, 700);` },
      message: /after the end/,
    },
    {
      what: 'the console shows an error',
      changes: { also: `console.error('of the page');` },
      message: /complains:\nerror: of the page/,
    },
    {
      what: 'an error is thrown',
      changes: { also: `setTimeout(() => { throw new Error('thrown'); });` },
      message: /complains:\n.*thrown/,
    },
  ])
    it(`fails where ${what}`, async () => {
      await assert.rejects(visit(changes), message);
    });
});

describe('the output of a build', () => {
  it('is a failure where a warning names the package', () => {
    const warning = '▲ [WARNING] Ignoring this import\n\n    node_modules/mcp-embed/dist/x.js:1:7';
    assert.equal(warningsIn(warning).length, 1);
    assert.equal(warningsIn('(!) Some chunks are larger than 500 kB\n- Use import()').length, 0);
    assert.equal(warningsIn('dist/assets/mcp-embed-x.js  12 kB').length, 0);
    assert.equal(warningsIn('warning in ./node_modules/mcp-embed/dist/x.js\nno such export').length, 1);
  });
});
