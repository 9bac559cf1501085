import type { LitElement } from 'lit';
import type { Arrangement } from '../catalog-list/arrangement.js';
import type { SectionName } from './sections.js';

/** A list of a section, with the person's search in it. */
export type List = LitElement & {
  sought: string;
  arrangement: Arrangement;
  countMatches?(query: string): number;
  focusSearch?(): void;
};

/** The sections that are searched, and the elements of their lists. */
export const LISTS: readonly (readonly [section: SectionName, tag: string])[] = [
  ['tools', 'mcp-tool-list'],
  ['resources', 'mcp-resource-list'],
  ['prompts', 'mcp-prompt-list'],
];

/** The list of a section in a client: its own, or the one that the page slotted into it. */
export function listOf(client: LitElement, tag: string): List | undefined {
  const found = client.querySelector<List>(tag) ?? client.renderRoot.querySelector<List>(tag);
  return found && 'sought' in found ? found : undefined;
}
