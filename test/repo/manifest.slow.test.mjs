// The JSDoc of an element is its API. The manifest made from it must say what the code does, all of it and no more.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { elements } from './elements.mjs';
import { textOf } from './sources.mjs';

/** @type {Map<string, any>} tag → its declaration in the manifest */
let declarations;
const bySource = new Map(elements.map((element) => [element.tag, element]));
const none = (problems) => assert.deepEqual(problems, []);

before(async () => {
  await buildIfStale('all');
  const { modules } = JSON.parse(textOf('dist/custom-elements.json'));
  declarations = new Map(
    modules.flatMap(({ declarations: all = [] }) =>
      all.filter(({ tagName }) => tagName).map((one) => [one.tagName, one]),
    ),
  );
});

/** Templates that elements share have what not every one of them shows. */
const NOT_SHOWN = new Map([
  ['mcp-approval-queue', ['slot "count"']], // it says the number itself
  ['mcp-sampling-approval', ['part "retry-button"']], // its problems come without a button
]);

/**
 * Compares what the source has with what the JSDoc says. `maybe` tells of a documented name that the source does not
 * show plainly whether it may be there nevertheless.
 */
function compare(noun, fromSource, fromManifest, maybe = () => false) {
  none(
    elements.flatMap((element) => {
      const has = fromSource(element);
      const says = fromManifest(declarations.get(element.tag) ?? {});
      return [
        ...has
          .filter((name) => !says.includes(name) && !NOT_SHOWN.get(element.tag)?.includes(`${noun} "${name}"`))
          .map((name) => `${element.tag}: ${noun} "${name}" is not documented`),
        ...says
          .filter((name) => !has.includes(name) && !maybe(element, name))
          .map((name) => `${element.tag}: documents ${noun} "${name}" but has none`),
      ];
    }),
  );
}
const named = (list = []) => list.map(({ name }) => name);

describe('the element manifest', () => {
  it('knows every element, each with a summary', () => {
    none(elements.filter(({ tag }) => !declarations.get(tag)?.summary).map(({ tag }) => tag));
    none([...declarations.keys()].filter((tag) => !bySource.has(tag)));
  });

  it('points at modules that are published', () => {
    const { modules } = JSON.parse(textOf('dist/custom-elements.json'));
    none(modules.map(({ path }) => path).filter((path) => !path.startsWith('dist/components/')));
    for (const { path } of modules.filter(({ declarations: all }) => all?.some(({ tagName }) => tagName))) textOf(path);
  });

  it('documents every part, and no other', () => {
    compare(
      'part',
      ({ parts }) => parts,
      ({ cssParts }) => named(cssParts),
      ({ words }, name) => words.has(name),
    );
  });

  it('has parts that are roles, all of them listed in docs/elements.md and no other', () => {
    const { modules } = JSON.parse(textOf('dist/custom-elements.json'));
    const roles = new Set(
      modules.flatMap(({ declarations = [] }) => declarations.flatMap((each) => named(each.cssParts))),
    );
    const [, list] = /A part is named by its role.*?:\n([^:]*?)\. Every button/s.exec(textOf('docs/elements.md'));
    assert.deepEqual(
      [...roles].toSorted(),
      [...list.matchAll(/`([a-z-]+)`/g)].map(([, role]) => role),
    );
  });

  it('documents every slot, and no other', () => {
    compare(
      'slot',
      ({ slots }) => slots,
      ({ slots }) => named(slots),
      ({ words }, name) => words.has(name),
    );
  });

  it('documents every event it dispatches; one more only where a child of it dispatches that', () => {
    const dispatchedBelow = (tag, seen = new Set()) => {
      if (seen.has(tag) || !bySource.has(tag)) return [];
      seen.add(tag);
      const { events, renders } = bySource.get(tag);
      return [...events, ...renders.flatMap((child) => dispatchedBelow(child, seen))];
    };
    compare(
      'event',
      ({ events }) => events,
      ({ events }) => named(events),
      ({ tag }, name) => dispatchedBelow(tag).includes(name),
    );
  });

  it('documents every custom property of its own, and no other', () => {
    compare(
      'custom property',
      ({ properties }) => properties,
      ({ cssProperties }) => named(cssProperties),
    );
  });

  it('documents every custom state, and no other', () => {
    compare(
      'custom state',
      ({ states }) => states,
      ({ cssStates }) => named(cssStates),
      ({ words }, name) => words.has(name),
    );
  });

  it('says in a sentence what each of these is', () => {
    const lists = ['cssParts', 'slots', 'events', 'cssProperties', 'cssStates'];
    none(
      [...declarations].flatMap(([tag, declaration]) =>
        lists.flatMap((list) =>
          (declaration[list] ?? [])
            .filter(({ description }) => !description)
            .map(({ name }) => `${tag} ${list}: ${name}`),
        ),
      ),
    );
  });

  it('describes every public property and method', () => {
    const ofEveryElement = ['focus', 'blur', 'click'];
    const isPublic = ({ privacy, static: isStatic, name }) =>
      !isStatic && !name.startsWith('#') && (privacy ?? 'public') === 'public';
    none(
      [...declarations].flatMap(([tag, { members = [] }]) =>
        members
          .filter((one) => isPublic(one) && !one.description && !ofEveryElement.includes(one.name))
          .map(({ name }) => `${tag}.${name}`),
      ),
    );
  });

  it('describes every attribute', () => {
    none(
      [...declarations].flatMap(([tag, { attributes = [] }]) =>
        attributes.filter(({ description }) => !description).map(({ name }) => `${tag} ${name}`),
      ),
    );
  });

  it('gives the type of every property and attribute', () => {
    none(
      [...declarations].flatMap(([tag, { members = [], attributes = [] }]) =>
        [...members.filter(isPublicField), ...attributes]
          .filter(({ type }) => !type?.text || type.text === 'any')
          .map(({ name }) => `${tag} ${name}`),
      ),
    );
  });

  it('gives the class of every event, which is the one that listeners get', () => {
    const [, map] = /interface McpEventMap \{([^}]*)\}/.exec(textOf('components/events.ts'));
    const classOf = new Map([...map.matchAll(/'([a-z-]+)': (\w+);/g)].map(([, name, type]) => [name, type]));
    none(
      [...declarations].flatMap(([tag, { events = [] }]) =>
        events.filter(({ name, type }) => type?.text !== classOf.get(name)).map(({ name }) => `${tag} ${name}`),
      ),
    );
    const classes = [...textOf('components/events.ts').matchAll(/^export class (\w+Event)\b/gm)];
    assert.deepEqual(classes.map(([, name]) => name).toSorted(), [...classOf.values()].toSorted());
  });
});

