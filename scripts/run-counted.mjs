// Runs a command that says its sum in its last line: "N passed, N failed".
import { spawn } from 'node:child_process';

/** Characters at the end of its output that are read. */
const END = 100_000;

/**
 * Its output goes on to the terminal. A command that prints no sum counts as one.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ ok: boolean, passed: number, failed: number, lines: string[] }>} `lines` of the end of its output
 */
export function runCounted(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  let end = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    process.stdout.write(chunk);
    end = (end + chunk).slice(-END);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const ok = code === 0;
      const lines = end.trimEnd().split('\n');
      const [passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1))?.slice(1).map(Number) ?? [
        ok ? 1 : 0,
        0,
      ];
      resolve({ ok, passed, failed: Math.max(failed, ok ? 0 : 1), lines });
    });
  });
}
