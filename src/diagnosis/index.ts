/** Explains why a page cannot use an MCP server, and what to do about it: `mcp-embed/diagnosis`. */
export { diagnose } from './diagnose.js';
export { diagnosisReport } from './report.js';
export { MAX_DIAGNOSIS_REQUESTS } from './diagnosis-limits.js';
export type {
  DiagnoseOptions,
  Diagnosis,
  Evidence,
  Finding,
  FindingId,
  Framework,
  Note,
  Problem,
  Snippet,
  Step,
  Verdict,
} from './types.js';
