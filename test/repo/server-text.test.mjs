// Text of a server reaches the screen through one template function, which makes visible what is hidden in it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { filesIn } from './sources.mjs';

/** Where Lit's own template function may be used: the one that wraps it, and what that is made of. */
const WRAPPED = ['components/internal/html.ts', 'components/internal/html.ts'];
/** Ways around templates. What goes through them has to be made visible there, unless it is our own word for word. */
const AROUND = /\.(?:textContent|innerText|title|placeholder|ariaLabel) = |createTextNode\(/;
const OWN_WORDS = / = (?:''|'[^']*'|[A-Z_]+);?$/;

const files = filesIn('components', '.ts').map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));

describe('text of a server', () => {
  it('is shown by templates that make hidden characters visible', () => {
    const others = files.filter(
      ({ file, lines }) =>
        !WRAPPED.includes(file) && /import \{[^}]*\b(?:html|svg as html)\b[^}]*\} from 'lit'/.test(lines.join('\n')),
    );
    assert.deepEqual(
      others.map(({ file }) => `${file}: take html from components/internal/html.ts`),
      [],
    );
  });

  it('does not get past templates unseen', () => {
    const around = files.flatMap(({ file, lines }) =>
      lines.flatMap((line, at) =>
        AROUND.test(line) && !/visibleText\(/.test(line) && !OWN_WORDS.test(line.trim())
          ? [`${file}:${at + 1} ${line.trim()}`]
          : [],
      ),
    );
    assert.deepEqual(around, []);
  });
});
