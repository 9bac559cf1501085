/**
 * The name to show: for tools `title`, then `annotations.title`, then `name`; for everything else `title`, then `name`.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#basemetadata
 */
export function displayName(item: {
  readonly name: string;
  readonly title?: string | undefined;
  readonly annotations?: object | undefined;
}): string {
  const annotated = item.annotations && 'title' in item.annotations ? item.annotations.title : undefined;
  return item.title || (typeof annotated === 'string' && annotated) || item.name;
}
