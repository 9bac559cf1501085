// The words of the elements: none stands in a template, each is used, and each language has all of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  LANGUAGES,
  literalWords,
  messagesToTranslate,
  missingIn,
  readLocaleFile,
  namedButtons,
  readAllMessages,
  readLocale,
  readMessages,
  readUsedKeys,
} from './messages.mjs';
import { camelCase, textOf } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);

/** Words of buttons that mean the same wherever they stand. */
const SHARED = [
  'Try again',
  'Cancel',
  'Close',
  'More',
  'Less',
  'Copy',
  'Copied',
  'Not copied',
  'Save',
  'Edit',
  'Erase',
];

/** Words that are no language: an address to copy. */
const SAMPLES = ['components/roots/roots.ts: file:///home/me/project'];

describe('the words of the elements', () => {
  it('stand in a catalogue and not in a template', () => {
    none(literalWords().filter((words) => !SAMPLES.includes(words)));
  });

  it('have a key each, which begins with the name of their folder', () => {
    none(
      readMessages()
        .filter(({ key, file }) => {
          const [, folder] = file.split('/');
          return !key.startsWith(`${folder === 'words' ? 'common' : camelCase(folder)}.`);
        })
        .map(({ key, file }) => `${file} ${key}`),
    );
    const keys = readAllMessages().map(({ key }) => key);
    none(keys.filter((key, at) => keys.indexOf(key) !== at && !key.startsWith('session.')));
  });

  it('stand once, in `common`, where they are on buttons of several folders', () => {
    none(
      readMessages()
        .filter(({ message, key }) => SHARED.includes(message) && !key.startsWith('common.'))
        .map(({ key, message }) => `${key}: ${message}`),
    );
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

// https://www.w3.org/TR/WCAG22/#label-in-name
describe('the name of a button', () => {
  for (const language of ['en', ...LANGUAGES])
    it(`has in it the words that stand on the button: ${language}`, () => {
      const catalogue =
        language === 'en' ? new Map(readMessages().map(({ key, message }) => [key, message])) : readLocale(language);
      const small = (key) => catalogue.get(key).toLocaleLowerCase(language);
      const buttons = namedButtons();
      assert.ok(buttons.length > 4);
      none(
        buttons
          .filter(({ name, words }) => !small(name).includes(small(words)))
          .map(({ name, words }) => `“${catalogue.get(words)}” is not in “${catalogue.get(name)}”`),
      );
    });
});

describe('the languages', () => {
  for (const language of LANGUAGES) {
    it(`${language} has every sentence, with its params and its plural forms`, () => {
      const missing = missingIn(language);
      none(missing.map(({ key, why }) => `${key}: ${why ?? 'missing'}`));
      const keys = new Set(messagesToTranslate().map(({ key }) => key));
      none([...readLocale(language).keys()].filter((key) => !keys.has(key)));
    });

    it(`${language} says whether a native reader has reviewed it, and is used accordingly`, () => {
      const [, isReviewed] =
        new RegExp(`'?${language}'?: \\{ isReviewed: (true|false)`, 'i').exec(
          textOf('components/locales/languages.ts'),
        ) ?? [];
      assert.equal(isReviewed, String(readLocaleFile(language).isReviewed));
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
