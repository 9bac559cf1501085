// `npm run bench:presses`: what a person loses by the 700 ms that a question stands still before a press counts: how many
// presses are refused, and how much later they have decided. A model of people with real elements and the real guard.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const runner = path.join(root, 'node_modules/@web/test-runner/dist/bin.js');
const child = spawn(process.execPath, [runner, '--files', 'bench/presses/measure.test.ts'], { cwd: root });
let said = '';
for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (said += chunk));
child.once('close', (code) => {
  const results = [...said.matchAll(/RESULT (\{.*\})/g)].map(([, json]) => JSON.parse(json));
  if (code !== 0 || results.length === 0) {
    console.error(said);
    process.exitCode = 1;
    return;
  }
  console.log(
    '| a person who … | first press, median | decided later at all | presses refused, of 300 people | median | p95 |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const { who, medianMs, people, delayed, refused, median, p95 } of results)
    console.log(
      `| ${who} | ${medianMs} ms | ${((100 * delayed) / people).toFixed(1)} % | ${refused} | ${median} ms | ${p95} ms |`,
    );
});
