/** The subject of a message, if its method has many targets: a name, an address, a task, a level. */
export function subjectOf(params: unknown): string | undefined {
  const { name, uri, taskId, level } = (params ?? {}) as Readonly<Record<string, unknown>>;
  return [name, uri, taskId, level].find((value) => typeof value === 'string');
}
