// The set-ups of test/servers, and what their setup.json says.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../test/servers', import.meta.url));

/**
 * @typedef {object} Setup
 * @property {string} name its folder
 * @property {string} source the path of its folder
 * @property {string} title shown in docs/servers.md
 * @property {string} group the heading under which the page has it
 * @property {Record<string, string>} [packages] of npm, with one exact version each; the first one is what the set-up is about
 * @property {Record<string, string>} [python] packages of PyPI, with one exact version each
 * @property {number} [node] the oldest major version of Node that it runs on
 * @property {string[]} [build] a command that is run once, in the copy of its folder
 * @property {string[]} start the command, without a shell. `{port}`: a free port; `{here}`: the copy of its folder; `{files}`:
 * a folder with one file in it; `{browser}`: the Chromium of these tests
 * @property {Record<string, string>} [environment] with the same placeholders
 * @property {number} [port] the port that is written in the code of the server; a free one is taken instead
 * @property {string} [url] where it listens; none: a stdio server, which the relay of the command starts
 * @property {Record<string, string>} [headers] that the page sends
 * @property {'never'} [direct] the page must not ask by itself, because a server ends with its first client
 * @property {Call} call
 * @property {string} [broken] why it cannot work, where that is not for this package to mend, in one sentence
 * @property {string} [note] what one must know, in Markdown
 * @property {string[]} [standsFor] servers that take the same way through this package, and have no set-up of their own
 *
 * @typedef {object} Call
 * @property {string} tool
 * @property {Record<string, unknown>} [arguments] with `{here}` and `{files}`
 * @property {Record<string, unknown>} [answer] what the person answers when the server asks
 * @property {'error'} [expect] the server says that it failed, because it needs the internet or a key
 */

/** @returns {Setup[]} in the order of the page: by group, then by name */
export function setups() {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'setup.json')))
    .map(({ name }) => {
      const source = path.join(folder, name);
      return { name, source, ...JSON.parse(readFileSync(path.join(source, 'setup.json'), 'utf8')) };
    })
    .sort(
      (one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group) || BY_NAME.compare(one.name, other.name),
    );
}

export const GROUPS = ['SDK 1', 'SDK 2', 'Reference servers', 'Frameworks', 'Gateways', 'Products', 'Apps', 'Python'];

/** `sdk-1.5` before `sdk-1.10`. */
const BY_NAME = new Intl.Collator('en', { numeric: true });
