// The tests that need a page: @web/test-runner with web-test-runner.config.mjs, in Chromium or in the engines that ENGINE
// names. scripts/wtr-summary-reporter.mjs tells the outcome.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './lanes.mjs';

const RUNNER = path.join(root, 'node_modules/@web/test-runner/dist/bin.js');

/**
 * @param {readonly string[]} files paths from the root
 * @param {{ engines?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<import('./report.mjs').Outcome>}
 */
export function runInBrowser(files, { engines = 'chrome', env } = {}) {
  const child = spawn(process.execPath, [RUNNER, '--files', ...files], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ENGINE: process.env.ENGINE ?? engines, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  let outcome;
  child.on('message', (message) => (outcome = message));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const result = outcome ?? { passed: 0, failed: 0, skipped: 0, failedFiles: [], failures: [], seconds: [] };
      if (code === 0 || result.failed > 0) return resolve(result);
      // A run that ended badly without a failed test must not look like a good one.
      const failure = {
        where: 'the browser tests',
        message: `They ended with ${signal ?? `code ${code}`}; the reason stands above.`,
      };
      return resolve({ ...result, failed: 1, failures: [...result.failures, failure] });
    });
  });
}
