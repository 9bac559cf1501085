/** Tools of a server for the agent of the page, `mcp-embed/webmcp`. The page's own tools are `modelContextServer()` of `mcp-embed`. */
export {
  exposeTools,
  type ExposedTool,
  type ExposedTools,
  type ExposeToolsOptions,
  MAX_EXPOSED_ARGUMENTS_LENGTH,
  MAX_EXPOSED_CALLS,
  MAX_EXPOSED_DEPTH,
  MAX_EXPOSED_DESCRIPTION_LENGTH,
  MAX_EXPOSED_RESULT_LENGTH,
  MAX_EXPOSED_SCHEMA_LENGTH,
  MAX_EXPOSED_TOOLS,
} from './exposed-tools.js';
