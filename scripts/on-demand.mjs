// What the script-tag build puts into files beside the script: the name of the file → the module that is imported late. One for
// each row of src/util/load-once.ts. What such a module has in common with the script stays in the script.
export const ON_DEMAND = {
  'mcp-embed-store': 'src/storage/indexeddb.ts',
  'mcp-embed-forms': 'components/parts/forms.ts',
  'mcp-embed-content': 'components/parts/content.ts',
  'mcp-embed-data': 'components/parts/data.ts',
  'mcp-embed-transcript': 'src/session/stored-transcripts.ts',
  'mcp-embed-timeline': 'components/parts/transcript.ts',
  'mcp-embed-log': 'components/parts/log.ts',
  'mcp-embed-icons': 'components/parts/icons.ts',
  'mcp-embed-roots': 'components/parts/roots.ts',
  'mcp-embed-sign-in': 'components/parts/sign-in.ts',
  'mcp-embed-oauth': 'src/auth/engine.ts',
  'mcp-embed-consent': 'components/parts/consent.ts',
  'mcp-embed-sampling': 'components/parts/sampling.ts',
  'mcp-embed-storage': 'components/parts/storage.ts',
  'mcp-embed-markdown': 'src/content/markdown-engine.ts',
  'mcp-embed-code-data': 'src/content/highlight/grammars-data.ts',
  'mcp-embed-code-programs': 'src/content/highlight/grammars-programs.ts',
  'mcp-embed-code-web': 'src/content/highlight/grammars-web.ts',
  'mcp-embed-sanitize': 'src/content/sanitize.ts',
  'mcp-embed-schema-check': 'src/util/json-schema.ts',
};
