import { MCPTool } from 'mcp-framework';
import { z } from 'zod';

export default class AddTool extends MCPTool {
  name = 'add';
  description = 'Adds two numbers';
  schema = z.object({ a: z.number().describe('First number'), b: z.number().describe('Second number') });

  async execute({ a, b }) {
    return String(a + b);
  }
}
