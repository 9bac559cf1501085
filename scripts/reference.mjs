// `npm run reference`: writes the documents that are made of the source and are not kept in git: what errors say, every limit, and
// what the specification asks with its tests; and draws the folders into docs/architecture.md. `npm run build` does it too.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as errors from '../test/repo/error-texts.mjs';
import * as requirements from '../test/requirements/document.mjs';
import { root } from '../test/repo/sources.mjs';
import { writeGraph } from './import-graph.mjs';
import * as limits from './limits.mjs';

const DOCUMENTS = [errors, limits, requirements];

/** Their paths, for the check of links. */
export const REFERENCE = DOCUMENTS.map(({ DOCUMENT }) => DOCUMENT);

export function writeReference() {
  for (const { DOCUMENT, documentText } of DOCUMENTS) writeFileSync(path.join(root, DOCUMENT), documentText());
  writeGraph();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeReference();
