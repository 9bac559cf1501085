// A reporter of node:test: tells each result to the parent process (node-lane.mjs), and ends the process after the last
// test, whatever the file left open.
/** The step after the last test (node-setup.mjs), which is not counted. */
export const END = 'the end of all files';

/** Milliseconds in which the messages reach the parent. */
const FAREWELL_MS = 20;

// oxlint-disable-next-line require-yield -- node:test wants a generator; nothing is printed here
export default async function* report(events) {
  const path = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') path.length = data.nesting;
    if (type === 'test:start') path[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { error, type: kind, duration_ms: duration } = data.details;
    const isEnd = data.nesting === 0 && data.name === END;
    // The tests of a failed group report the failure themselves.
    const isOwn = kind !== 'suite' || (type === 'test:fail' && error?.failureType !== 'subtestsFailed');
    if (isOwn && !(isEnd && type === 'test:pass')) {
      const how = type === 'test:fail' ? 'failed' : data.skip !== undefined ? 'skipped' : 'passed';
      const names = [...path.slice(0, data.nesting), data.name];
      // One that was bundled is a group of its own (node-setup.mjs).
      const file = names[0].endsWith('.test.ts') ? names.shift() : data.file;
      process.send?.({
        result: {
          file,
          how,
          name: names.join(' › ') || 'the file',
          duration,
          ...wordsOf(error),
        },
      });
    }
    if (!isEnd) continue;
    process.send?.({ isWhole: true });
    setTimeout(() => process.exit(), FAREWELL_MS);
  }
}

function wordsOf(error) {
  if (!error) return {};
  const { cause = error } = error;
  return { message: String(cause?.message ?? cause), stack: String(cause?.stack ?? '') };
}
