// The words of the elements, as the source has them: for the tests of this folder, and for `npm run messages`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readErrorTexts } from './error-texts.mjs';
import { filesIn, parse, root, textOf } from './sources.mjs';

const bare = (node) => (/^TS(As|Satisfies)Expression$/.test(node?.type) ? bare(node.expression) : node);

function walk(node, visit, parent) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit, parent));
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return undefined;
  if (visit(node, parent) === false) return undefined;
  for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit, node);
  return undefined;
}

const valueOf = (node) =>
  node.type === 'ObjectExpression'
    ? Object.fromEntries(node.properties.map(({ key, value }) => [key.name ?? key.value, value.value]))
    : node.value;

/** The properties of an object literal, by key. */
const entriesOf = ({ properties }) => properties.map(({ key, value }) => [key.value ?? key.name, valueOf(value)]);

/** All English words of the elements: `{ key, message, file }`. */
export function readMessages(files = filesIn('components', '.ts')) {
  return files.flatMap((file) => {
    const text = textOf(file);
    if (!text.includes('defineMessages(MESSAGES)')) return [];
    const found = [];
    walk(parse(file), (node) => {
      if (node.type === 'VariableDeclarator' && node.id.name === 'MESSAGES')
        found.push(...entriesOf(bare(node.init)).map(([key, message]) => ({ key, message, file })));
    });
    return found;
  });
}

/**
 * Everything that can be said in another language: the words of the elements and the sentences of errors. Not those of the
 * command: a terminal has no `lang`.
 */
export function readAllMessages() {
  const errors = readErrorTexts().texts.filter(({ key, file }) => key !== 'verbatim' && !file.startsWith('cli/'));
  return [...readMessages(), ...errors.map(({ key, template, file }) => ({ key, message: template, file }))];
}

/**
 * What only the developer of a page reads, in English alone: mistakes in options, in a site policy, in a client document, in the use of
 * WebMCP. A person in front of the page meets none of them.
 */
const FOR_DEVELOPERS = [
  /^(?:policy|webmcp|util\.modelContext|auth\.document\.client)\./,
  /^auth\.(?:addSignInElement|giveCallbackAddress|metadataAddress(?:Exact)?|oneForEachServer|otherServer)$/,
  /^components\.(?:noLanguage|noMessages|noServerSet|noSuchElement|set(?:Endpoint|Url)|tooManyLanguages|unknownEndpoint|unusableValue|useTag)$/,
  /^session\.(?:give(?:MetaObject|OtherMetaKey|PolicyParts)|mendBeforeSend|meta(?:KeyIsOurs|NotObject)|ownMethod|policyIsFunction|useToolsCall)$/,
  /^session\.(?:elicitorAnswerUnusable|elicitorReturns)$/,
  /^storage\.removeMustRemove$/,
  // What stands among the details of an error, for whoever builds the page.
  /^(?:approvals\.setSampler|auth\.(?:giveToken|registerPageByHand|sayIssuer)|jsonrpc\.raiseTimeout|protocol\.code\.switchOn(?:More)?|transport\.(?:offerSignIn|checkProxy))$/,
];

/** The messages that a language has: all that somebody in front of the page may read. */
export function messagesToTranslate() {
  return readAllMessages().filter(({ key }) => !FOR_DEVELOPERS.some((pattern) => pattern.test(key)));
}

/** The keys that the source gives to `t`, and patterns of those that it puts together. */
export function readUsedKeys(files = filesIn('components', '.ts')) {
  const keys = new Set();
  const patterns = [];
  for (const file of files) {
    if (/\/locales\//.test(file)) continue;
    walk(parse(file), (node, parent) => {
      if (
        node.type === 'Literal' &&
        typeof node.value === 'string' &&
        !(parent?.type === 'Property' && parent.key === node)
      )
        keys.add(node.value);
      if (node.type === 'TemplateLiteral' && node.expressions.length > 0)
        patterns.push(node.quasis.map(({ value }) => value.cooked));
    });
  }
  const isUsed = (key) =>
    keys.has(key) ||
    patterns.some((parts) => {
      if (!/^[a-zA-Z]+\./.test(parts[0])) return false;
      const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
      return new RegExp(`^${escaped.join('.+')}$`).test(key);
    });
  return { isUsed };
}

/** Attributes that are words. */
const SPOKEN = /\s(aria-label|aria-description|aria-placeholder|aria-roledescription|title|placeholder|alt)="([^"]*)"/g;

