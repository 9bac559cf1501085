// The elements, as their source shows them: what each has of parts, slots, events, custom properties and states.
import { filesIn, HOLE, sourceOf, textOf } from './sources.mjs';

const components = filesIn('components', '.ts');
const classes = new Map(
  components.flatMap((file) => sourceOf(file).classes.map((one) => [one.name, { ...one, file }])),
);
const TAG = /<(mcp-[a-z-]+)/g;
const CUSTOM_PROPERTY = /--mcp-[a-z0-9-]+/g;

/** Class of an event → its name. */
const eventNames = new Map(
  filesIn('components/events', '.ts').flatMap((file) => {
    const name = sourceOf(file).strings.find(({ value }) => /^mcp-[a-z-]+$/.test(value))?.value;
    return sourceOf(file).classes.map((one) => [one.name, name]);
  }),
);

/** Tokens of the theme belong to all elements and are documented once, with the theme. */
const themeTokens = new Set(
  filesIn('components/styles', '.ts').flatMap((file) => textOf(file).match(CUSTOM_PROPERTY) ?? []),
);

const defineFiles = components.filter((file) => /^components\/define\/mcp-[a-z-]+\.ts$/.test(file));
const registered = new Map(
  defineFiles.map((file) => {
    const source = sourceOf(file);
    const own = source.imports.find((one) => one.file && !one.file.startsWith('components/define/'));
    const tag = file.replace(/^.*\/|\.ts$/g, '');
    const className =
      own && sourceOf(own.file).classes.find(({ name }) => source.names.some((one) => one.name === name))?.name;
    return [className ?? tag, tag];
  }),
);
const elementFiles = new Set([...classes.values()].filter(({ name }) => isElementClass(name)).map(({ file }) => file));

export const elements = [...classes.values()]
  .filter(({ name }) => isElementClass(name))
  .map(({ name, file }) => ({
    className: name,
    module: file,
    tag: registered.get(name) ?? tagOf(name),
    ...anatomyOf(file),
  }));

/** `McpToolFormElement` is an element; a base class has another kind of name. */
function isElementClass(name) {
  return /^Mcp[A-Z]\w*Element$/.test(name);
}

function tagOf(className) {
  return className
    .replace(/Element$/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase();
}

/** What an element's own modules say: the module of its class and what that imports, up to the next element. */
function anatomyOf(file) {
  const parts = new Set();
  const slots = new Set();
  const events = new Set();
  const properties = new Set();
  const states = new Set();
  const renders = new Set();
  /** Words that an attribute made by an expression may consist of. */
  const words = new Set();
  for (const module of modulesOf(file)) {
    const source = sourceOf(module);
    for (const { value } of source.strings) {
      for (const name of value.match(CUSTOM_PROPERTY) ?? []) if (!themeTokens.has(name)) properties.add(name);
      for (const word of value.split(/[\s,:]+/)) words.add(word);
    }
    for (const { text } of source.templates.filter(({ tag }) => tag === 'html' || tag === 'svg')) {
      for (const [, tag] of text.matchAll(TAG)) renders.add(tag);
      for (const list of attribute(text, 'part')) for (const part of list.split(/\s+/)) parts.add(part);
      for (const list of attribute(text, 'exportparts'))
        for (const part of list.split(/\s*,\s*/)) parts.add(part.split(':').at(-1).trim());
      for (const [, attributes] of text.matchAll(/<slot\b([^>]*)>/g))
        if (!attributes.includes(HOLE)) slots.add(attribute(`<slot${attributes}`, 'name')[0] ?? '');
    }
    for (const { name, first } of source.created) {
      if (eventNames.has(name)) events.add(eventNames.get(name));
      else if (/^(Custom)?Event$/.test(name) && first) events.add(first);
    }
    for (const [, state] of textOf(module).matchAll(/\bstates\s*\.\s*(?:add|delete|toggle)\(\s*'([a-z-]+)'/g))
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

function modulesOf(file) {
  const seen = new Set();
  const visit = (module) => {
    if (seen.has(module) || !components.includes(module)) return;
    // Another element documents itself; the theme's styles belong to nobody.
    if (module !== file && elementFiles.has(module)) return;
    if (/^components\/(styles|events|define)\//.test(module)) return;
    seen.add(module);
    for (const one of sourceOf(module).imports) if (one.file && !one.typeOnly) visit(one.file);
  };
  visit(file);
  return seen;
}

function attribute(text, name) {
  const found = text.matchAll(new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'g'));
  return [...found].map(([, double, single, bare]) => double ?? single ?? bare);
}
