// What the script-tag build (vite.bundle.config.ts) does beyond bundling.

/**
 * The copy of Lit in our bundle differs from the published one in two places:
 *
 * - Its Trusted Types policy has a name of its own. Two policies of one name are an error where the page does not allow
 *   duplicates, and the page may well have a Lit of its own. Where our own name is taken, by another copy of this library,
 *   there is no policy: the elements are those of the first copy, and all else works.
 * - It parses its templates in an HTML document. In a page of XHTML, `innerHTML` wants XML, which they are not.
 * @returns {import('vite').Plugin}
 */
export function ownLit() {
  const changes = [
    [
      /(\w+)\.createPolicy\("lit-html",(\{createHTML:\w+=>\w+\})\)/,
      '(()=>{try{return $1.createPolicy("mcp-embed-lit",$2)}catch{}})()',
    ],
    [
      /(static createElement\(\w+,\w+\)\{const \w+=)(\w+)(\.createElement\("template"\))/,
      '$1($2.contentType==="text/html"?$2:$2.implementation.createHTMLDocument(""))$3',
    ],
  ];
  let found = false;
  return {
    name: 'own-lit',
    transform(code, id) {
      if (!/\/lit-html\/(?:[a-z]+\/)*lit-html\.js/.test(id)) return null;
      for (const [from] of changes)
        if (!from.test(code)) this.error(`Lit no longer has ${from}: change it in another way.`);
      found = true;
      return { code: changes.reduce((text, [from, to]) => text.replace(from, to), code), map: null };
    },
    buildEnd(error) {
      if (!error && !found) this.error('The bundle has no Lit: nothing was changed in it.');
    },
  };
}

/**
 * The bundler lists the exports of a module with `for … in`, which also finds what a script of the page added to
 * `Object.prototype`, and fails.
 * @returns {import('vite').Plugin}
 */
export function ownExportsOnly() {
  const theirs =
    /for ?\((var|let|const) (\w+) in (\w+)\) ?(\w+\(\w+, ?\2, ?\{\s*get: ?\3\[\2\], ?\s*enumerable: ?(?:!0|true)\s*\})/;
  return {
    name: 'own-exports-only',
    generateBundle(_options, bundle) {
      let found = false;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !theirs.test(chunk.code)) continue;
        chunk.code = chunk.code.replace(theirs, 'for($1 $2 of Object.keys($3))$4');
        found = true;
      }
      if (!found) this.error('The bundler lists exports in another way: change this plugin.');
    },
  };
}

/**
 * Each file also imports what the files that it imports import: the browser asks for all of them at once, and not for each when the
 * one before has come. The first file imports the bundler's helper too, a few hundred bytes that the first late file needs.
 * @returns {import('vite').Plugin}
 */
export function importsAtOnce() {
  return {
    name: 'imports-at-once',
    renderChunk(code, chunk, _options, { chunks }) {
      const all = new Set();
      const add = (fileName) => {
        if (all.has(fileName)) return;
        all.add(fileName);
        for (const name of chunks[fileName]?.imports ?? []) add(name);
      };
      for (const name of chunk.imports) add(name);
      if (chunk.isEntry) for (const name of Object.keys(chunks)) if (/-rolldown-runtime-/.test(name)) add(name);
      const more = [...all].filter((name) => name !== chunk.fileName && !chunk.imports.includes(name));
      return more.length === 0
        ? null
        : { code: code + more.map((name) => `\nimport "./${name}";`).join(''), map: null };
    },
  };
}
