// The list of elements, which is components/index.ts: one line for each, under the heading of its group.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const HEADING = /^\/\* Group ([a-z-]+):/;
const ELEMENT = /^export \{ (Mcp\w+Element) \} from '\.\/(.+)\.js';$/;

/** The group whose elements are registered from the start. */
export const FIRST_GROUP = 'hosts';

/**
 * @param {string} root the repository
 * @returns {{ tag: string, className: string, module: string, group: string }[]} `module` is relative to components, without its ending
 */
export function listElements(root) {
  const elements = [];
  let group;
  for (const line of readFileSync(path.join(root, 'components/index.ts'), 'utf8').split('\n')) {
    const [, heading] = HEADING.exec(line) ?? [];
    const [, className, module] = ELEMENT.exec(line) ?? [];
    // After the last group come lines that name no element.
    group = heading ?? (line === '' ? undefined : group);
    if (!className) continue;
    if (!group)
      throw new Error(`components/index.ts: ${className} stands under no heading, as in /* Group forms: … */`);
    elements.push({ tag: tagOf(className), className, module, group });
  }
  return elements;
}

/** `McpToolFormElement` is `mcp-tool-form`. */
function tagOf(className) {
  return className
    .replace(/Element$/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase();
}
