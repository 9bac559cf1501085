// For the suite's command line on Node 20, given with `node --import`: it imports `globSync`, which `fs` has from Node 22
// on, and uses it in a command that is not run here. Without the name in the import it starts.
import * as fs from 'node:fs';
import { register } from 'node:module';

const SUITE = /\/@modelcontextprotocol\/conformance\/dist\/index\.js$/;

if (!('globSync' in fs)) register(import.meta.url);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!SUITE.test(url)) return nextLoad(url, context);
  const source = fs.readFileSync(new URL(url), 'utf8').replace(/\bglobSync as \w+,/, '');
  return { format: 'module', source, shortCircuit: true };
}
