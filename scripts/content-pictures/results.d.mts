import type { ToolResult } from '../../src/index.js';

export const RESULTS: Readonly<Record<string, ToolResult & { readonly press?: string }>>;
