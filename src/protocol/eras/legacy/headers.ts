import type { Framing } from '../../era.js';

export function legacyHeaders({ revision }: Framing): Readonly<Record<string, string>> {
  return revision.versionHeader ? { 'MCP-Protocol-Version': revision.id } : {};
}
