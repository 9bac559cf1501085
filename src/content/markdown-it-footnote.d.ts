declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';

  export type MarkdownEngine = InstanceType<typeof MarkdownIt>;
  export default function footnotes(engine: MarkdownEngine): void;
}
