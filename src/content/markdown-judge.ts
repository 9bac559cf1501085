/** Signs of Markdown in a text. */
export type MarkdownSign = 'heading' | 'subheading' | 'list' | 'fence' | 'table' | 'link' | 'emphasis';

/** Formats that a text has more probably than Markdown. */
export type MarkdownDoubt = 'terminal' | 'diff' | 'log' | 'data' | 'settings' | 'markup' | 'code';

export interface MarkdownJudgement {
  /** `clear`: hardly anything else could be meant. `possible`: it is offered as Markdown. */
  readonly verdict: 'clear' | 'possible' | 'no';
  /** The reasons for it. */
  readonly signs: readonly MarkdownSign[];
  /** The reasons against it. With one, nothing is clear. */
  readonly doubts: readonly MarkdownDoubt[];
}

/** Characters at the front of a text that are searched for signs of Markdown. */
const MARKDOWN_SAMPLE_LENGTH = 10_000;

/** Patterns of Markdown that scripts and settings have too: a comment and a list. */
const WEAK_SIGNS: readonly (readonly [MarkdownSign, RegExp])[] = [
  ['heading', /^ {0,3}# \S/m],
  ['list', /^ {0,3}[-*] \S[^\n]*\n {0,3}[-*] \S/m],
];
/** Patterns that are common in Markdown and rare in other text. */
const STRONG_SIGNS: readonly (readonly [MarkdownSign, RegExp])[] = [
  ['subheading', /^ {0,3}#{2,6} \S/m],
  ['fence', /^ {0,3}(?:```|~~~)/m],
  ['table', /^\|[^\n]{1,500}\|[ \t]*\n\|[ \t:|-]{3,500}\|/m],
  ['link', /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/],
  ['emphasis', /\*\*[^*\n]{1,200}\*\*/],
];
/** Signs that are clear without another one: nothing else has a closed fence, or the line below the head of a table. */
const CLEAR_ALONE: readonly (readonly [MarkdownSign, RegExp])[] = [
  ['table', STRONG_SIGNS[2]![1]],
  ['fence', /^ {0,3}(```|~~~)[^\n`]{0,100}\n[^]{0,9000}?^ {0,3}\1[ \t]*$/m],
];

/** Doubts that one place in the text is enough for. */
const CERTAIN_DOUBTS: readonly (readonly [MarkdownDoubt, RegExp])[] = [
  // oxlint-disable-next-line no-control-regex -- the escape character of a terminal
  ['terminal', /\u001b\[/],
  ['diff', /^(?:diff --git |@@ -\d|Index: \S|--- \S[^\n]{0,500}\n\+\+\+ \S)/m],
  ['code', /^(?:#!|<\?php|#include\b)/m],
  ['markup', /^\s{0,100}<(?:!doctype|html|\?xml|svg|body|div)\b/i],
];
/** Doubts by the share of lines, of those that are not empty, that look so. */
const LINES: readonly (readonly [MarkdownDoubt, share: number, RegExp])[] = [
  [
    'log',
    0.3,
    /^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d\d:)/,
  ],
  ['data', 0.4, /^\s{0,100}(?:[{}[\]],?$|[{[]["{[]|"[^"]{0,200}": ?)/],
  ['settings', 0.35, /^\s{0,100}[\w.-]{1,100}\s?[:=](?: |$)/],
  [
    'code',
    0.25,
    /[;{}]\s*$|^\s{0,100}(?:import|from|using|package|func|fn|def|class|const|let|var|export|public|private|static|return|elif|echo|sudo)\s\S|^\s{0,100}(?:if|for|while|switch) ?\(|^\s{0,100}(?:fi|done|end|else:|try:)$/,
  ],
];

const FENCED = /^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1[ \t]*$|$(?![^]))/gm;

/** Judges whether a text without a type is Markdown, with the reasons. A guess from the beginning of the text. */
export function judgeMarkdown(text: string): MarkdownJudgement {
  const sample = text.slice(0, MARKDOWN_SAMPLE_LENGTH);
  const found = (signs: readonly (readonly [MarkdownSign, RegExp])[]): readonly MarkdownSign[] =>
    signs.filter(([, pattern]) => pattern.test(sample)).map(([sign]) => sign);
  const strong = found(STRONG_SIGNS);
  const signs = [...strong, ...found(WEAK_SIGNS)];
  if (signs.length === 0) return { verdict: 'no', signs, doubts: [] };
  const doubts = doubtsOf(sample);
  const isClear = doubts.length === 0 && strong.length > 0 && (signs.length > 1 || found(CLEAR_ALONE).length > 0);
  return { verdict: isClear ? 'clear' : 'possible', signs, doubts };
}

function doubtsOf(sample: string): readonly MarkdownDoubt[] {
  // A fence may contain anything.
  const prose = sample.replace(FENCED, '');
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  const byLines = LINES.filter(
    ([, share, pattern]) => lines.filter((line) => pattern.test(line)).length > Math.max(1, share * lines.length),
  );
  const certain = CERTAIN_DOUBTS.filter(([doubt, pattern]) => pattern.test(doubt === 'markup' ? sample : prose));
  return [...new Set([...certain, ...byLines].map(([doubt]) => doubt))];
}
