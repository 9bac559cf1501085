// The size of a program that connects, lists and calls in a page, and the cost of its import.
import { CLIENTS, bundles } from './contenders.mjs';
import { importInNode } from './subjects/node-subject.mjs';
import { createPages } from './subjects/page-subject.mjs';

const IMPORTS = 7;

/**
 * @returns {Promise<{ name: string, id: string, min: number, gzip: number, loaded: { legacy?: number, modern?: number },
 *   requests: { legacy?: number, modern?: number }, page: number, node: number }[]>} bytes; CPU milliseconds of an
 *   import, the median
 */
export async function measureSizes(server) {
  const [browser, node] = [await bundles('programs', 'browser'), await bundles('programs', 'node')];
  const pages = await createPages(Object.fromEntries(CLIENTS.map(({ id }) => [id, browser[id].folder])));
  const imports = Object.fromEntries(CLIENTS.map(({ id }) => [id, { page: [], node: [] }]));
  const nothing = [];
  for (let round = 0; round < IMPORTS; round++)
    for (const { id } of CLIENTS) {
      const cost = await pages.importCost(id);
      nothing.push(cost.nothing);
      imports[id].page.push(cost.module);
      imports[id].node.push(await importInNode(`${node[id].folder}/index.js`));
    }
  const rows = [];
  for (const { id, name } of CLIENTS) {
    const { first, files } = browser[id];
    const total = (key) => files.filter((file) => first.includes(file.name)).reduce((sum, file) => sum + file[key], 0);
    const loaded = {};
    const requests = {};
    for (const era of ['legacy', 'modern']) {
      // These two speak revisions of 2025 only.
      if (era === 'modern' && (id === 'floor' || id === 'sdk-v1')) continue;
      server.requests.length = 0;
      loaded[era] = await pages.loadedBy(id, server.url(era), 'echo', { message: 'hello' });
      requests[era] = server.requests.length;
    }
    rows.push({
      id,
      name,
      min: total('min'),
      gzip: total('gzip'),
      loaded,
      requests,
      // The import of an empty module is a cost of the browser.
      page: median(imports[id].page) - median(nothing),
      node: median(imports[id].node),
    });
  }
  await pages.close();
  return rows;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
