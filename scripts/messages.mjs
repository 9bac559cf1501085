// `npm run messages -- de`: what a language lacks, or has with other params than the English words, as the lines of its file
// (components/locales/de.json). Exits 1 where there is something.
import { missingIn } from '../test/repo/messages.mjs';

const [language] = process.argv.slice(2);
if (!language) {
  console.error('Name a language: npm run messages -- de');
  process.exit(1);
}
const missing = missingIn(language);
for (const { key, message, why } of missing) {
  if (why) console.error(`${key} ${why}:`);
  console.log(`    ${JSON.stringify(key)}: ${JSON.stringify(message)},`);
}
console.error(`${missing.length} to do`);
process.exitCode = missing.length > 0 ? 1 : 0;
