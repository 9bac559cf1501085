// The other side of node-subject.mjs.
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';

const cpuMs = ({ user, system }) => (user + system) / 1000;

if (process.argv[2] === '--import') {
  const url = pathToFileURL(process.argv[3]).href;
  const before = process.cpuUsage();
  await import(url);
  process.send(cpuMs(process.cpuUsage(before)), () => process.exit());
} else {
  const { createSubject } = await import('../operations.js');
  const subject = createSubject(await import(pathToFileURL(process.argv[2]).href));
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const methods = {
    ...subject,
    async measure(...args) {
      globalThis.gc();
      const before = process.cpuUsage();
      await subject.run(...args);
      return cpuMs(process.cpuUsage(before));
    },
    /** Bytes in use and objects alive after a collection, and a moment for pending work to end. */
    async remains() {
      for (let times = 0; times < 3; times++) {
        await pause(100);
        globalThis.gc();
      }
      const count = (type) => v8.queryObjects?.(type, { format: 'count' });
      return { heap: process.memoryUsage().heapUsed, signals: count(AbortSignal) };
    },
  };
  process.on('message', async ({ id, method, args }) => {
    const reply = await methods[method](...args).then(
      (value) => ({ id, value }),
      (error) => ({ id, error: String(error?.stack ?? error) }),
    );
    process.send(reply);
  });
  process.on('disconnect', () => process.exit());
}
