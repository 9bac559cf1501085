// Every file that the page may load through its import map is there: those that load late too.
import { readFileSync } from 'node:fs';
import { init, parse } from 'es-module-lexer';

await init;
const page = new URL('index.html', import.meta.url);
const { imports: map } = JSON.parse(/<script type="importmap">([^]*?)<\/script>/.exec(readFileSync(page, 'utf8'))[1]);
const problems = new Set();
const seen = new Set();

function visit(file) {
  if (seen.has(file.href)) return;
  seen.add(file.href);
  let code;
  try {
    code = readFileSync(file, 'utf8');
  } catch {
    return problems.add(`${file.pathname} is not there`);
  }
  const [found, , , hasModuleSyntax] = parse(code);
  if (!hasModuleSyntax) problems.add(`${file.pathname} is no module`);
  for (const { n: specifier } of found) if (specifier) visit(resolve(specifier, file) ?? file);
}

function resolve(specifier, from) {
  if (/^(?:\.{0,2}\/|[a-z]+:)/.test(specifier)) return new URL(specifier, from);
  if (map[specifier]) return new URL(map[specifier], page);
  const folder = Object.keys(map).find((key) => key.endsWith('/') && specifier.startsWith(key));
  if (folder) return new URL(map[folder] + specifier.slice(folder.length), page);
  problems.add(`${specifier} is not in the import map (${from.pathname})`);
  return undefined;
}

visit(resolve('mcp-embed/define', page));
for (const problem of problems) console.error(problem);
console.log(`${seen.size} files`);
process.exitCode = problems.size > 0 ? 1 : 0;
