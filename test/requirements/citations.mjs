// Which test cites which requirement, read from the syntax of the tests: a word in a comment is only a word.
import { parseSync } from 'vite';
import { filesIn, textOf } from '../repo/sources.mjs';

/** @returns {{ id: string | undefined, file: string, line: number, test: string | undefined }[]} every `verifies('…')`;
 * `id` is undefined where it is no plain string, `test` where it stands in no test that runs */
export function citations() {
  return filesIn('test', '.ts')
    .filter((file) => !file.startsWith('test/requirements/') && textOf(file).includes('verifies('))
    .flatMap(citationsIn);
}

function citationsIn(file) {
  const text = textOf(file);
  const { program } = parseSync(file, text, { lang: 'ts' });
  const found = [];
  const visit = (node, test) => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, test));
    if (node === null || typeof node !== 'object') return undefined;
    if (node.type === 'CallExpression') {
      const { callee, arguments: args } = node;
      if (callee.name === 'it') test = titleOf(args[0], text);
      if (callee.name === 'verifies')
        for (const { value } of args)
          found.push({
            id: typeof value === 'string' ? value : undefined,
            file,
            line: text.slice(0, node.start).split('\n').length,
            test,
          });
    }
    for (const child of Object.values(node)) if (child && typeof child === 'object') visit(child, test);
    return undefined;
  };
  visit(program, undefined);
  return found;
}

/** As written, without its quotes. */
const titleOf = (title, text) => (title ? text.slice(title.start + 1, title.end - 1) : undefined);
