// `npm run check`: every check there is, one after the other, all of them even where one fails. The last line is the sum:
// each check counts as one, the tests as many as they are.
//   node scripts/check.mjs            everything
//   node scripts/check.mjs --no-test  all but the tests
import { runCounted } from './run-counted.mjs';

const CHECKS = ['format:check', 'lint', 'typecheck', 'build', 'package', 'unused', 'size', 'budget', 'figures'];
const sum = { passed: 0, failed: 0 };
const failures = [];

for (const check of CHECKS) {
  const { ok } = await npm(check);
  sum[ok ? 'passed' : 'failed']++;
  if (!ok) failures.push(check);
}
if (!process.argv.includes('--no-test')) {
  const { ok, passed, failed } = await npm('test');
  sum.passed += passed;
  sum.failed += failed;
  if (!ok) failures.push('test');
}

console.log(failures.length > 0 ? `\nFailed: ${failures.join(', ')}` : '\nAll checks passed.');
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

function npm(script) {
  console.log(`\n── npm run ${script}`);
  return runCounted('npm', ['run', '--silent', script], { shell: process.platform === 'win32' });
}
