/* Made by `npm run generate` from components/index.ts: change that. */
import '../internal/lit-ready.js';
import { McpDiagnosisElement } from '../diagnosis/diagnosis.js';
import { defineElements } from '../define/define-elements.js';

defineElements({ 'mcp-diagnosis': McpDiagnosisElement });
