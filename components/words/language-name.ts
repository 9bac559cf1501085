import { languageOf } from '../../src/content/index.js';

/** Names of languages that differ from the identifier by more than a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'shell',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  html: 'HTML',
  ini: 'settings',
  javascript: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  scss: 'SCSS',
  sql: 'SQL',
  toml: 'TOML',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};
/** Characters of a language's name that are shown. The name may come from the server. */
const MAX_LANGUAGE_NAME_SHOWN = 30;

/** The name of a programming language for people: `TypeScript` for `ts`; an unknown one as it is called, `Mermaid`. */
export function languageName(language: string): string {
  const known = languageOf(language) ?? language.slice(0, MAX_LANGUAGE_NAME_SHOWN);
  const name = Object.hasOwn(NAMES, known) ? NAMES[known]! : known;
  return name.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
