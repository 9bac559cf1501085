// The elements of the manifest, in the form that the generators of types and editor data need.

/**
 * @param {object} manifest custom-elements.json
 * @param {readonly { tag: string, renders: readonly string[] }[]} sources what each element shows, which no manifest says
 */
export function readElements(manifest, sources) {
  const rendered = new Map(sources.map(({ tag, renders }) => [tag, renders]));
  const declarations = manifest.modules.flatMap(({ path, declarations: all = [] }) =>
    all.filter(({ tagName }) => tagName).map((one) => ({ ...one, module: path })),
  );
  const byTag = new Map(declarations.map((one) => [one.tagName, one]));
  return declarations
    .map((one) => ({
      tag: one.tagName,
      className: one.name,
      module: one.module,
      summary: one.summary ?? '',
      description: one.description ?? '',
      properties: propertiesOf(one),
      attributes: attributesOf(one),
      ownEvents: (one.events ?? []).map((event) => ({ ...event, type: event.type?.text ?? 'Event' })),
      events: eventsAt(one.tagName, byTag, rendered),
      slots: one.slots ?? [],
      parts: one.cssParts ?? [],
      cssProperties: one.cssProperties ?? [],
      shows: (rendered.get(one.tagName) ?? []).filter((tag) => tag !== one.tagName && byTag.has(tag)).toSorted(),
    }))
    .toSorted((one, other) => (one.tag < other.tag ? -1 : 1));
}

const isSettable = ({ kind, privacy = 'public', static: isStatic, readonly, name }) =>
  kind === 'field' && privacy === 'public' && !isStatic && !readonly && !name.startsWith('#');

const propertiesOf = ({ members = [] }) =>
  members.filter(isSettable).map(({ name, description, type, default: preset, attribute }) => ({
    name,
    description,
    type: type?.text ?? 'unknown',
    preset,
    attribute,
  }));

/** Those that a page may set: an element writes the others itself. */
const attributesOf = (declaration) => {
  const settable = new Map(propertiesOf(declaration).map((one) => [one.name, one]));
  return (declaration.attributes ?? [])
    .filter(({ fieldName }) => settable.has(fieldName))
    .map(({ name, fieldName, description, type, default: preset }) => ({
      name,
      property: fieldName,
      description,
      type: type?.text ?? 'string',
      preset,
    }));
};

/**
 * The names of the events that a listener on the element gets: its own, and those that bubble up from what it shows.
 * @returns undefined for every event, where the page puts other elements into it
 */
function eventsAt(tag, byTag, rendered, seen = new Set()) {
  const { slots = [], events = [] } = byTag.get(tag) ?? {};
  if (slots.length > 0) return undefined;
  seen.add(tag);
  const names = new Set(events.map(({ name }) => name));
  for (const child of rendered.get(tag) ?? []) {
    if (seen.has(child)) continue;
    const below = eventsAt(child, byTag, rendered, seen);
    if (!below) return undefined;
    for (const name of below) names.add(name);
  }
  return [...names].toSorted();
}
