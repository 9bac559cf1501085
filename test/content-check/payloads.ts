import { CRY, HOSTILE_HTML, HOSTILE_MARKDOWN } from '../content/hostile.js';

/** Text that is no markup, and means harm where it is taken for an address, a style, a formula, a pattern or a path. */
const HOSTILE_TEXT: readonly string[] = [
  `javascript:${CRY}`,
  ` \u0001java\nscript:${CRY}`,
  `data:text/html,<script>${CRY}</script>`,
  `vbscript:${CRY}`,
  'file:///etc/passwd',
  'https://bank.example@evil.example/never/',
  '//evil.example/never/x',
  '/never/x.png',
  '../../never/x',
  `"><img src=/never/x onerror=${CRY}>`,
  `' onmouseover='${CRY}`,
  `\${${CRY}}`,
  `{{constructor.constructor('${CRY}')()}}`,
  '=HYPERLINK("https://evil.example/never/","x")',
  '\u202Etxt.exe',
  '\u001b]8;;https://evil.example/never/\u0007x\u001b]8;;\u0007',
  '(a+)+$',
  '__proto__',
  'constructor',
  'url(/never/x.png)',
  'text/html;charset="><script>',
  'x'.repeat(3000),
];

/** Payloads of our own writing: each does harm somewhere, if it gets to. */
export const PAYLOADS: readonly string[] = [
  ...HOSTILE_HTML.map(({ html }) => html),
  ...HOSTILE_MARKDOWN.map(({ html }) => html),
  ...HOSTILE_TEXT,
];
