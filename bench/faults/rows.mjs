// The table: a fault, the server that has it, what the page does meanwhile, and the rule by which what happened is good.
// The rule is written for people and for the program, side by side.

import {
  diagnosed,
  failed,
  failure,
  gets,
  initializations,
  last,
  said,
  sentence,
  soon,
  disambiguatedLabels,
  wordsOf,
} from './telling.mjs';

/**
 * `server` is a scenario of the scripted server or a fault of the fault server. `alone`: measured while nothing else runs.
 * `facts` tells from the server's log, or from the page, what the steps do not show.
 */
export const rows = [
  {
    id: 'session-404',
    fault: 'The server forgets the session: 404',
    server: 'fault:session-404',
    program: 'calls',
    options: { calls: ['one', 'two', 'three'] },
    rule: 'the next call is answered within 5 s, in a new session',
    judge: ({ steps }) => said(steps[2], 'two') && soon(steps[2], 5000) && said(steps[3], 'three'),
  },
  {
    id: 'session-400',
    fault: 'The server forgets the session: 400 “No valid session ID”',
    server: 'fault:session-400',
    program: 'calls',
    options: { calls: ['one', 'two', 'three'] },
    rule: 'the next call is answered within 5 s, in a new session',
    judge: ({ steps }) => said(steps[2], 'two') && soon(steps[2], 5000) && said(steps[3], 'three'),
  },
  {
    id: 'session-lost-together',
    fault: 'Five calls at the same time meet a forgotten session',
    server: 'fault:session-404',
    program: 'together',
    rule: 'all five are answered within 5 s, in one new session',
    facts: (_outcome, log) => `${initializations(log)} × initialize`,
    judge: ({ steps }, log) =>
      steps.length === 7 && steps.every((step) => !failed(step) && soon(step, 5000)) && initializations(log) === 2,
  },
  {
    id: 'get-closes',
    fault: 'The GET stream closes at once, each time',
    server: 'fault:get-closes-at-once',
    program: 'stay',
    rule: 'at most 5 GET requests in 10 s, and calls go on',
    facts: (_outcome, log) => `${gets(log).length} GET in 10 s`,
    judge: ({ steps }, log) => gets(log).length <= 5 && said(last(steps), 'hello'),
  },
  {
    id: 'resumed-stream',
    fault: 'A resumed stream drops before any id',
    server: 'fault:resumed-stream-drops',
    program: 'calls',
    options: { calls: ['resumed', 'after'] },
    rule: 'the answer arrives: Last-Event-ID is kept from the stream before',
    facts: (_outcome, log) =>
      `Last-Event-ID of the GETs: ${gets(log)
        .map((one) => one.headers['last-event-id'] ?? 'none')
        .join(', ')}`,
    judge: ({ steps }) => said(steps[1], 'resumed'),
  },
  {
    id: 'stream-ends',
    fault: 'The stream of a call ends without the answer',
    server: 'scripted:stream-ends-early',
    program: 'calls',
    options: { calls: ['hello'] },
    rule: 'the call fails within 2 s',
    judge: ({ steps }) => failed(steps[1]) && soon(steps[1], 2000),
  },
  {
    id: 'five-pages',
    fault: 'A list of five pages',
    server: 'fault:five-pages',
    program: 'visit',
    rule: 'all five tools are there',
    facts: ({ steps }) => `${steps.find(({ what }) => what === 'list')?.ok?.length ?? 0} of 5 tools`,
    judge: ({ steps }) => steps.find(({ what }) => what === 'list')?.ok?.length === 5,
  },
  {
    id: 'redirect',
    fault: 'A 307 to the same origin (/mcp → /mcp/)',
    server: 'fault:redirect-307',
    program: 'visit',
    rule: 'it is followed: a call is answered',
    judge: ({ steps }) => said(last(steps), 'hello'),
  },
  {
    id: 'hidden-session',
    fault: 'CORS does not expose Mcp-Session-Id',
    server: 'scripted:session-id-hidden',
    program: 'visit',
    rule: 'it works, or the error names the header and that it must be exposed',
    judge: ({ steps }) =>
      said(last(steps), 'hello') || /(?=.*session-id)(?=.*expose)/is.test(wordsOf(failure({ steps }))),
  },
  {
    id: 'cors-2025',
    fault: 'CORS allows the headers of 2025 only (no Mcp-Method)',
    server: 'scripted:cors-of-2025',
    program: 'visit',
    rule: 'a call is answered',
    judge: ({ steps }) => said(last(steps), 'hello'),
  },
  {
    id: 'no-cors-or-down',
    fault: 'No CORS at all, and a server that is down',
    server: ['scripted:no-cors', 'scripted:dead'],
    program: 'visit-both',
    rule: 'the two can be told apart by what the error or a diagnosis says',
    tell: ({ first, second }) =>
      `no CORS: ${sentence(first.steps)}; down: ${sentence(second.steps)}${diagnosed(first, second)}`,
    judge: ({ first, second }) => disambiguatedLabels(first, second),
  },
  {
    id: 'unauthorized',
    fault: '401, and nobody has a token',
    server: 'scripted:unauthorized',
    program: 'visit',
    rule: 'a field tells it from other failures, and the message is not the raw body',
    facts: ({ steps }) =>
      `fields: ${JSON.stringify({ code: failure({ steps })?.error.code, status: failure({ steps })?.error.status })}`,
    judge: ({ steps }) => {
      const { code, status, message } = failure({ steps })?.error ?? {};
      return /401|auth/i.test(`${code} ${status}`) && !/invalid_token/.test(message);
    },
  },
  {
    id: 'html',
    fault: 'HTML with status 200',
    server: 'scripted:html',
    program: 'visit',
    rule: 'an error within 5 s that says what came instead',
    judge: ({ steps }) => failed(steps[0]) && soon(steps[0], 5000) && /html/i.test(wordsOf(steps[0])),
  },
  {
    id: 'modern-only',
    fault: 'A server of 2026-07-28 only',
    server: 'scripted:rev-2026-07-28',
    program: 'visit',
    rule: 'a call is answered',
    judge: ({ steps }) => said(last(steps), 'hello'),
  },
  {
    id: 'progress-with-result',
    fault: 'Five progress messages in one chunk with the result',
    server: 'fault:progress-with-result',
    program: 'progress',
    rule: 'all five are heard before the call ends',
    facts: ({ before, after }) => `${before} before, ${after} after`,
    judge: ({ steps, before }) => said(steps[1], 'hello') && before === 5,
  },
  {
    id: 'progress-with-result-sse',
    fault: 'The same over HTTP+SSE (2024-11-05)',
    server: 'fault:progress-with-result-sse',
    program: 'progress',
    options: { shape: 'sse' },
    rule: 'all five are heard before the call ends',
    facts: ({ before, after, problems }) => `${before} before, ${after} after, ${problems.length} reported as errors`,
    judge: ({ steps, before }) => said(steps[1], 'hello') && before === 5,
  },
  {
    id: 'late-progress',
    fault: 'Three progress messages, the result, two more',
    server: 'fault:late-progress',
    program: 'progress',
    rule: 'three are heard, the result stands, nothing is reported as an error',
    facts: ({ before, after, problems }) => `${before} before, ${after} after, ${problems.length} reported as errors`,
    judge: ({ steps, before, problems }) =>
      said(steps[1], 'hello') && said(steps[2], 'again') && before >= 3 && problems.length === 0,
  },
  {
    id: 'stray-answers',
    fault: 'Answers with unknown, repeated and old ids',
    server: 'fault:stray-answers',
    program: 'calls',
    options: { calls: ['A', 'B', 'C'] },
    rule: 'each call gets its own answer within 2 s',
    facts: ({ problems }) => `${problems.length} reported`,
    judge: ({ steps }) =>
      ['A', 'B', 'C'].every((words, index) => said(steps[index + 1], words) && soon(steps[index + 1], 2000)),
  },
  {
    id: 'half-a-message',
    fault: 'Half a JSON message, as JSON and as an event',
    server: 'fault:half-a-message',
    program: 'calls',
    options: { calls: ['half of JSON', 'half of an event', 'after'] },
    rule: 'both calls fail within 2 s, the next is answered',
    judge: ({ steps }) =>
      [steps[1], steps[2]].every((step) => failed(step) && soon(step, 2000)) && said(steps[3], 'after'),
  },
  {
    id: 'ten-megabytes',
    fault: '10 MB in one event',
    server: 'fault:ten-megabytes-in-one-event',
    program: 'calls',
    options: { calls: ['hello'] },
    alone: true,
    rule: 'it arrives whole within 2 s',
    facts: ({ longestFreezeMs }) => `longest freeze ${longestFreezeMs} ms`,
    judge: ({ steps }) => steps[1]?.ok === '10485760 characters' && soon(steps[1], 2000),
  },
  {
    id: 'notifications',
    fault: '100,000 notifications before the answer',
    server: 'fault:hundred-thousand-notifications',
    program: 'calls',
    options: { calls: ['hello'] },
    alone: true,
    rule: 'the answer arrives within 10 s, and the page is never unresponsive for 200 ms',
    facts: ({ longestFreezeMs }) => `longest freeze ${longestFreezeMs} ms`,
    judge: ({ steps, longestFreezeMs }) => said(steps[1], 'hello') && soon(steps[1], 10_000) && longestFreezeMs < 200,
  },
  {
    id: 'silent-initialize',
    fault: 'A server that never answers initialize',
    server: 'fault:silent-initialize',
    program: 'visit',
    options: { patienceMs: 65_000 },
    rule: 'connecting fails by itself within 65 s, and says that it took too long',
    judge: ({ steps }) => failed(steps[0]) && /time|within|answer/i.test(wordsOf(steps[0])),
  },
];
