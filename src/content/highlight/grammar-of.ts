import { loadOnce } from '../../util/load-once.js';
import type { LineGrammar } from './line-grammar.js';

type Group = 'web' | 'data' | 'programs';

/** Each group is a file that loads when one of its languages is shown: 16, 16 and 15 KB gzip. */
const LOADERS: Readonly<Record<Group, () => Promise<{ readonly grammars: Readonly<Record<string, LineGrammar>> }>>> = {
  web: () => loadOnce('code-web', () => import('./grammars-web.js')),
  data: () => loadOnce('code-data', () => import('./grammars-data.js')),
  programs: () => loadOnce('code-programs', () => import('./grammars-programs.js')),
};

/** Each language, with the other names it goes by in fences and file names. */
const LANGUAGES: Readonly<Record<Group, Readonly<Record<string, string>>>> = {
  web: {
    css: '',
    scss: 'sass',
    less: '',
    html: 'htm xhtml vue svelte astro handlebars',
    javascript: 'js mjs cjs jsx node ecmascript',
    json: 'json5 jsonc jsonl ndjson geojson jsonld',
    typescript: 'ts mts cts tsx',
    xml: 'svg rss atom xsl xslt xsd plist wsdl mathml',
  },
  data: {
    bash: 'sh shell zsh ksh console shellscript shell-session',
    diff: 'patch',
    dockerfile: 'docker containerfile',
    ini: 'properties conf cfg env dotenv editorconfig desktop',
    markdown: 'md mdx',
    sql: 'mysql postgresql postgres pgsql plsql sqlite mssql tsql',
    toml: '',
    yaml: 'yml',
  },
  programs: {
    c: 'h',
    cpp: 'c++ cc cxx hpp hxx',
    csharp: 'c# cs dotnet',
    go: 'golang',
    java: '',
    kotlin: 'kt kts',
    php: 'php3 php4 php5 phtml',
    python: 'py py3 python3 pyi',
    ruby: 'rb rake gemspec',
    rust: 'rs',
    swift: '',
  },
};

const byName = new Map<string, readonly [Group, string]>();
for (const [group, languages] of Object.entries(LANGUAGES))
  for (const [language, others] of Object.entries(languages))
    for (const name of [language, ...others.split(' ')]) byName.set(name, [group as Group, language]);

/** The usual name of a language that there are colours for, by any of its names. */
export function languageOf(name: string): string | undefined {
  return name === '' ? undefined : byName.get(name.toLowerCase())?.[1];
}

/** True where there are colours for the language, by any of its names. */
export function isColoured(language: string): boolean {
  return languageOf(language) !== undefined;
}

/** The grammar of a language, fetched if need be; undefined where there is none, or where it cannot be had. */
export async function grammarOf(language: string): Promise<LineGrammar | undefined> {
  const found = language === '' ? undefined : byName.get(language.toLowerCase());
  if (!found) return undefined;
  const [group, name] = found;
  try {
    return (await LOADERS[group]()).grammars[name];
  } catch {
    return undefined;
  }
}