/** Words that stand in the templates of the elements instead of in a catalogue: `file: words`. */
export function literalWords(files = filesIn('components', '.ts')) {
  const found = [];
  for (const file of files) {
    walk(parse(file), (node) => {
      if (node.type !== 'TaggedTemplateExpression' || !/^(html|litHtml|svg)$/.test(node.tag.name)) return;
      // A place of a value is no word.
      const whole = node.quasi.quasis.map(({ value }) => value.cooked).join('\u0000');
      const tags = whole.replaceAll(/<!--[^]*?-->/g, '').match(/<[^>]*>/g) ?? [];
      const spoken = tags.flatMap((tag) => [...tag.matchAll(SPOKEN)].map(([, , words]) => words));
      const texts = whole
        .replaceAll(/<!--[^]*?-->/g, '')
        .replaceAll(/<(code|kbd|style)\b[^>]*>[^]*?<\/\1>/g, '')
        .split(/<[^>]*>/);
      for (const words of [...texts, ...spoken])
        for (const part of words.split('\u0000'))
          if (/\p{L}{2}/u.test(part.replaceAll(/&\w+;/g, '')))
            found.push(`${file}: ${part.trim().replaceAll(/\s+/g, ' ')}`);
    });
  }
  return found;
}

/** The key of `t('key', …)`, if that is what the node is. */
const keyOf = (node) =>
  node?.type === 'CallExpression' && /^(t|common)$/.test(node.callee.name) && node.arguments[0]?.type === 'Literal'
    ? node.arguments[0].value
    : undefined;

/** Buttons with words on them and another name: `{ file, name, words }` with the keys of both. */
export function namedButtons(files = filesIn('components', '.ts')) {
  const found = [];
  for (const file of files) {
    walk(parse(file), (node) => {
      if (node.type !== 'TaggedTemplateExpression') return;
      const { quasis, expressions } = node.quasi;
      const whole = quasis.map(({ value }, at) => (at > 0 ? `\u0000${at - 1}\u0000` : '') + value.cooked).join('');
      for (const [, tag, inside] of whole.matchAll(/<button\b([^>]*)>([^]*?)<\/button\s*>/g)) {
        const [, at] = /\saria-label=\0(\d+)\0/.exec(tag) ?? [];
        const name = at && keyOf(expressions[at]);
        if (!name) continue;
        for (const [, place] of inside.matchAll(/\0(\d+)\0/g)) {
          const words = keyOf(expressions[place]);
          if (words) found.push({ file, name, words });
        }
      }
    });
  }
  return found;
}

/** `{name, number}` → `name`. */
export const paramsOf = (template) => [...template.matchAll(/\{(\w+)(?:, \w+)?\}/g)].map(([, name]) => name);

const numbersOf = (template) => [...template.matchAll(/\{(\w+), (?:number|bytes)\}/g)].map(([, name]) => name);

const localeFile = (language) => `components/locales/${language}.json`;

/** @returns {{ language: string, isReviewed: boolean, messages: Record<string, string | Record<string, string>> }} */
export const readLocaleFile = (language) => JSON.parse(textOf(localeFile(language)));

/** The words of one language, as its file has them. */
export const readLocale = (language) => new Map(Object.entries(readLocaleFile(language).messages));

/** The languages that come with this library. */
export const LANGUAGES = filesIn('components/locales', '.json').map((file) => path.basename(file, '.json'));

const formsOf = (message) => (typeof message === 'string' ? { other: message } : message);

/** What is missing in a language, or cannot be used: `{ key, message, why }` with the English message. */
export function missingIn(language) {
  const has = existsSync(path.join(root, localeFile(language))) ? readLocale(language) : new Map();
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return messagesToTranslate().flatMap(({ key, message }) => {
    const why = whyUnusable(has.get(key), message, pluralCategories);
    return why === undefined ? [] : [{ key, message, why: why || undefined }];
  });
}

/** Why a translation cannot be used; empty where there is none, undefined where it is right. */
function whyUnusable(translated, english, categories) {
  if (translated === undefined) return '';
  if (typeof translated !== typeof english) return 'plural forms only where English has them, and then always';
  const wanted = new Set(Object.values(formsOf(english)).flatMap(paramsOf));
  if (typeof english === 'object') {
    const lacking = categories.filter((category) => translated[category] === undefined);
    if (lacking.length > 0) return `lacks the plural form ${lacking.join(', ')}`;
  }
  for (const [category, form] of Object.entries(formsOf(translated))) {
    const has = new Set(paramsOf(form));
    const lost = [...wanted].filter((name) => !has.has(name) && !(name === 'count' && category !== 'other'));
    const strange = [...has].filter((name) => !wanted.has(name));
    if (lost.length > 0) return `lacks {${lost.join('}, {')}}`;
    if (strange.length > 0) return `has {${strange.join('}, {')}}, which English has not`;
  }
  const numbers = new Set(Object.values(formsOf(english)).flatMap(numbersOf));
  const bare = Object.values(formsOf(translated)).flatMap((form) =>
    paramsOf(form).filter((name) => numbers.has(name) && !numbersOf(form).includes(name)),
  );
  if (bare.length > 0) return `writes {${bare.join('}, {')}} without “, number”`;
  const isEmpty =
    Object.values(formsOf(english)).every((form) => form.trim() !== '') &&
    Object.values(formsOf(translated)).some((form) => form.trim() === '');
  return isEmpty ? 'is empty' : undefined;
}
