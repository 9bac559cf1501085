// The applications of test/frameworks, and what their fixture.json says.
import { readFileSync, readdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../test/frameworks', import.meta.url));

/**
 * @typedef {object} Fixture
 * @property {string} name its folder
 * @property {string} source the path of its folder
 * @property {string} title
 * @property {Record<string, string>} versions shown in docs/frameworks.md
 * @property {string} [typecheck] a command
 * @property {string} [build] a command; none: the sources are served as they are
 * @property {{ static: string } | { command: string }} serve a folder of files, or a command that listens on PORT
 * @property {string} [base] the path under which the page is; `/` by default
 * @property {Docs} [docs] what docs/frameworks.md says of it
 *
 * @typedef {object} Docs all of it is Markdown
 * @property {string} [import] the row of the table: the import,
 * @property {string} [property] how a property is set,
 * @property {string} [boolean] how a boolean attribute is written,
 * @property {string} [event] how an event is listened to,
 * @property {string} [types] what is typed,
 * @property {string} [notes] what one must know
 * @property {string} [text] a paragraph above the examples
 * @property {string[]} [examples] its files that the document shows
 */

/** @returns {Fixture[]} by name */
export function fixtures() {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'fixture.json')))
    .map(({ name }) => {
      const source = path.join(folder, name);
      return { name, source, ...JSON.parse(readFileSync(path.join(source, 'fixture.json'), 'utf8')) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
