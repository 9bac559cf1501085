// The results so far, in node_modules/.cache: an interrupted run goes on where it was. They hold for one state of the source
// and its tests, because a changed test may notice more.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folders that decide whether a mutant is noticed. */
const READ = ['src', 'components', 'test'];
/** Applications and servers that no test of a mutant starts. */
const NOT_READ = /^test\/(?:frameworks|servers)\//;

export class Results {
  #file;
  #state;
  #found = new Map();

  /** @param {string} root of the project */
  constructor(root, { again = false } = {}) {
    this.#file = path.join(root, 'node_modules/.cache/mcp-embed/mutants.json');
    this.#state = stateOf(root);
    if (again) return;
    try {
      const { state, found } = JSON.parse(readFileSync(this.#file, 'utf8'));
      if (state === this.#state) this.#found = new Map(found);
    } catch (error) {
      // The first run, or one that ended while it wrote.
      if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
    }
  }

  /** @returns {{ by?: string } | undefined} `by`: the test that noticed it */
  of(mutant) {
    return this.#found.get(keyOf(mutant));
  }

  note(mutant, result) {
    this.#found.set(keyOf(mutant), result);
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ state: this.#state, found: [...this.#found] }));
  }
}

const keyOf = ({ id, from, to }) => JSON.stringify([id, from, to]);

function stateOf(root) {
  const hash = createHash('sha256');
  for (const folder of READ)
    for (const name of readdirSync(path.join(root, folder), { recursive: true }).sort()) {
      const file = `${folder}/${name.replaceAll(path.sep, '/')}`;
      if (/\.(?:ts|mjs|js|json|html)$/.test(file) && !NOT_READ.test(file))
        hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
    }
  return hash.digest('hex');
}
