import type { JsonObject, Session } from '../../src/index.js';
import { SECRET_SIGN, type TranscriptEntry } from '../../src/recording/index.js';

/** What one may ask again as it was: the person’s own requests, not the protocol’s housekeeping. */
const AGAIN =
  /^(?:tools\/call|resources\/read|prompts\/get|completion\/complete|(?:tools|prompts|resources(?:\/templates)?)\/list)$/;

/** Whether it can be done again; what had a secret can only be edited first. */
export function canRunAgain({ method, direction, params }: TranscriptEntry): 'as it was' | 'edited' | 'no' {
  if (direction !== 'sent' || !AGAIN.test(method) || params?.isCut) return 'no';
  const isIncomplete = params && (params.json.includes(SECRET_SIGN) || (params.blobs?.length ?? 0) > 0);
  if (!isIncomplete) return 'as it was';
  return method === 'tools/call' ? 'edited' : 'no';
}

/** Its parameters, without what was said of the client and for that one time. */
export function paramsOf({ params }: TranscriptEntry): JsonObject {
  const {
    _meta,
    inputResponses: _answers,
    requestState: _state,
    ...rest
  } = JSON.parse(params?.json ?? '{}') as Record<string, never>;
  return rest;
}

/** Does it again, as a person who pressed the button. @throws McpError what the session throws */
export async function doAgain(session: Session, method: string, params: JsonObject): Promise<void> {
  if (method !== 'tools/call') await session.request(method, params, { startedBy: 'person' });
  else
    await session.tools.call(params['name'] as string, (params['arguments'] ?? {}) as JsonObject, {
      startedBy: 'person',
    });
}
