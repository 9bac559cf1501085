import type { ApprovalDesk } from '../approvals/approval-desk.js';
import { answerAsk } from '../features/asks/ask.js';
import type { AskDesk } from '../features/asks/ask-handler.js';
import type { AnswerAsk } from '../protocol/ask.js';
import type { McpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/outgoing.js';
import type { ServerProfile } from '../protocol/model.js';
import type { SessionOptions } from './session-options.js';
import { capabilitiesOf } from './capabilities.js';
import { openDesk } from './open-desk.js';

/** What the session knows beside its server. Asked anew for each question. */
export interface SessionNow {
  /** The life of the connection a question came on. */
  life(): AbortSignal;
  /** How many calls run that a person started here. */
  personsCalls(): number;
}

/** Whoever answers the questions of one session's server. */
export function answererFor(
  options: SessionOptions,
  session: { readonly server: ServerProfile },
  { life, personsCalls }: SessionNow,
  onProblem: (problem: McpError) => void,
): AnswerAsk {
  const server = (): ServerProfile => session.server;
  let desk: ApprovalDesk | undefined;
  const ask: AskDesk = {
    offers: () => capabilitiesOf(options),
    server,
    admit: async (...asked) => (desk ??= openDesk(session, options, server, onProblem)).admit(...asked),
  };
  return (method, params, { signal, during, isPersons = during?.isPersons }) => {
    // Older revisions do not say which call a question belongs to: while exactly one of the person's runs, it is theirs.
    const cameInOne = personsCalls() === 1;
    return answerAsk(method, params, ask, {
      signal: AbortSignal.any([signal, life()]),
      call: during,
      ...(during && { during: describe(during) }),
      isOwn: () => isPersons ?? (cameInOne && personsCalls() === 1),
    });
  };
}

/** The same object for the same call: that is how its questions are known to belong together. */
const described = new WeakMap<Outgoing, { readonly method: string; readonly name?: string }>();

function describe(call: Outgoing): { readonly method: string; readonly name?: string } {
  const known = described.get(call);
  if (known) return known;
  const name = call.params?.['name'] ?? call.params?.['uri'];
  const during = { method: call.method, ...(typeof name === 'string' && { name }) };
  described.set(call, during);
  return during;
}
