// A client in a Node process of its own, so that its remains do not slow down the others.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('./node-process.mjs', import.meta.url));

/**
 * @param {string} module the bundled client
 * @returns the subject; `measure` gives the CPU milliseconds of the whole process, `heap` what is left after a collection
 */
export async function createNodeSubject(module) {
  const running = fork(child, [module], { execArgv: ['--expose-gc', '--no-warnings'] });
  let lastId = 0;
  const waiting = new Map();
  running.on('message', ({ id, value, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(value);
    else reject(new Error(error));
  });
  running.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The process ended (${code}).`));
  });
  const ask = (method, ...args) =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      running.send({ id: lastId, method, args });
    });
  return {
    run: (...args) => ask('run', ...args),
    leave: () => ask('leave'),
    calls: (...args) => ask('calls', ...args),
    connections: (...args) => ask('connections', ...args),
    measure: (...args) => ask('measure', ...args),
    remains: () => ask('remains'),
    close: async () => void running.kill(),
  };
}

/** CPU milliseconds that importing a module costs, in a process that has imported nothing. */
export function importInNode(module) {
  const running = fork(child, ['--import', module], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    running.once('message', resolve);
    running.once('error', reject);
    running.once('exit', (code) => reject(new Error(`The process ended (${code}).`)));
  });
}
