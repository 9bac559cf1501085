// The source maps of the package. Only the script-tag files need some: they are minified. The files of the npm entries lie in
// the package as they are written, module by module and with their comments, so the maps lead to those, and hold no copy of
// any source. One entry for each line, as in webpack's `cheap-source-map`: enough for a stack trace and a breakpoint, a sixth
// of the size. Code of other packages has no entries.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';

const LINK = /\n\/\/# sourceMappingURL=\S+\s*$/;
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Leads the maps of the script-tag files to the modules beside them, and removes those of the modules.
 * @param {string} folder a whole build
 */
export function linkMaps(folder) {
  const modules = new Map();
  for (const file of readdirSync(folder, { recursive: true })) {
    const map = path.join(folder, file);
    // Those at the top are of the script tag.
    if (!file.endsWith('.js.map') || !file.includes(path.sep)) continue;
    const code = map.replace(/\.map$/, '');
    for (const [source, lines] of linesOf(map)) modules.set(source, { code, lines });
    rmSync(map);
    writeFileSync(code, readFileSync(code, 'utf8').replace(LINK, '\n'));
  }
  for (const file of readdirSync(folder)) if (file.endsWith('.js.map')) linkMap(path.join(folder, file), modules);
}

/** Of a module's map: source → its lines → the first line of the module that came of each. */
function linesOf(file) {
  const { sources, mappings } = readJson(file);
  const found = new Map();
  decode(mappings).forEach((segments, line) => {
    for (const [, source, sourceLine] of segments) {
      if (source === undefined) continue;
      const name = path.resolve(path.dirname(file), sources[source]);
      if (!found.has(name)) found.set(name, new Map());
      if (!found.get(name).has(sourceLine)) found.get(name).set(sourceLine, line);
    }
  });
  return found;
}

function linkMap(file, modules) {
  const folder = path.dirname(file);
  const { mappings, sources, sourcesContent } = readJson(file);
  const targets = sources.map((source) => modules.get(path.resolve(folder, source)));
  const isForeign = sources.map((source) => /(?:^|\/)node_modules\//.test(source));
  const used = new Map();
  const indexOf = (source) => used.get(source) ?? used.set(source, used.size).get(source);
  const lines = decode(mappings).map((segments) => {
    const kept = [];
    let last = '';
    for (const [column, source, line] of segments) {
      const isMapped = source !== undefined && !isForeign[source];
      const place = isMapped ? [indexOf(source), lineIn(targets[source]?.lines, line)] : [];
      if (String(place) === last && kept.length > 0) continue;
      last = String(place);
      kept.push(isMapped ? [column, ...place, 0] : [column]);
    }
    return kept;
  });
  const kept = [...used.keys()];
  // A module of which the npm entries have nothing keeps its source in the map.
  const contents = kept.map((source) => (targets[source] ? null : (sourcesContent?.[source] ?? null)));
  const map = {
    version: 3,
    file: path.basename(file, '.map'),
    sources: kept.map((source) =>
      targets[source] ? path.relative(folder, targets[source].code).split(path.sep).join('/') : sources[source],
    ),
    ...(contents.some((content) => content !== null) && { sourcesContent: contents }),
    names: [],
    mappings: encode(lines),
  };
  writeFileSync(file, JSON.stringify(map));
}

/** The line that came of a line of the source, or of the nearest one above it that left any. */
function lineIn(lines, wanted) {
  if (!lines) return wanted;
  for (let line = wanted; line >= 0; line--) if (lines.has(line)) return lines.get(line);
  return 0;
}
