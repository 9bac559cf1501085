import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';

/*
 * What a browser does with the second `import()` of a module whose file failed once. The table of decision 11 says it in
 * words; `loadOnce` finds it out as it goes. Where a browser changes, this fails, and the table is to be changed.
 */
type Engine = 'Chromium' | 'Firefox' | 'WebKit';
const engine: Engine = /firefox/i.test(navigator.userAgent)
  ? 'Firefox'
  : /chrom/i.test(navigator.userAgent)
    ? 'Chromium'
    : 'WebKit';

/** The address of a module that is answered with that status once, and comes then. */
async function moduleAfter(status: number, text: string): Promise<string> {
  const headers = { 'cache-control': 'no-store' };
  const replies = {
    GET: [
      { status, text: '', headers },
      { text, headers, type: 'text/javascript' },
    ],
  };
  return `${await script({ replies })}/part.js`;
}

/** The address of a module that is there, and imports another one. */
async function moduleThatImports(address: string): Promise<string> {
  const text = `export { value } from '${address}';`;
  return `${await script({ replies: { GET: { text, type: 'text/javascript' } } })}/outer.js`;
}

/** As an application bundled by Vite does before it imports a chunk. */
async function preload(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href });
  const done = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });
  document.head.append(link);
  await done;
}

const valueOf = (address: string): Promise<unknown> =>
  import(address).then(
    ({ value }) => value,
    () => undefined,
  );

const WAYS: readonly { what: string; comes: readonly Engine[]; twice: (status: number) => Promise<unknown> }[] = [
  {
    what: 'the file of a module, as of the script tag',
    comes: ['Chromium', 'WebKit'],
    async twice(status) {
      const address = await moduleAfter(status, 'export const value = 1;');
      expect(await valueOf(address)).to.equal(undefined);
      return valueOf(address);
    },
  },
  {
    what: 'a file that the module imports',
    comes: ['Chromium', 'WebKit'],
    async twice(status) {
      const address = await moduleThatImports(await moduleAfter(status, 'export const value = 1;'));
      expect(await valueOf(address)).to.equal(undefined);
      return valueOf(address);
    },
  },
  {
    what: 'a file that a bundler preloads first',
    comes: ['Chromium'],
    async twice(status) {
      const address = await moduleAfter(status, 'export const value = 1;');
      await preload(address);
      await valueOf(address);
      return valueOf(address);
    },
  },
];

describe(`a module whose file failed once, imported again in ${engine}`, () => {
  for (const { what, comes, twice } of WAYS)
    for (const status of [404, 503])
      it(`${what}, ${status}: ${comes.includes(engine) ? 'comes' : 'is kept as failed, so the page has to be reloaded'}`, async () => {
        expect(await twice(status)).to.equal(comes.includes(engine) ? 1 : undefined);
      });
});
