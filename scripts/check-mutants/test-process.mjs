// The process that runs the tests in one copy of the source (worker.mjs): one that hangs is replaced.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for the tests of one mutant. One that ends nothing is noticed. */
const PATIENCE_MS = 180_000;

export class TestProcess {
  #folder;
  #child;

  constructor(folder) {
    this.#folder = folder;
  }

  /** @returns {Promise<{ by?: string, file?: string }>} the first test that fails, and its file; without a file it is about all */
  async failureIn(files) {
    const child = (this.#child ??= await this.#start());
    child.send({ files });
    const patience = new AbortController();
    const answer = await Promise.race([
      once(child, 'message', patience).then(([told]) => told),
      once(child, 'exit', patience).then(() => ({ by: 'the tests do not end: their process did' })),
      delay(PATIENCE_MS, { by: 'the tests do not end' }, patience),
    ]);
    patience.abort();
    if (answer.by?.startsWith('the tests do not end')) await this.stop();
    return { ...answer, by: answer.by?.slice(0, 200) };
  }

  async #start() {
    const child = fork('scripts/check-mutants/worker.mjs', [], {
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
    // It closes its browser when nobody talks to it any more.
    if (child.connected) child.disconnect();
    await Promise.race([once(child, 'exit'), delay(5000)]);
    child.kill('SIGKILL');
  }
}
