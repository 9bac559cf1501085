// What the script-tag bundle leaves out until it is needed: the name of the file that loads later → its module, imported in
// the source as `import('./<module>.js')`. What such a module has in common with the bundle stays in the bundle.
// Every other dynamic import is for applications, whose bundlers split as they like; the bundle takes it in.
export const ON_DEMAND = {
  'mcp-embed-forms': 'components/parts/forms.ts',
  'mcp-embed-content': 'components/parts/content.ts',
  'mcp-embed-data': 'components/parts/data.ts',
  'mcp-embed-transcript': 'src/session/keep-transcript.ts',
  'mcp-embed-timeline': 'components/parts/transcript.ts',
  'mcp-embed-log': 'components/parts/log.ts',
  'mcp-embed-icons': 'components/parts/icons.ts',
  'mcp-embed-roots': 'components/parts/roots.ts',
  'mcp-embed-sign-in': 'components/parts/sign-in.ts',
  'mcp-embed-oauth': 'src/auth/engine.ts',
  'mcp-embed-consent': 'components/parts/consent.ts',
  'mcp-embed-sampling': 'components/parts/sampling.ts',
  'mcp-embed-storage': 'components/parts/storage.ts',
  'mcp-embed-view': 'components/client/kept-view.ts',
  'mcp-embed-markdown': 'src/content/markdown-engine.ts',
  'mcp-embed-code-data': 'src/content/highlight/grammars-data.ts',
  'mcp-embed-code-programs': 'src/content/highlight/grammars-programs.ts',
  'mcp-embed-code-web': 'src/content/highlight/grammars-web.ts',
  'mcp-embed-sanitize': 'src/content/sanitize.ts',
  'mcp-embed-output': 'src/features/output/check-output.ts',
};
