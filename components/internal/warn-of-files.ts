import type { McpError } from '../../src/errors.js';

let isWarned = false;

/** For the developer, once: the person reads that a part did not load, and can do nothing about it. */
export function warnOfFiles({ message }: McpError): void {
  if (isWarned) return;
  isWarned = true;
  console.warn(
    `mcp-embed: ${message} If its file is missing: all files of one version belong together, in one folder. mcp-embed.iife.js is one file that needs no others.`,
  );
}
