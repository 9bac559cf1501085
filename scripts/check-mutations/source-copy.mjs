// A copy of the source beside the real one, which nobody edits by accident and which goes away.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the tests of signing in, and of presses, need. The pages of `dist` are those that people come back to. */
const PARTS = [
  'src',
  'components',
  'scripts',
  'test/auth',
  'test/components/press-guard.test.ts',
  'test/components/press-guard-sequences.slow.test.ts',
  'test/storage',
  'test/fixtures',
  'test/requirements',
  'test/support/harness',
  'test/support/press',
  'test/support/questions.ts',
  'test/support/random.ts',
  'test/support/provider',
  'test/support/provider-plugin.mjs',
  'package.json',
  'tsconfig.json',
  'dist/oauth-callback.html',
  'dist/oauth-callback.js',
];

export class SourceCopy {
  #changed = new Map();

  /**
   * @param {string} root of the project
   * @param {readonly string[]} parts of it that are copied
   */
  constructor(root, parts = PARTS) {
    this.folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-mutations-'));
    for (const part of parts) cpSync(path.join(root, part), path.join(this.folder, part), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'), 'dir');
  }

  /**
   * @param {import('./mutations.mjs').Mutation['changes']} changes
   * @throws where a text is not there exactly once: a mutation that changes nothing proves nothing
   */
  change(changes) {
    for (const [name, from, to] of changes) {
      const file = path.join(this.folder, name);
      const text = readFileSync(file, 'utf8');
      const parts = text.split(from);
      if (parts.length !== 2) throw new Error(`${name} has this text ${parts.length - 1} times, not once:\n${from}`);
      this.#write(file, text, parts.join(to));
    }
  }

  /** Puts another text in one place of a file. */
  replace(name, start, end, to) {
    const file = path.join(this.folder, name);
    const text = readFileSync(file, 'utf8');
    this.#write(file, text, text.slice(0, start) + to + text.slice(end));
  }

  #write(file, before, text) {
    if (!this.#changed.has(file)) this.#changed.set(file, before);
    writeFileSync(file, text);
  }

  restore() {
    for (const [file, text] of this.#changed) writeFileSync(file, text);
    this.#changed.clear();
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
