// The descriptions of the elements for editors: custom data of VS Code for HTML and CSS, and web-types of JetBrains.

/** @typedef {ReturnType<typeof import('./manifest.mjs').readElements>} Elements */

/** The words of a type like `'light' | 'dark' | undefined`; none for another type. */
function wordsOf(type) {
  const parts = type.split('|').map((part) => part.trim());
  const words = parts.filter((part) => part !== 'undefined');
  return words.every((word) => /^'[^']*'$/.test(word)) ? words.map((word) => word.slice(1, -1)) : [];
}

const isBoolean = (type) => /^boolean( \| undefined)?$/.test(type);

const paragraphs = (...texts) => texts.filter(Boolean).join('\n\n');

const listed = (title, rows) =>
  rows.length > 0
    ? `**${title}**\n\n${rows.map(({ name, description = '' }) => `- \`${name || '(default)'}\`: ${line(description)}`).join('\n')}`
    : '';

const line = (text = '') => text.replace(/\s+/g, ' ').trim();

/** The text of an element's tooltip in an editor. */
const tooltip = ({ summary, description, slots, ownEvents, parts }) =>
  paragraphs(summary, description, listed('Events', ownEvents), listed('Slots', slots), listed('Parts', parts));

/** @param {Elements} elements @returns custom data of VS Code, the setting `html.customData` */
export function htmlCustomData(elements) {
  return {
    version: 1.1,
    tags: elements.map((element) => ({
      name: element.tag,
      description: { kind: 'markdown', value: tooltip(element) },
      attributes: element.attributes.map(({ name, description, type }) => ({
        name,
        description: { kind: 'markdown', value: line(description) },
        // `v` is an attribute without a value.
        ...(isBoolean(type) && { valueSet: 'v' }),
        ...(wordsOf(type).length > 0 && { values: wordsOf(type).map((word) => ({ name: word })) }),
      })),
    })),
  };
}

/** @param {Elements} elements @returns custom data of VS Code, the setting `css.customData` */
export function cssCustomData(elements) {
  const tagged = elements.map(({ tag, parts, cssProperties }) => ({ tag, parts, cssProperties }));
  const gather = (list, nameOf) => {
    const found = new Map();
    for (const one of tagged)
      for (const { name, description } of one[list]) {
        const rows = found.get(nameOf(name)) ?? [];
        found.set(nameOf(name), [...rows, `- \`<${one.tag}>\`: ${line(description)}`]);
      }
    return [...found]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, rows]) => ({ name, description: { kind: 'markdown', value: rows.join('\n') } }));
  };
  return {
    version: 1.1,
    properties: gather('cssProperties', (name) => name),
    pseudoElements: gather('parts', (name) => `::part(${name})`),
  };
}

/** @param {Elements} elements @param {string} version of the package @returns web-types of the JetBrains editors */
export function webTypes(elements, version) {
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: 'mcp-embed',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => ({
          name: element.tag,
          description: paragraphs(element.summary, element.description),
          attributes: element.attributes.map(({ name, description, type, preset }) => ({
            name,
            description: line(description),
            value: isBoolean(type) ? { kind: 'no-value', type: 'boolean' } : { type },
            ...(preset !== undefined && { default: preset }),
          })),
          slots: named(element.slots),
          js: {
            properties: element.properties.map(({ name, description, type, preset }) => ({
              name,
              description: line(description),
              type,
              ...(preset !== undefined && { default: preset }),
            })),
            events: element.ownEvents.map(({ name, description, type }) => ({
              name,
              description: line(description),
              type,
            })),
          },
          css: { parts: named(element.parts), properties: named(element.cssProperties) },
        })),
      },
    },
  };
}

const named = (rows) => rows.map(({ name, description }) => ({ name, description: line(description) }));
