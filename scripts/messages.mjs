// `npm run messages -- de`: what a language lacks, or has with other params than the English words, as the lines of its file
// (components/locales/de.ts). Exits 1 where there is something.
import { missingIn } from '../test/repo/messages.mjs';

const [language] = process.argv.slice(2);
if (!language) {
  console.error('Name a language: npm run messages -- de');
  process.exit(1);
}
const missing = await missingIn(language);
const quoted = (text) =>
  text.includes("'") || text.includes('\n') ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;
for (const { key, message, why } of missing) {
  const written =
    typeof message === 'string'
      ? quoted(message)
      : `{ ${Object.entries(message)
          .map(([category, form]) => `${category}: ${quoted(form)}`)
          .join(', ')} }`;
  console.log(`  '${key}': ${written},${why ? ` // ${why}` : ''}`);
}
console.error(`${missing.length} to do`);
process.exitCode = missing.length > 0 ? 1 : 0;
