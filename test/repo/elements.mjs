// The elements, as their source shows them: what each has of parts, slots, events, custom properties and states.
import { listElements } from '../../scripts/elements.mjs';
import { filesIn, HOLE, root, sourceOf, textOf } from './sources.mjs';

const components = filesIn('components', '.ts');
const classes = new Map(
  components.flatMap((file) => sourceOf(file).classes.map((one) => [one.name, { ...one, file }])),
);
const TAG = /<(mcp-[a-z-]+)/g;
const CUSTOM_PROPERTY = /--mcp-[a-z0-9-]+/g;

/** Class of an event → its name. */
const eventNames = new Map(
  sourceOf('components/events.ts').classes.map(({ name, line }) => {
    const named = sourceOf('components/events.ts').strings.find(
      (one) => one.line > line && /^mcp-[a-z-]+$/.test(one.value),
    );
    return [name, named?.value];
  }),
);

/** Tokens of the theme belong to all elements and are documented once, with the theme. */
const themeTokens = new Set(
  ['styles.ts', 'hues.styles.ts'].flatMap((file) => textOf(`components/internal/${file}`).match(CUSTOM_PROPERTY) ?? []),
);

const listed = new Map(listElements(root).map(({ className, tag }) => [className, tag]));

export const elements = [...classes.values()]
  .filter(({ name }) => isElementClass(name))
  .map(({ name, file }) => ({
    className: name,
    module: file,
    tag: listed.get(name),
    ...anatomyOf(file, name),
  }));

/** `McpToolFormElement` is an element; a base class has another kind of name. */
function isElementClass(name) {
  return /^Mcp[A-Z]\w*Element$/.test(name);
}

/** What an element's own code says: its class and what that uses, up to the next element. */
function anatomyOf(file, className) {
  const parts = new Set();
  const slots = new Set();
  const events = new Set();
  const properties = new Set();
  const states = new Set();
  const renders = new Set();
  /** Words that an attribute made by an expression may consist of. */
  const words = new Set();
  for (const part of reachedFrom(file, className)) {
    for (const { value } of part.strings) {
      for (const name of value.match(CUSTOM_PROPERTY) ?? []) if (!themeTokens.has(name)) properties.add(name);
      for (const word of value.split(/[\s,:]+/)) words.add(word);
    }
    for (const { text } of part.templates.filter(({ tag }) => /^(html|svg|litHtml)$/.test(tag))) {
      for (const [, tag] of text.matchAll(TAG)) renders.add(tag);
      for (const list of attribute(text, 'part')) for (const name of list.split(/\s+/)) parts.add(name);
      for (const list of attribute(text, 'exportparts'))
        for (const name of list.split(/\s*,\s*/)) parts.add(name.split(':').at(-1).trim());
      for (const [, attributes] of text.matchAll(/<slot\b([^>]*)>/g))
        if (!attributes.includes(HOLE)) slots.add(attribute(`<slot${attributes}`, 'name')[0] ?? '');
    }
    for (const { name, first } of part.created) {
      if (eventNames.has(name)) events.add(eventNames.get(name));
      else if (/^(Custom)?Event$/.test(name) && first) events.add(first);
    }
    for (const [, state] of part.text.matchAll(/\bstates\s*\.\s*(?:add|delete|toggle)\(\s*'([a-z-]+)'/g))
      states.add(state);
  }
  const clear = (set) => [...set].filter((name) => name !== undefined && !name.includes(HOLE));
  return {
    parts: clear(parts).filter(Boolean),
    slots: clear(slots),
    events: clear(events),
    properties: clear(properties),
    states: clear(states),
    renders: clear(renders),
    words,
  };
}

/** The statements that an element's class uses, in whichever module they stand, up to the next element. */
function reachedFrom(file, className) {
  const seen = new Set();
  const reached = [];
  const visit = (module, name) => {
    const key = `${module}#${name}`;
    if (seen.has(key) || !components.includes(module)) return;
    seen.add(key);
    // Another element documents itself; the theme's styles belong to nobody.
    if (name !== className && isElementClass(name)) return;
    if (/^components\/(internal\/styles\.ts|events\.ts|define\/)/.test(module)) return;
    const { statements } = sourceOf(module);
    for (const one of statements) {
      if (one.takes.has(name)) visit(one.imports[0]?.file ?? module, one.takes.get(name));
      if (!one.declares.includes(name) || reached.includes(one)) continue;
      reached.push(one);
      for (const used of new Set(one.names.map((each) => each.name))) visit(module, used);
    }
  };
  visit(file, className);
  return reached;
}

function attribute(text, name) {
  const found = text.matchAll(new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'g'));
  return [...found].map(([, double, single, bare]) => double ?? single ?? bare);
}
