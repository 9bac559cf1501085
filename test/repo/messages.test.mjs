// The words of the elements: none stands in a template, each is used, and each language has all of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  LANGUAGES,
  literalWords,
  missingIn,
  readAllMessages,
  readLocale,
  readMessages,
  readNamedWords,
  readUsedKeys,
} from './messages.mjs';
import { textOf } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);

/** Words that are no language: an address to copy. */
const SAMPLES = ['components/roots/roots.ts: file:///home/me/project'];

describe('the words of the elements', () => {
  it('stand in a catalogue and not in a template', () => {
    none(literalWords().filter((words) => !SAMPLES.includes(words)));
  });

  it('have a key each, which begins with the name of their folder', () => {
    const camel = (folder) => folder.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    none(
      readMessages()
        .filter(({ key, file }) => {
          const [, folder] = file.split('/');
          return !key.startsWith(`${folder === 'internal' ? 'common' : camel(folder)}.`);
        })
        .map(({ key, file }) => `${file} ${key}`),
    );
    const keys = readAllMessages().map(({ key }) => key);
    none(keys.filter((key, at) => keys.indexOf(key) !== at && !key.startsWith('session.')));
  });

  it('are all used', () => {
    const { isUsed } = readUsedKeys();
    none(
      readMessages()
        .filter(({ key }) => !isUsed(key))
        .map(({ key }) => key),
    );
  });
});

/** Languages that put no space between words. */
const WITHOUT_SPACES = ['ja', 'zh-hans'];
/** As voice control hears it: words without signs. What is filled in is a word that nobody sees. */
const spoken = (form, language) => {
  const words = form
    .replaceAll(/\{[^}]*\}/g, ' 0 ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return WITHOUT_SPACES.includes(language) ? words : ` ${words} `;
};
const formsOf = (message) => (typeof message === 'string' ? [message] : Object.values(message));

describe('an accessible name', () => {
  const pairs = readNamedWords();

  it('is looked for where it is', () => assert.ok(pairs.length > 5, `${pairs.length}`));

  for (const language of ['en', ...LANGUAGES])
    it(`has the words that are seen in it, so that they can be spoken: ${language}`, () => {
      const all =
        language === 'en' ? new Map(readAllMessages().map(({ key, message }) => [key, message])) : readLocale(language);
      none(
        pairs.flatMap(({ name, words, file }) =>
          formsOf(all.get(name))
            .filter((form) =>
              formsOf(all.get(words)).every((seen) => !spoken(form, language).includes(spoken(seen, language))),
            )
            .map((form) => `${file} ${name}: “${form}” lacks “${formsOf(all.get(words)).join('”, “')}” (${words})`),
        ),
      );
    });
});

describe('the languages', () => {
  for (const language of LANGUAGES) {
    it(`${language} has every sentence, with its params and its plural forms`, async () => {
      const missing = await missingIn(language);
      none(missing.map(({ key, why }) => `${key}: ${why ?? 'missing'}`));
      const keys = new Set(readAllMessages().map(({ key }) => key));
      none([...readLocale(language).keys()].filter((key) => !keys.has(key)));
    });

    it(`${language} says whether a native reader has reviewed it, and is used accordingly`, () => {
      const [, says] =
        /Reviewed by a native reader: (yes|no)\./.exec(textOf(`components/locales/${language}.ts`)) ?? [];
      const [, isReviewed] =
        new RegExp(`'?${language}'?: \\{ isReviewed: (true|false)`, 'i').exec(
          textOf('components/locales/languages.ts'),
        ) ?? [];
      assert.equal(isReviewed, String(says === 'yes'));
    });

    it(`${language} has no markup and no character that does not show`, () => {
      const texts = [...readLocale(language)].flatMap(([key, message]) =>
        (typeof message === 'string' ? [message] : Object.values(message)).map((form) => [key, form]),
      );
      none(
        texts
          .filter(([, form]) => /<\/?(?!mcp-|tag|link)[a-z]+>|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(form))
          .map(([key]) => key),
      );
    });
  }
});
