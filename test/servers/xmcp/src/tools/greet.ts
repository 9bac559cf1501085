import type { InferSchema, ToolMetadata } from 'xmcp';
import { z } from 'zod';

export const schema = { name: z.string().describe('Whom to greet') };

export const metadata: ToolMetadata = { name: 'greet', description: 'Greets somebody' };

export default function greet({ name }: InferSchema<typeof schema>) {
  return `Hello, ${name}!`;
}
