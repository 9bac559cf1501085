// The words of a language are in the package once: the file of the script tag has them, and the npm entry takes them from it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const LINK = /\n\/\/# sourceMappingURL=\S+\s*$/;

/** @param {string} folder a whole build */
export function shareLanguages(folder) {
  const locales = path.join(folder, 'components/locales');
  const files = readdirSync(folder);
  for (const file of readdirSync(locales)) {
    const [, language] = /^(.+)\.js$/.exec(file) ?? [];
    if (!language || language === 'languages') continue;
    const shared = files.find((name) => new RegExp(`^mcp-embed-${language}-[^.]*\\.js$`).test(name));
    if (!shared) throw new Error(`The script-tag files have no words of ${language}.`);
    const whole = path.join(folder, shared);
    // Words are no code: nobody looks for the line of one.
    rmSync(`${whole}.map`);
    writeFileSync(whole, readFileSync(whole, 'utf8').replace(LINK, '\n'));
    writeFileSync(path.join(locales, file), `export { messages } from '../../${shared}';\n`);
  }
}
