// What the script-tag bundle leaves out until it is needed: the name of the file that loads later → its module, imported in
// the source as `import('./<module>.js')`. What such a module has in common with the bundle stays in the bundle.
// Every other dynamic import is for applications, whose bundlers split as they like; the bundle takes it in.
export const ON_DEMAND = {
  'mcp-embed-forms': 'components/parts/forms.ts',
  'mcp-embed-content': 'components/parts/content.ts',
  'mcp-embed-sampling': 'components/parts/sampling.ts',
  'mcp-embed-markdown': 'src/content/markdown-engine.ts',
  'mcp-embed-sanitize': 'src/content/sanitize.ts',
};
