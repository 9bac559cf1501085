import type { ToolResult } from 'mcp-embed';

/** What a result says. */
export function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

export function write(id: string, text: string): void {
  document.querySelector(`#${id}`)?.replaceChildren(text);
}
