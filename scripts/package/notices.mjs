// The licences of the packages whose code is in our files: a comment at the top of each file names the packages in it, and
// THIRD-PARTY-NOTICES.txt has the texts. MIT, ISC and BSD ask for the copyright line and the text with every copy, Apache 2.0 for the
// text and the NOTICE file.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/** The licence that we take if a package leaves the choice. */
const CHOSEN = { 'MPL-2.0 OR Apache-2.0': 'Apache-2.0' };
/** Helpers that a bundler writes into its output have no file: `\0rolldown/runtime.js`, `\0@oxc-project+runtime@0.1.0/…`. */
const HELPERS = /^\0(?:rolldown|@oxc-project)[/+]/;
/** As written in licence files. Not the words of a licence about copyright, and not the form to fill in of Apache 2.0. */
const COPYRIGHT = /^[ \t]*(?:Portions )?Copyright (?:\(c\)|©|\d{4}|[A-Z])[^\n]*/gim;
const WORDS_OF_LICENCE = /copyright (?:notice|holder|owner|license|statement)/i;

/**
 * @typedef {{ name: string, version: string, license: string, copyright: string[], text: string }} Bundled
 *   `text`: the whole licence, and the NOTICE file where there is one
 */

const known = new Map();

/**
 * The packages that these modules come from, by name; our own modules have none.
 * @param {Iterable<string>} modules ids of the bundler
 * @returns {Bundled[]}
 * @throws where a package does not say its licence, or offers several of which none is chosen
 */
export function packagesOf(modules) {
  const found = [];
  for (const id of modules) {
    const folder = folderOf(id);
    if (!folder) continue;
    if (!known.has(folder)) known.set(folder, describe(folder, id));
    const one = known.get(folder);
    found.push(one);
  }
  return byName(found);
}

/** The folder of the package that a module is from, or undefined for one of ours. */
function folderOf(id) {
  if (HELPERS.test(id)) return path.join(root, 'node_modules/rolldown');
  if (id.startsWith('\0')) throw new Error(`scripts/package/notices.mjs: whose code is ${id.slice(1)}?`);
  const at = id.lastIndexOf('/node_modules/');
  if (at < 0) return undefined;
  const names = id.slice(at + '/node_modules/'.length).split('/');
  return path.join(id.slice(0, at), 'node_modules', ...names.slice(0, names[0].startsWith('@') ? 2 : 1));
}

