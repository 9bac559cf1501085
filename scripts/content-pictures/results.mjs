// The results that `npm run pictures:content` shows: one of each kind that servers send most. `press` names a button that is
// pressed before the picture is made.
const text = (words) => ({ type: 'text', text: words });
const file = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, text: words } });
const base64 = (words) => btoa(words);
const blob = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, blob: base64(words) } });

/** Four bars on nothing, 96 × 48. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAwCAMAAADZyI/9AAAADFBMVEUAAABEd6rMZncUFBRaMr23AAAAAXRSTlMAQObYZgAAAEZJREFUeNrtzjEOwDAIBEHb9/8/p4kbGgvF6WZLBBrGkKRvrRIAADgD7YcAAMBFYJYAAMAZaD8EAAB+BpKkHuStHux5Z/8BCnYKgcFW2ZgAAAAASUVORK5CYII=';

const MARKDOWN = `# Release 2.4

The *quick* one: **faster**, ~~slower~~ and \`safe()\`. See https://example.com/notes or [the guide](https://example.com/guide).

> [!WARNING]
> Back up the database first. It cannot be undone.

| Region | Orders | Change |
| :----- | -----: | :----: |
| North  |  1,204 |  +4 %  |
| South  |     87 |  −12 % |

- [x] Written
- [ ] Tested
  > A quote in the list.
- Plain item

> A quote after it.

A claim that needs a source.[^1]

\`\`\`ts
export const answer: number = 42; // of course
\`\`\`

~~~mermaid
graph TD; A-->B;
~~~

![four bars](data:image/png;base64,${PICTURE})

[^1]: The annual report, page 12.
`;

const CHART = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="200" font-family="sans-serif" font-size="12"><path d="M40 10V170H350" fill="none" stroke="#000"/>
<rect x="70" y="90" width="50" height="80" fill="#4477aa"/><rect x="160" y="40" width="50" height="130" fill="#4477aa"/><rect x="250" y="120" width="50" height="50" fill="#4477aa"/>
<text x="80" y="186">Mon</text><text x="170" y="186">Tue</text><text x="260" y="186">Wed</text><text x="8" y="94">80</text></svg>`;

const HTML = `<!doctype html>
<html>
  <head><title>Status</title><style>body { color: navy }</style></head>
  <body>
    <h1>Status</h1>
    <!-- nothing else -->
    <p class="ok">All <b>systems</b> go.</p>
    <script>console.log("never run");</script>
  </body>
</html>`;

const issues = [
  ['Crash when the list is empty', 'open', ['bug', 'crash'], 14],
  ['Dark mode for charts', 'closed', ['feature'], 3],
  ['Say what the limit is', 'open', [], 0],
].map(([title, state, labels, comments], index) => ({
  number: 340 + index,
  title,
  state,
  labels,
  comments,
  created_at: `2026-10-0${index + 1}T09:12:00Z`,
  user: { login: 'mira', id: 90071992 },
}));

/** One result of each kind, by the name of its picture. */
export const RESULTS = {
  short: { content: [text('42')] },
  log: {
    content: [text(Array.from({ length: 52 }, (_, at) => `10:42:${10 + at} worker ${at % 4} took a job`).join('\n'))],
  },
  terminal: { content: [text('\x1b[32m✓\x1b[0m 41 passed\n\x1b[31m✗ 1 failed\x1b[0m  \x1b[2m(2.1 s)\x1b[0m')] },
  'markdown-text': { content: [text(MARKDOWN)] },
  markdown: { content: [file('file:///notes/release.md', 'text/markdown', MARKDOWN)] },
  diff: {
    content: [
      file('file:///x.diff', 'text/x-diff', '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n a\n-b\n+c\n'),
      file('file:///fix.patch', 'text/x-diff', '-const limit = 5;\n+const limit = 50;\n'),
    ],
  },
  json: {
    content: [],
    structuredContent: {
      description: 'A long description that does not fit beside its name on a telephone',
      url: 'https://api.example.com/v1/items/340',
      created_at: '2026-10-01T09:12:00Z',
      owner: { login: 'mira', site_administrator: false },
    },
  },
  records: {
    content: [text(JSON.stringify({ issues }))],
    structuredContent: { issues },
  },
  csv: { content: [file('file:///sales.csv', 'text/csv', 'region,orders\nnorth,1204\nsouth,87\n')] },
  code: {
    content: [file('file:///main.py', 'text/x-python', 'def main():\n    """Says it."""\n    print("hello", 42)\n')],
  },
  html: { content: [file('https://a.example/status.html', 'text/html', HTML)] },
  'html-formatted': { press: 'Show formatted', content: [file('https://a.example/status.html', 'text/html', HTML)] },
  svg: { content: [{ type: 'image', mimeType: 'image/svg+xml', data: base64(CHART) }] },
  image: { content: [{ type: 'image', mimeType: 'image/png', data: PICTURE }] },
  files: {
    content: [
      blob('hf://models/model.safetensors', 'application/octet-stream', '\x10\0\0\0\0\0\0\0{"a":1}'),
      blob('file:///report.pdf', 'application/pdf', '%PDF-1.7\n'),
      {
        type: 'resource_link',
        uri: 'https://docs.example.com/guide',
        name: 'guide',
        title: 'The guide',
        mimeType: 'text/html',
      },
    ],
  },
  error: { isError: true, content: [text('The database is read-only: nothing was written.')] },
};
