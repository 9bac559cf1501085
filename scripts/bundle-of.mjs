// An entry as an application has it: for `npm run size` and `npm run budget`.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles an entry and its dependencies as an application does: the code that loads at once, and the code that loads later. */
export async function bundleOf(entry) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        output: {
          minify: true,
          // An application is not bundled again: notes for the next bundler are left out of it.
          comments: { annotation: false },
          // As most bundlers do: all code that loads at once is in one file, even if later files need it too.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        },
      },
    },
  });
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set();
  const add = (file) => {
    if (first.has(file) || !chunks.has(file)) return;
    first.add(file);
    chunks.get(file).imports.forEach(add);
  };
  add(output.find((chunk) => chunk.isEntry).fileName);
  const codeOf = (files) => Buffer.from(files.map((file) => chunks.get(file).code).join('\n'));
  return {
    first: codeOf([...first]),
    later: output
      .filter(({ fileName }) => !first.has(fileName))
      .map(({ name, fileName }) => ({ name, bytes: codeOf([fileName]) })),
  };
}
