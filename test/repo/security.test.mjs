// What the strict content security policy, and the promise behind it, forbid in our code: no inline style, no string that
// becomes markup or code.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesIn, sourceOf, textOf } from './sources.mjs';

const sources = ['src', 'components', 'cli'].flatMap((folder) => filesIn(folder, '.ts')).map(sourceOf);
const at = ({ file }, { line }) => `${file}:${line}`;
const none = (problems) => assert.deepEqual(problems, []);

describe('what a strict policy forbids', () => {
  it('no style attribute in a template', () => {
    none(
      sources.flatMap((source) =>
        source.templates.filter(({ text }) => /\sstyle\s*=/.test(text)).map((one) => at(source, one)),
      ),
    );
  });

  it('no directive or property that turns a string into markup, style attribute or code', () => {
    const forbidden = /^(unsafeHTML|unsafeSVG|unsafeMathML|unsafeStatic|unsafeCSS|styleMap|eval)$/;
    const properties =
      /\.(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)\b|\.cssText\s*\+?=(?!=)|\.write(ln)?\(\s*['"`<]/;
    none([
      ...sources.flatMap((source) =>
        source.names.filter(({ name }) => forbidden.test(name)).map((one) => `${at(source, one)} ${one.name}`),
      ),
      ...sources.flatMap((source) =>
        source.created.filter(({ name }) => name === 'Function').map((one) => `${at(source, one)} new Function`),
      ),
      ...sources.flatMap(({ file }) =>
        textOf(file)
          .split('\n')
          .map((line, index) => (properties.test(line.replace(/\/\/.*|^\s*\*.*/, '')) ? `${file}:${index + 1}` : ''))
          .filter(Boolean),
      ),
    ]);
  });

  it('no handler attribute in a template', () => {
    none(
      sources.flatMap((source) =>
        source.templates.filter(({ text }) => /\son[a-z]+\s*=/.test(text)).map((one) => at(source, one)),
      ),
    );
  });
});

describe('demo pages', () => {
  it('have no inline script, style or handler', () => {
    const inline = /<script(?![^>]*\ssrc=)[^>]*>\s*\S|<style[\s>]|\sstyle=|\son[a-z]+=/i;
    none(filesIn('demo', '.html').filter((file) => inline.test(textOf(file).replace(/<!--[^]*?-->/g, ''))));
  });
});