function describe(folder, id) {
  const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const offered = license?.replace(/^\((.*)\)$/, '$1');
  const chosen = CHOSEN[offered] ?? offered;
  if (!chosen || / OR /.test(chosen))
    throw new Error(`${name} has the licence ${offered}: choose one in scripts/package/notices.mjs.`);
  const files = readdirSync(folder);
  const read = (file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  const file = files.find((one) => /^(?:licen[cs]e|copying)\b(?!-mpl)/i.test(one));
  const notice = files.find((one) => /^notice\b/i.test(one));
  const own = file && read(file);
  const copyright = copyrightIn(own ?? '') ?? copyrightOfModule(id) ?? [copyrightOfAuthor(author, name)];
  return {
    name,
    version,
    license: chosen,
    copyright,
    text: [own ?? standardText(chosen, copyright, name), notice && read(notice)].filter(Boolean).join('\n\n'),
  };
}

function copyrightIn(text) {
  const lines = [...text.matchAll(COPYRIGHT)]
    .map(([line]) => line.trim())
    .filter((line) => !WORDS_OF_LICENCE.test(line));
  return lines.length > 0 ? [...new Set(lines)] : undefined;
}

/** DOMPurify, for one, has its line in its code: `/*! @license DOMPurify 3.4.18 | (c) Cure53 and other contributors | …`. */
function copyrightOfModule(id) {
  const [comment] = (existsSync(id) && /^\s*\/\*!?[^]*?\*\//.exec(readFileSync(id, 'utf8'))) || [];
  const [line] = /\(c\) [^|\n*]+/i.exec(comment ?? '') ?? [];
  return line && [`Copyright ${line.trim()}`];
}

function copyrightOfAuthor(author, name) {
  const who = typeof author === 'string' ? author : author?.name;
  if (!who) throw new Error(`${name} does not say whose it is: see scripts/package/notices.mjs.`);
  return `Copyright (c) ${who}`;
}

/** For a package that names MIT and has no file of it. */
function standardText(license, copyright, name) {
  if (license !== 'MIT') throw new Error(`${name} has no text of its licence ${license}.`);
  const [, terms] = /^(Permission is hereby granted[^]*)$/m.exec(readFileSync(path.join(root, 'LICENSE'), 'utf8'));
  return `MIT License (the package names it and has no file with its text)\n\n${copyright.join('\n')}\n\n${terms.trim()}`;
}

/**
 * The comment for the top of a file. @param {Bundled[]} packages @param {string} [own] how we are named in it
 */
export function bannerOf(packages, own) {
  const lines = packages.map(({ name, version, license, copyright }) =>
    [`${name} ${version}`, license, ...copyright].join(' | '),
  );
  if (lines.length > 0)
    lines.unshift(`${own ? `${own} It contains` : 'Contains'} these packages, whose licences are in ${NOTICES}:`);
  else if (own) lines.push(own);
  return lines.length > 0 ? `/*! ${lines.join('\n').replaceAll('*/', '* /')} */` : '';
}

const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const OURS = `${manifest.name} ${manifest.version} | ${manifest.license}.`;
/** Lists of the packages in each file, which the builds leave for {@link writeNotices}. */
const LIST = /^\.packages-.*\.json$/;

/**
 * Puts the comment on top of each file that is built, and leaves a list of the packages for what is written of all builds.
 * @param {{ build: string, namesUs?: boolean }} options `build`: name of the list; `namesUs`: in every file, not only in those that contain others
 * @returns {import('vite').Plugin}
 */
export function licenceNotices({ build, namesUs = false, first = '' }) {
  const banner = ({ moduleIds }) => first + bannerOf(packagesOf(moduleIds), namesUs ? OURS : undefined);
  return {
    name: 'licence-notices',
    // Not `banner`: the minifier removes it with the comments of the packages.
    outputOptions: (options) => ({ ...options, postBanner: banner }),
    // The comment is not part of the code from which the hash in the name of a file is made.
    augmentChunkHash: banner,
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap(({ type, fileName, moduleIds }) =>
        type === 'chunk' ? [[fileName, packagesOf(moduleIds)]] : [],
      );
      this.emitFile({
        type: 'asset',
        fileName: `.packages-${build}.json`,
        source: JSON.stringify(Object.fromEntries(files)),
      });
    },
  };
}

/** Code that loads at once has no file of its own: it is put into this one (`atOnceInFirstFile` of scripts/script-tag-plugins.mjs). */
const FIRST = 'mcp-embed.js';

/** Each once, by name. @param {Bundled[]} packages */
function byName(packages) {
  const unique = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Makes one text of the lists that the builds left in a folder, and removes them.
 * @returns {Map<string, Bundled[]>} what is in which file
 */
export function writeNotices(folder) {
  const files = new Map();
  for (const list of readdirSync(folder).filter((file) => LIST.test(file))) {
    for (const [file, packages] of Object.entries(JSON.parse(readFileSync(path.join(folder, list), 'utf8')))) {
      const there = existsSync(path.join(folder, file)) ? file : FIRST;
      files.set(there, byName([...(files.get(there) ?? []), ...packages]));
    }
    rmSync(path.join(folder, list));
  }
  const all = new Map([...files.values()].flat().map((one) => [`${one.name} ${one.version}`, one]));
  const texts = [...all].sort(([a], [b]) => (a < b ? -1 : 1));
  const rule = '-'.repeat(80);
  const parts = texts.map(
    ([title, { license, copyright, text }]) =>
      `${rule}\n${title}\nLicence: ${license}\n${copyright.join('\n')}\n${rule}\n\n${text}\n`,
  );
  writeFileSync(
    path.join(folder, NOTICES),
    `The files of ${manifest.name} ${manifest.version} beside this one contain code of these packages. Copy this file where you copy them.\n\n${parts.join('\n\n')}`,
  );
  return files;
}
