import MarkdownIt from 'markdown-it';

/**
 * The Markdown engine, in a module of its own so that it is fetched only when somebody looks at Markdown. Raw HTML stays
 * text; its output still has to go through the sanitizer.
 */
const engine = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Deeper lists and quotes than this serve nobody, and each level costs time.
engine.set({ maxNesting: 32 });

// Columns are aligned with a style attribute. The sanitizer would drop it, but a strict policy would report it first.
for (const cell of ['th_open', 'td_open'])
  engine.renderer.rules[cell] = (tokens, index, options, _env, renderer) => {
    const token = tokens[index];
    if (token) token.attrs = null;
    return renderer.renderToken(tokens, index, options);
  };

export function markdownToHtml(source: string): string {
  return engine.render(source);
}
