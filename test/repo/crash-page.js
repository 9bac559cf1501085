// What crashes.slow.test.mjs has a page do until its browser is killed.
import { createStorage } from '../../src/storage/storage.ts';

const SERVER = 'https://crash.example/mcp';
const storage = createStorage('local', 'crashes');

/** Writes one record after the other, and says of each that it is kept. */
export async function write(kind, count) {
  for (let number = 0; number < count; number++) {
    const more = { group: 'tool', name: `set ${number}`, values: { number, text: 'x'.repeat(2000) } };
    await storage.put(kind, [{ server: SERVER, id: `${kind} ${number}`, at: Date.now(), ...more }]);
    await globalThis.isKept(number);
  }
}

/** Numbers of those that are there, in order. */
export async function numbers(kind) {
  const found = await storage.list(kind, { server: SERVER });
  return found.map(({ values }) => values.number).toSorted((one, other) => one - other);
}
