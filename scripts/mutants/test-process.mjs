// The process that runs the tests in one copy of the source (worker.mjs): one that hangs is replaced.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for the tests of one mutant. One that ends nothing is noticed. */
const PATIENCE_MS = 180_000;

export class TestProcess {
  #folder;
  #child;

  /** @param {string} folder of the copy */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @returns {Promise<{ passed: number, failed: { file?: string, name: string }[] }>} a failure without a file is one of all */
  async runTests(files) {
    const child = (this.#child ??= await this.#start());
    child.send({ files });
    const waiting = new AbortController();
    const result = await Promise.race([
      once(child, 'message', waiting).then(([told]) => told),
      once(child, 'exit', waiting),
      delay(PATIENCE_MS, undefined, waiting),
    ]);
    waiting.abort();
    if (result?.failed) return result;
    await this.stop();
    return { passed: 0, failed: [{ name: 'the tests do not end' }] };
  }

  async #start() {
    const child = fork('scripts/mutants/worker.mjs', [], {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ENGINE: 'chrome', CI: '', BROWSER_CACHE: 'off' },
    });
    const [started] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (!started?.isReady)
      throw new Error('The process that runs the tests ended before it was ready: see its lines above.');
    return child;
  }

  async stop() {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    // It closes its browser once it is disconnected.
    if (child.connected) child.disconnect();
    await Promise.race([once(child, 'exit'), delay(5000)]);
    child.kill('SIGKILL');
  }
}
