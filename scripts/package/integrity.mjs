// Hashes for Subresource Integrity: dist/integrity.json, with the lines of HTML that use them.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const INTEGRITY = 'integrity.json';
const MODULE = 'mcp-embed.js';
const LIBRARY = 'mcp-embed.esm.js';
const CLASSIC = 'mcp-embed.iife.js';
/** A public network that serves the files of a version as they are in the package. */
const CDN = (name, version) => `https://cdn.jsdelivr.net/npm/${name}@${version}/dist/`;

/** As the attribute `integrity` has it. */
export const hashOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * The lines of HTML that load the files from an address, with their hashes.
 * @param {Record<string, string>} files name → hash
 * @param {string} base the address of their folder, with a slash at its end
 */
export function scriptTags(files, base) {
  const modules = Object.keys(files).filter(
    (file) => file === MODULE || file === LIBRARY || /^mcp-embed-.*\.js$/.test(file),
  );
  const integrity = Object.fromEntries(modules.map((file) => [`${base}${file}`, files[file]]));
  const importMap = JSON.stringify({ integrity }, undefined, 2);
  const attributes = (file, name = 'src') =>
    `${name}="${base}${file}" integrity="${files[file]}" crossorigin="anonymous"`;
  return {
    module: [
      `<script type="importmap">\n${importMap}\n</script>`,
      `<script type="module" ${attributes(MODULE)}></script>`,
    ].join('\n'),
    classic: `<script defer ${attributes(CLASSIC)}></script>`,
  };
}

/**
 * Writes the hashes of the script-tag files in a folder, and the HTML for the address of this version.
 * @param {{ name: string, version: string }} manifest of the package
 */
export function writeIntegrity(folder, { name, version }) {
  const names = readdirSync(folder).filter((file) => /^(?:mcp-embed(?:[-.].+)?|oauth-callback)\.js$/.test(file));
  const files = Object.fromEntries(names.sort().map((file) => [file, hashOf(readFileSync(path.join(folder, file)))]));
  const base = CDN(name, version);
  const written = { version, files, base, html: scriptTags(files, base) };
  writeFileSync(path.join(folder, INTEGRITY), `${JSON.stringify(written, undefined, 2)}\n`);
  return written;
}
