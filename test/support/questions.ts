import type { CallDecision, RequestingServer, ToolCallQuestion } from '../../src/approvals/types.js';
import type { ApprovalQueue, Initiator, Tool } from '../../src/index.js';
import type {
  ElicitationPage,
  ElicitationResult,
  Root,
  SamplingRequest,
  SamplingResult,
} from '../../src/protocol/model.js';

export const requestingServer: RequestingServer = {
  host: 'files.example',
  encrypted: true,
  server: {
    name: 'files-server',
    title: 'Files',
    version: '1.0.0',
    url: 'https://files.example/mcp',
    revision: 'r',
    era: 'legacy',
    capabilities: {},
  },
};

/** A question under way: its answer, and how its server takes it back. */
export interface Asked<T> {
  readonly answer: Promise<T>;
  withdraw(reason?: unknown): void;
}

/** As of a call that the person started: such a question opens by itself. */
export const own = (): boolean => true;

export const samplingRequest: SamplingRequest = {
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Summarise this page.' }] }],
  maxTokens: 500,
};

export function askSampling(
  queue: ApprovalQueue,
  request: Partial<SamplingRequest> = {},
  during: Parameters<ApprovalQueue['add']>[3] = { method: 'tools/call', name: 'get-weather' },
): Asked<SamplingResult> {
  const life = new AbortController();
  const whole = { ...samplingRequest, ...request };
  return asked(life, queue.add('sampling/createMessage', whole, requestingServer, during, life.signal, own));
}

export const formSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', minLength: 2 },
    newsletter: { type: 'boolean', title: 'Newsletter', default: true },
  },
  required: ['name'],
} as const;

export function askForm(
  queue: ApprovalQueue,
  requestedSchema: Parameters<typeof JSON.stringify>[0] = formSchema,
  message = 'Who are you?',
): Asked<ElicitationResult> {
  const life = new AbortController();
  const request = { mode: 'form', message, requestedSchema } as const;
  return asked(life, queue.add('elicitation/create', request, requestingServer, undefined, life.signal, own));
}

/** A form that belongs to no call of the person's own. */
export function askUnexpected(queue: ApprovalQueue): Asked<ElicitationResult> {
  const life = new AbortController();
  const request = { mode: 'form', message: 'Who are you?', requestedSchema: formSchema } as const;
  return asked(life, queue.add('elicitation/create', request, requestingServer, undefined, life.signal));
}

export function askPage(
  queue: ApprovalQueue,
  url: string,
  more: Partial<ElicitationPage> = {},
  during?: Parameters<ApprovalQueue['add']>[3],
): Asked<ElicitationResult> {
  const life = new AbortController();
  const request = { mode: 'url', message: 'Confirm your card.', url, ...more } as const;
  return asked(life, queue.add('elicitation/create', request, requestingServer, during, life.signal, own));
}

/** A page that the call waits for which needs it. */
export function askAwaitedPage(queue: ApprovalQueue, elicitationId = '1'): Asked<ElicitationResult> {
  const during = { method: 'tools/call', name: 'get-weather' };
  return askPage(queue, 'https://pay.example/confirm', { elicitationId, resumesCall: true }, during);
}

export function askRoots(queue: ApprovalQueue): Asked<readonly Root[]> {
  const life = new AbortController();
  return asked(life, queue.add('roots/list', undefined, requestingServer, undefined, life.signal, own));
}

/** A tool that its server calls destructive. */
export const deleteFile: Tool = {
  name: 'delete_file',
  title: 'Delete a file',
  description: 'Removes one file for good.',
  inputSchema: { type: 'object', properties: { path: { type: 'string', title: 'Path' } }, required: ['path'] },
  annotations: { destructiveHint: true },
};

/** A call of {@link deleteFile} that somebody in this page wants. */
export function askCall(
  queue: ApprovalQueue,
  initiator: Initiator = 'person',
  more: Partial<ToolCallQuestion> = {},
): Asked<CallDecision> {
  const life = new AbortController();
  const what = { tool: deleteFile, arguments: { path: '/a' }, initiator };
  return asked(
    life,
    queue.addCall({ kind: 'tool-call', asked: what, why: 'destructive', ...more }, requestingServer, life.signal),
  );
}

function asked<T>(life: AbortController, answer: Promise<T>): Asked<T> {
  // Many tests look at the screen only; a refusal nobody waits for is not an accident.
  answer.catch(() => {});
  return { answer, withdraw: (reason) => life.abort(reason) };
}
