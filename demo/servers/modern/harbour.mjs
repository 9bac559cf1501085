import { McpServer, createRequestStateCodec } from '@modelcontextprotocol/server';
import { randomBytes } from 'node:crypto';
import { registerAskingTools } from './asking-tools.mjs';
import { registerPrompts } from './prompts.mjs';
import { registerResources } from './resources.mjs';
import { registerTaskTools } from './task-tools.mjs';
import { registerTide } from './tide.mjs';
import { registerTools } from './tools.mjs';

// One process serves every round of a conversation, so a key that dies with it is enough.
const rounds = createRequestStateCodec({ key: randomBytes(32), bind: (context) => context.mcpReq.method });

/** A server for one request: nothing survives it. */
export function createHarbour() {
  const server = new McpServer(
    {
      name: 'harbour',
      title: 'Harbour',
      version: '1.0.0',
      description: 'A small demo server of the 2026-07-28 revision.',
    },
    {
      instructions: 'Tools of a small harbour office. Nothing here is real.',
      capabilities: { resources: { subscribe: true, listChanged: true }, logging: {} },
      requestState: { verify: rounds.verify },
      cacheHints: { 'tools/list': { ttlMs: 60_000, cacheScope: 'public' } },
    },
  );
  registerTools(server);
  registerAskingTools(server, rounds);
  registerResources(server);
  registerPrompts(server);
  registerTide(server);
  registerTaskTools(server);
  return server;
}
