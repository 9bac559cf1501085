// Makes what frameworks and editors know of the elements, from the manifest, beside it:
//   types/define/<tag>.d.ts   one element and those that it shows, for JSX and templates of each framework
//   types/define/all.d.ts     all of them
//   types/define.d.ts         all of them, and what `mcp-embed/define` exports
//   types/<framework>.d.ts    what these share: copies of scripts/framework-types/*.d.ts
//   vscode.html-custom-data.json, vscode.css-custom-data.json, web-types.json
//   node scripts/framework-types.mjs DIST   the build does, after the manifest
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { elements as sources } from '../test/repo/elements.mjs';
import { cssCustomData, htmlCustomData, webTypes } from './framework-types/editor-data.mjs';
import { readElements } from './framework-types/manifest.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = path.join(root, 'scripts/framework-types');
const NOTE = '/* Made by scripts/framework-types.mjs from custom-elements.json. */';

/** The declarations for each framework. A module may not be installed: that error is ignored. */
const FRAMEWORKS = [
  {
    module: 'preact',
    place: ['namespace JSX', 'interface IntrinsicElements'],
    type: 'McpPreactElement',
    from: 'preact',
  },
  {
    module: 'react',
    place: ['namespace JSX', 'interface IntrinsicElements'],
    type: 'McpReactElement',
    from: 'react',
    ignored: 'Where Preact stands for React, it is told already.',
  },
  {
    module: 'solid-js',
    place: ['namespace JSX', 'interface IntrinsicElements'],
    type: 'McpSolidElement',
    from: 'solid',
    takes: ['Properties', 'Attributes'],
  },
  { module: 'vue', place: ['interface GlobalComponents'], type: 'McpVueElement', from: 'vue' },
  {
    module: 'vue/jsx-runtime',
    place: ['namespace JSX', 'interface IntrinsicElements'],
    type: 'McpVueJsxElement',
    from: 'vue',
  },
  { place: ['namespace svelteHTML', 'interface IntrinsicElements'], type: 'McpSvelteElement', from: 'svelte' },
];

/**
 * The names begin with that of the element: in `declare module`, names of that module come first.
 * @param {ReturnType<typeof readElements>[number]} element
 */
function typesOf({ className, module, summary, properties, attributes, events, shows, tag }) {
  const [own] = className.split(/Element$/);
  const values = attributes.flatMap(({ name, property, description }) =>
    [commentOf(description), `'${name}': AttributeOf<${className}['${property}']>;`]
      .filter(Boolean)
      .map((line) => `  ${line}`),
  );
  return [
    NOTE,
    ...shows.map((child) => `import './${child}.js';`),
    `import type { ${className} } from '../../${module.replace(/^dist\//, '')}';`,
    `import type { McpEventMap } from '../../components/events.js';`,
    ...(values.length > 0 ? [`import type { AttributeOf } from '../names.js';`] : []),
    ...FRAMEWORKS.map(({ type, from }) => `import type { ${type} } from '../${from}.js';`),
    '',
    '/** Properties that a page may set. */',
    `type ${own}Properties = Pick<${className}, ${union(properties.map(({ name }) => name))}>;`,
    '',
    '/** Every attribute that a page may set. */',
    ...(values.length > 0 ? [`interface ${own}Attributes {`, ...values, '}'] : [`interface ${own}Attributes {}`]),
    '',
    '/** Attributes that are called otherwise than their property. */',
    `type ${own}Renamed = Omit<${own}Attributes, keyof ${own}Properties>;`,
    '',
    '/** Events of the element, and those that reach it from elements in it. */',
    `type ${own}Events = Pick<McpEventMap, ${events ? union(events) : 'keyof McpEventMap'}>;`,
    ...FRAMEWORKS.flatMap(({ module: name, place, type, takes = ['Properties', 'Renamed', 'Events'], ignored }) => {
      const given = [className, ...takes.map((what) => `${own}${what}`)].join(', ');
      const lines = [commentOf(summary), ignored && `// @ts-ignore ${ignored}`, `'${tag}': ${type}<${given}>;`];
      return ['', ...declaration(name, place, lines.filter(Boolean))];
    }),
    '',
    'export {};',
    '',
  ].join('\n');
}

/** @param {string | undefined} module undefined for what is global */
function declaration(module, place, lines) {
  const outer = [module ? `declare module '${module}'` : 'declare global', ...place];
  return [
    ...(module ? ['// @ts-ignore The module may not be installed.'] : []),
    ...outer.map((words, depth) => `${'  '.repeat(depth)}${words} {`),
    ...lines.map((line) => `${'  '.repeat(outer.length)}${line}`),
    ...outer.map((_, depth) => `${'  '.repeat(outer.length - 1 - depth)}}`),
  ];
}

const union = (names) => names.map((name) => `'${name}'`).join(' | ') || 'never';

/** The first paragraph as a comment in one line. */
const commentOf = (text = '') => {
  const [words] = text.split('\n\n');
  return words && `/** ${words.replace(/\s+/g, ' ').replaceAll('*/', '* /')} */`;
};

/** @param {string} dist the folder of the build, with its manifest */
export function writeFrameworkTypes(dist) {
  const manifest = JSON.parse(readFileSync(path.join(dist, 'custom-elements.json'), 'utf8'));
  const elements = readElements(manifest, sources);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const write = (name, text) => writeFileSync(path.join(dist, name), text);
  mkdirSync(path.join(dist, 'types/define'), { recursive: true });
  for (const name of readdirSync(shared).filter((file) => file.endsWith('.d.ts')))
    copyFileSync(path.join(shared, name), path.join(dist, 'types', name));
  for (const element of elements) write(`types/define/${element.tag}.d.ts`, typesOf(element));
  const all = elements.map(({ tag }) => `import './${tag}.js';`).join('\n');
  write('types/define/all.d.ts', `${NOTE}\n${all}\n\nexport {};\n`);
  write('types/define.d.ts', `${NOTE}\nimport './define/all.js';\n\nexport * from '../components/bundle.js';\n`);
  const json = (name, value) => write(name, `${JSON.stringify(value, null, 2)}\n`);
  json('vscode.html-custom-data.json', htmlCustomData(elements));
  json('vscode.css-custom-data.json', cssCustomData(elements));
  json('web-types.json', webTypes(elements, version));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFrameworkTypes(path.resolve(process.argv[2] ?? 'dist'));
