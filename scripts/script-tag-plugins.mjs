// What the script-tag build (vite.bundle.config.ts) does beyond bundling.
import MagicString from 'magic-string';

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

/** The chunk of what loads at once, as `vite.bundle.config.ts` names it. */
const CORE = /^\.\/(mcp-embed-core-[^/]*)\.js$/;
const MAP = /\n\/\/# sourceMappingURL=.*\s*$/;

/**
 * Puts what loads at once into the file of the script tag itself: a file that it would have to import is one more round trip before
 * anything else can begin. Late files must not import it by its address: a page that loads `mcp-embed.js?v=2`, or by an address that
 * redirects, would get everything a second time. They take what they need from a global object, whose name has the hash of the core,
 * so that each release has its own. No late file is evaluated before the first one, which loads them.
 *
 * What is taken is a value and no live binding: nothing in the core may export a variable that changes later.
 * @returns {import('vite').Plugin}
 */
export function coreInFirstFile() {
  return {
    name: 'core-in-first-file',
    renderChunk(code, chunk) {
      if (chunk.isEntry || chunk.name === 'core') return null;
      const changed = new MagicString(code);
      for (const { type, source, specifiers, start, end } of this.parse(code).body) {
        const [, core] = CORE.exec(source?.value ?? '') ?? [];
        if (!core) continue;
        if (type !== 'ImportDeclaration' || specifiers.some((one) => one.type !== 'ImportSpecifier'))
          this.error(
            `${chunk.name} takes the core as a whole, or exports something of it: this plugin knows only names.`,
          );
        const names = specifiers.map(({ imported, local }) => `${imported.name}: ${local.name}`);
        changed.overwrite(start, end, names.length > 0 ? `const { ${names.join(', ')} } = ${shared(core)};` : '');
      }
      return changed.hasChanged() ? { code: changed.toString(), map: changed.generateMap({ hires: true }) } : null;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const first = chunks.find(({ isEntry }) => isEntry);
      const core = chunks.find(({ name }) => name === 'core');
      const [inside, published] = [core, first].map((chunk) => chunk && exportsOf(this.parse(chunk.code)));
      if (!inside || !published)
        this.error('The first file no longer exports what a core exports: change this plugin.');
      const localName = new Map(inside.names);
      const taken = inside.names.map(([name, local]) => `${name}:${local}`);
      const exported = published.names.map(([name, of]) => `${localName.get(of)} as ${name}`);
      first.code = [
        core.code.slice(0, inside.start),
        `${shared(CORE.exec(`./${core.fileName}`)[1])}??={${taken.join()}};`,
        `export{${exported.join()}};`,
        // What each of them imports comes after its exports.
        core.code.slice(inside.end).replace(MAP, ''),
        first.code.slice(published.end).replace(MAP, ''),
        `\n//# sourceMappingURL=${first.fileName}.map\n`,
      ].join('');
      this.emitFile({
        type: 'asset',
        fileName: `${first.fileName}.map`,
        source: JSON.stringify({ ...JSON.parse(bundle[`${core.fileName}.map`].source), file: first.fileName }),
      });
      delete bundle[core.fileName];
      delete bundle[`${core.fileName}.map`];
    },
  };
}

const shared = (core) => `globalThis[Symbol.for(${JSON.stringify(core)})]`;

/** The one statement of a minified file that exports: where it is, and the pairs of an exported name and the name that it had. */
function exportsOf({ body }) {
  const [one, ...more] = body.filter(({ type }) => type === 'ExportNamedDeclaration');
  if (!one || more.length > 0) return undefined;
  const names = one.specifiers.map(({ exported, local }) => [exported.name, local.name]);
  return { start: one.start, end: one.end, names };
}
