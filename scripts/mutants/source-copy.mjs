// A temporary copy of the source, so that the real one is never changed.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The files that the tests of all parts need. */
const COPIED = [
  'src',
  'components',
  'cli',
  'scripts',
  'test',
  'demo',
  'bench',
  'package.json',
  'tsconfig.json',
  'web-test-runner.config.mjs',
  'dist',
];

export class SourceCopy {
  #changed = new Map();

  /** @param {string} root of the project */
  constructor(root) {
    this.folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-mutants-'));
    for (const part of COPIED) cpSync(path.join(root, part), path.join(this.folder, part), { recursive: true });
    // All but .cache: two copies that run side by side must not share their bundles.
    const packages = path.join(this.folder, 'node_modules');
    mkdirSync(packages);
    for (const name of readdirSync(path.join(root, 'node_modules')))
      if (name !== '.cache') symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  }

  /** @param {import('./draw.mjs').Mutant} mutant */
  change({ file, start, end, to }) {
    const name = path.join(this.folder, file);
    const text = readFileSync(name, 'utf8');
    if (!this.#changed.has(name)) this.#changed.set(name, text);
    writeFileSync(name, text.slice(0, start) + to + text.slice(end));
  }

  restore() {
    for (const [name, text] of this.#changed) writeFileSync(name, text);
    this.#changed.clear();
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
