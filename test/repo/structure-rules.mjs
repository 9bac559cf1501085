// The rules of the source's structure. Each takes what `sourceOf` reads of files and gives what breaks it, one text for each place.
import { filesIn, sourceOf } from './sources.mjs';

/** @returns {string[][]} groups of files each of which imports, through others of its group, itself. Types count too. */
export function cyclesOf(sources) {
  const graph = new Map(
    sources.map(({ file, imports }) => [file, imports.filter((one) => one.file && !one.isLate).map((one) => one.file)]),
  );
  const found = [];
  // Tarjan’s algorithm: a group is complete when nothing above it in the stack leads further back than its first file.
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const next of graph.get(file)) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file).includes(file)) found.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** Maps and sets whose key is a session, under whichever of its names. */
const SESSION = /\b(?:Session|Requester)\b/;
/** Where `object` as the type of a key says nothing of what is kept: here it is a schema’s, a recording’s or a transport’s. */
const OF_OTHER_OBJECTS = [
  'src/schema/compile/build-form.ts #nodes',
  'src/schema/compile/document.ts #pairs',
  'src/schema/compile/document.ts known',
  'src/messages/message-log.ts #counted',
  'src/session/options.ts inPage',
  'src/secrets/schema-secrecy.ts anchors',
];

export function sideTablesOf(sources) {
  return sources
    .flatMap(({ file, tables }) =>
      tables
        .filter(
          ({ kind, key, name }) =>
            SESSION.test(key ?? '') ||
            (/Weak/.test(kind) &&
              (key === undefined || key === 'object') &&
              !OF_OTHER_OBJECTS.includes(`${file} ${name}`)),
        )
        .map(({ name }) => `${file} ${name}`),
    )
    .filter((one, at, all) => all.indexOf(one) === at);
}

/** The module that says where the data of a session is stored, for whom and how long. */
const PARTITION = 'src/session/person/partition.ts';

function partitionsOf(sources) {
  return sources
    .filter(({ file }) => file !== PARTITION)
    .flatMap(({ file, created, calls }) => [
      ...created.filter(({ name }) => name.endsWith('Partition')).map(({ name }) => `${file} new ${name}`),
      ...calls.filter(({ name }) => name === 'createStorage').map(({ name }) => `${file} ${name}()`),
    ]);
}

/** The module that knows which capability of the server each method of the client needs. */
const CAPABILITIES = 'src/protocol/capabilities.ts';
const OFFERED = /(?:^|\.)capabilities\.(?:tools|resources|prompts|completions|logging|tasks|\[\])(?:\.|$)/;

function capabilityReadersOf(sources) {
  return sources
    .filter(({ file }) => file !== CAPABILITIES)
    .flatMap(({ file, reads }) => reads.filter((one) => OFFERED.test(one.path)).map((one) => `${file} ${one.path}`))
    .filter((one, at, all) => all.indexOf(one) === at);
}

const OF_CODE =
  /^(?:MAX|MIN|DEFAULT)_|_(?:MS|SECONDS|DAYS|BYTES|CHARACTERS|LENGTH|ROWS|SIZE|LIMIT|PER_STEP|AT_ONCE)$|(?:^|_)TIMEOUT(?:_|$)/;
/** How a limit is called. In components these are what a person does not see; what else is a number there is layout. */
const LIMIT = {
  src: OF_CODE,
  cli: OF_CODE,
  components: /^(?:MAX|MIN)_|_MS$|_DAYS$|_LIMIT$|(?:^|_)TIMEOUT(?:_|$)/,
};

/** Limits and time-outs: numbers at the top of a module that are called so. */
export function limitsOf(sources) {
  return sources.flatMap(({ file, numbers }) => {
    const [folder] = file.split('/');
    return numbers.filter(({ name }) => LIMIT[folder]?.test(name)).map((one) => ({ ...one, file }));
  });
}

/** What the docstring of a limit begins with: its unit, in the plural, with at most two words before it. */
const UNITS = [
  [/_MS$/, /^Milliseconds[ ,]/],
  [/_SECONDS$/, /^Seconds /],
  [/_DAYS$/, /^Days /],
  [/_BYTES$/, /^Bytes /],
  [/_(?:CHARACTERS|LENGTH)$/, /^(?:Characters|Letters|Digits)[ ,]/],
  [/_ROWS$/, /^Rows /],
  [/(?:)/, /^[A-Z][a-z]+(?: [a-z]+){0,2}(?<=s)[ ,]/],
];

/**
 * Limits that docs/limits.md cannot tell: without a docstring that begins with the unit. They need no export: the document
 * is made from the source, and what is exported for nobody is one more name that a neighbour may come to rest on.
 */
function untoldLimitsOf(sources) {
  return limitsOf(sources)
    .filter(({ name, doc = '' }) => !UNITS.find(([names]) => names.test(name))[1].test(doc))
    .map(({ file, name }) => `${file} ${name}`);
}

/** Two limits of one name are two answers to one question, or two questions with one name. */
function twinLimitsOf(sources) {
  const all = limitsOf(sources);
  return all
    .filter(({ name, file }) => all.some((other) => other.name === name && other.file !== file))
    .map(({ file, name }) => `${file} ${name}`);
}

/** An entry that gives out a whole file makes public whatever anybody exports there for a neighbour. */
function wholeExportsOf(sources) {
  return sources
    .filter(({ file }) => /^(?:src|components)\/(?:[\w-]+\/)?(?:tasks-)?index\.ts$/.test(file))
    .flatMap(({ file, statements }) =>
      statements
        .filter(({ text }) => /^export (?:type )?\*(?! as)/.test(text))
        .map(({ imports }) => imports[0])
        // Another entry, and a file that is nothing but what pages use.
        .filter((one) => one.file && !/(?:index|events|protocol\/model)\.ts$/.test(one.file))
        .map((one) => `${file} ${one.from}`),
    )
    .filter((one, at, all) => all.indexOf(one) === at);
}

/** What breaks each rule in the tree. */
export function structureToday() {
  const sources = ['src', 'components', 'cli'].flatMap((folder) => filesIn(folder, '.ts')).map(sourceOf);
  return {
    'in a cycle of imports': cyclesOf(sources).flat(),
    'a table beside the session': sideTablesOf(sources),
    'a second maker of partitions': partitionsOf(sources),
    'a second judge of capabilities': capabilityReadersOf(sources),
    'an entry that gives out a whole file': wholeExportsOf(sources),
    'a limit without its unit, reason and end in words': untoldLimitsOf(sources),
    'a limit with the name of another one': twinLimitsOf(sources),
  };
}