const isPublicField = ({ kind, privacy = 'public', static: isStatic, name }) =>
  kind === 'field' && privacy === 'public' && !isStatic && !name.startsWith('#');

describe('what is made of the manifest', () => {
  const read = (file) => JSON.parse(textOf(file));
  const settable = ({ members = [] }) => members.filter((one) => isPublicField(one) && !one.readonly);
  const attributesOf = ({ attributes = [], ...rest }) => {
    const names = new Set(named(settable(rest)));
    return attributes.filter(({ fieldName }) => names.has(fieldName));
  };

  it('declares every element with each property that a page may set, and no other', () => {
    for (const [tag, declaration] of declarations) {
      const text = textOf(`dist/types/define/${tag}.d.ts`);
      const [, union] = /Properties =\s*Pick<\w+, ([^>]*)>/.exec(text);
      assert.deepEqual(
        [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name).toSorted(),
        named(settable(declaration)).toSorted(),
        tag,
      );
    }
    const all = [...textOf('dist/types/define/all.d.ts').matchAll(/'\.\/(mcp-[a-z-]+)\.js'/g)].map(([, tag]) => tag);
    assert.deepEqual(all, [...declarations.keys()].toSorted());
  });

  it('is named by package.json, and packed with the rest of dist', () => {
    const { exports, 'web-types': webTypes, files } = read('package.json');
    assert.deepEqual(files, ['dist']);
    assert.equal(webTypes, './dist/web-types.json');
    for (const name of ['vscode.html-custom-data.json', 'vscode.css-custom-data.json', 'web-types.json'])
      assert.equal(exports[`./${name}`], `./dist/${name}`);
  });

  it('tells VS Code of each tag and attribute, each with words, and of each part', () => {
    const { version, tags } = read('dist/vscode.html-custom-data.json');
    assert.equal(version, 1.1);
    assert.deepEqual(named(tags), [...declarations.keys()].toSorted());
    for (const { name, description, attributes } of tags) {
      const declaration = declarations.get(name);
      assert.ok(description.value.includes(declaration.summary), name);
      assert.deepEqual(named(attributes), named(attributesOf(declaration)), name);
      none(attributes.filter((one) => !one.description.value).map((one) => `${name} ${one.name}`));
    }
    const theme = tags.find(({ name }) => name === 'mcp-client').attributes.find(({ name }) => name === 'theme');
    assert.deepEqual(named(theme.values), ['light', 'dark', 'auto']);
    const css = read('dist/vscode.css-custom-data.json');
    const parts = [...declarations.values()].flatMap(({ cssParts }) => named(cssParts));
    assert.deepEqual(named(css.pseudoElements), [...new Set(parts)].map((part) => `::part(${part})`).toSorted());
  });

  it('tells the JetBrains editors of each element, attribute, property, event and slot', () => {
    const { name, version, contributions } = read('dist/web-types.json');
    assert.deepEqual([name, version], ['mcp-embed', read('package.json').version]);
    for (const { name: tag, attributes, slots, js, css } of contributions.html.elements) {
      const declaration = declarations.get(tag);
      assert.deepEqual(named(attributes), named(attributesOf(declaration)), tag);
      assert.deepEqual(named(js.properties), named(settable(declaration)), tag);
      assert.deepEqual(named(js.events), named(declaration.events), tag);
      assert.deepEqual(named(slots), named(declaration.slots), tag);
      assert.deepEqual(named(css.parts), named(declaration.cssParts), tag);
    }
    assert.equal(contributions.html.elements.length, declarations.size);
  });
});
