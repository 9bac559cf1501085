// The steps of the script-tag build (vite.bundle.config.ts) beyond bundling.
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
 * one before has come.
 * @returns {import('vite').Plugin}
 */
export function importsAtOnce() {
  return {
    name: 'imports-at-once',
    renderChunk(code, chunk, _options, { chunks }) {
      const more = [...closureOf(chunk.fileName, chunks)].filter(
        (name) => name !== chunk.fileName && !chunk.imports.includes(name),
      );
      return more.length === 0
        ? null
        : { code: code + more.map((name) => `\nimport "./${name}";`).join(''), map: null };
    },
  };
}

/**
 * Where a file asks for another one late, it asks in the same moment for all that that one imports: a browser learns of them only when it
 * has read it, one round trip later.
 * @returns {import('vite').Plugin}
 */
export function groupsAtOnce() {
  return {
    name: 'groups-at-once',
    renderChunk(code, chunk, _options, { chunks }) {
      const own = closureOf(chunk.fileName, chunks);
      const changed = new MagicString(code);
      for (const { 0: whole, 1: name, index } of code.matchAll(/import\([`'"]\.\/([^`'"]+)[`'"]\)/g)) {
        const more = [...closureOf(name, chunks)].filter(
          (file) => file !== name && !own.has(file) && !AT_ONCE.test(file),
        );
        if (more.length === 0) continue;
        const asked = more.map((file) => `import("./${file}").catch(()=>{})`).join();
        changed.overwrite(index, index + whole.length, `(${asked},${whole})`);
      }
      return changed.hasChanged() ? { code: changed.toString(), map: changed.generateMap({ hires: true }) } : null;
    },
  };
}

/** A file, and all that it imports. */
function closureOf(fileName, chunks, found = new Set()) {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const name of chunks[fileName]?.imports ?? []) closureOf(name, chunks, found);
  return found;
}

/** The file of the script tag, and the one whose exports pages take. */
const FIRST = 'mcp-embed.js';
const LIBRARY = 'mcp-embed.esm.js';
/** The files that load at once, as `vite.bundle.config.ts` names them: the core, and the helper of the bundler. */
const AT_ONCE = /^(?:\.\/)?(mcp-embed-(core|rolldown-runtime)-[^/]*)\.js$/;
const MAP = /\n\/\/# sourceMappingURL=.*\s*$/;

/**
 * Puts what loads at once into the file of the script tag itself: a file that it would have to import is one more round trip before
 * anything else can begin. Late files must not import it by its address: a page that loads `mcp-embed.js?v=2`, or by an address that
 * redirects, would get everything a second time. They take what they need from a global object, whose name has the hash of what is in
 * it, so that each release has its own. No late file is evaluated before the first one, which loads them, or which the file for pages
 * that import imports before all others.
 *
 * They take values and no live bindings: nothing in the core may export a variable that changes later.
 * @returns {import('vite').Plugin}
 */
export function atOnceInFirstFile() {
  return {
    name: 'at-once-in-first-file',
    renderChunk(code, chunk) {
      if (chunk.fileName === FIRST) return null;
      const changed = new MagicString(code);
      if (chunk.isEntry) changed.prepend(`import "./${FIRST}";`);
      for (const { type, source, specifiers, start, end } of this.parse(code).body) {
        const [, name] = AT_ONCE.exec(source?.value ?? '') ?? [];
        if (!name) continue;
        if (type !== 'ImportDeclaration' || specifiers.some((one) => one.type !== 'ImportSpecifier'))
          this.error(
            `${chunk.name} takes ${name} as a whole, or exports something of it: this plugin knows only names.`,
          );
        const names = specifiers.map(({ imported, local }) => `${imported.name}: ${local.name}`);
        changed.overwrite(start, end, names.length > 0 ? `const { ${names.join(', ')} } = ${shared(name)};` : '');
      }
      return changed.hasChanged() ? { code: changed.toString(), map: changed.generateMap({ hires: true }) } : null;
    },
    generateBundle(_options, bundle) {
      const first = bundle[FIRST];
      const library = Object.keys(bundle).find((file) => /^mcp-embed-library-[^.]*\.js$/.test(file));
      const parts = new Map(Object.keys(bundle).flatMap((file) => [[AT_ONCE.exec(file)?.[2], bundle[file]]]));
      const [core, helper] = [parts.get('core'), parts.get('rolldown-runtime')].map(
        (chunk) => chunk && { ...chunk, exports: exportsOf(this.parse(chunk.code)) },
      );
      if (!library || ![core, helper].every((chunk) => chunk?.exports))
        this.error('The first file no longer exports what a core exports: change this plugin.');
      const notices = noticesIn(helper.code);
      first.code = [
        core.code.slice(0, core.exports.start).replace(/\s*\*\//, `${notices} */`),
        given(core),
        // A function of its own: its names may be those of the core.
        `(()=>{${helper.code.slice(helper.exports.first, helper.exports.start)}${given(helper)}})();`,
        // The imports come after the exports.
        core.code.slice(core.exports.end).replace(MAP, ''),
        `\n//# sourceMappingURL=${first.fileName}.map\n`,
      ]
        .join('')
        // It loads the file with a hash, and not the one that only names its exports.
        .replaceAll(`./${LIBRARY}`, `./${library}`);
      const map = JSON.parse(bundle[`${core.fileName}.map`].source);
      this.emitFile({
        type: 'asset',
        fileName: `${first.fileName}.map`,
        source: JSON.stringify({
          ...map,
          mappings: ';'.repeat(notices.split('\n').length - 1) + map.mappings,
          file: first.fileName,
        }),
      });
      for (const { fileName } of [core, helper]) for (const file of [fileName, `${fileName}.map`]) delete bundle[file];
    },
  };
}

/** The packages that the first comment of a file names, each on a line of its own. */
function noticesIn(code) {
  return /^\/\*![^\n]*(\n[^]*?)\s*\*\//.exec(code)?.[1] ?? '';
}

/** The statement that gives the exports of a chunk to other files. */
function given({ fileName, exports }) {
  return `${shared(AT_ONCE.exec(fileName)[1])}??={${exports.names.map(([name, local]) => `${name}:${local}`).join()}};`;
}

const shared = (name) => `globalThis[Symbol.for(${JSON.stringify(name)})]`;

/**
 * The one statement of a minified file that exports: where it is, and the pairs of an exported name and the name that it had. `first`: where
 * the code begins, after a comment.
 */
function exportsOf({ body }) {
  const [one, ...more] = body.filter(({ type }) => type === 'ExportNamedDeclaration');
  if (!one || more.length > 0) return undefined;
  const names = one.specifiers.map(({ exported, local }) => [exported.name, local.name]);
  return { first: body[0].start, start: one.start, end: one.end, names };
}
