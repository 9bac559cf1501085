import { expect } from '@open-wc/testing';
import { script, scriptedLog } from '/__servers__.js';
import { eventually } from '../fixtures/eventually.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export type Era = 'legacy' | 'modern';
export const ERAS: readonly Era[] = ['legacy', 'modern'];

/** A question that has everything a server can put into one. No server at hand asks it on demand. */
export const EVERYTHING_ASKED = {
  systemPrompt: 'You are the harbour master.',
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is on this chart, and what do you hear?' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        { type: 'audio', data: SOUND, mimeType: 'audio/wav' },
      ],
    },
  ],
  tools: [
    {
      name: 'get_tide',
      title: 'Tide table',
      description: 'When it is high water.',
      inputSchema: { type: 'object', properties: { port: { type: 'string' } } },
    },
  ],
  toolChoice: { mode: 'auto' },
  modelPreferences: { hints: [{ name: 'small' }], costPriority: 0.2, speedPriority: 0.9 },
  includeContext: 'thisServer',
  temperature: 0.3,
  maxTokens: 300,
  stopSequences: ['ENDE'],
  metadata: { trace: 'abc-123' },
} as const;

/** The address of a server of that era that asks it as soon as a tool is called. */
export function askingServer(era: Era): Promise<string> {
  const params = EVERYTHING_ASKED;
  if (era === 'legacy') {
    const ask = { jsonrpc: '2.0', id: 'ask-1', method: 'sampling/createMessage', params };
    return script({ replies: { 'tools/call': { sse: [ask], end: false } } });
  }
  const asks = { plan: { method: 'sampling/createMessage', params } };
  const result = { resultType: 'input_required', inputRequests: asks, requestState: 'state-1' };
  const content = [{ type: 'text', text: 'done' }];
  return script({
    revision: '2026-07-28',
    replies: { 'tools/call': [{ result }, { result: { resultType: 'complete', content } }] },
  });
}

/** What that server got for it. */
export async function given(era: Era, url: string): Promise<object> {
  const bodies = (): Promise<{ id?: unknown; result?: object; params?: { inputResponses?: { plan?: object } } }[]> =>
    scriptedLog(url).then((log) => log.map(({ body }) => body ?? {}));
  const found = await eventually(async () => {
    const all = await bodies();
    return era === 'legacy'
      ? all.find(({ id }) => id === 'ask-1')?.result
      : all.find(({ params }) => params?.inputResponses)?.params?.inputResponses?.plan;
  });
  expect(found, 'an answer at the server').to.be.an('object');
  return found!;
}

export { PIXEL, SOUND };
