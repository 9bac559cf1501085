import type { ReactiveControllerHost } from 'lit';
import { asMcpError, itemsOf, type JsonObject, type McpError, type Session } from '../../src/index.js';
import { SECRET_SIGN, type TranscriptEntry } from '../../src/transcript/index.js';
import { McpRunAgainRequestEvent, McpToolSelectEvent } from '../events.js';
import { sendByPerson } from '../internal/send-by-person.js';
import { fillIn } from '../item-form/hand-over.js';
import { titleOf } from './entry-words.js';
import { t } from './messages.js';

/** Requests that can be repeated: those of the person, not those that the protocol needs. */
const AGAIN =
  /^(?:tools\/call|resources\/read|prompts\/get|completion\/complete|(?:tools|prompts|resources(?:\/templates)?)\/list)$/;

type Host = ReactiveControllerHost & HTMLElement & { readonly session: Session | undefined };

/** The place that tells how it went. */
interface Teller {
  tell(outcome: string): void;
  fail(headline: string, error: McpError): void;
}

/** Runs the chosen entry again, or fills it into a form. */
export class Again {
  readonly #host: Host;
  readonly #teller: Teller;
  isRunning = false;

  constructor(host: Host, teller: Teller) {
    this.#host = host;
    this.#teller = teller;
  }

  async run(entry: TranscriptEntry, isEdit: boolean): Promise<void> {
    const { session } = this.#host;
    const params = paramsOf(entry);
    const event = new McpRunAgainRequestEvent(entry.method, params, isEdit);
    this.#teller.tell('');
    if (!session || !this.#host.dispatchEvent(event)) return;
    if (isEdit) return this.#edit(session, event.tool!, event.arguments!);
    this.isRunning = true;
    this.#host.requestUpdate();
    try {
      await sendByPerson(session, entry.method, params);
    } catch (error) {
      // The log shows requests that failed, but not requests that were never sent.
      this.#teller.fail(t('log.runFailed', { title: titleOf(entry) }), asMcpError(error));
    }
    this.isRunning = false;
    this.#host.requestUpdate();
  }

  #edit(session: Session, name: string, args: JsonObject): void {
    const tool = itemsOf(session.tools.state.get()).find((each) => each.name === name);
    if (!tool) return this.#teller.tell(t('log.theServerDoesNot', { name }));
    fillIn(session, { tool: name, arguments: args, by: 'transcript' });
    this.#host.dispatchEvent(new McpToolSelectEvent(tool));
  }
}

/** Returns whether an entry can be run again. A call that contained a secret must be edited first. */
export function canRunAgain({ method, direction, params }: TranscriptEntry): 'as it was' | 'edited' | 'no' {
  if (direction !== 'sent' || !AGAIN.test(method) || params?.isCut) return 'no';
  const isIncomplete = params && (params.json.includes(SECRET_SIGN) || (params.blobs?.length ?? 0) > 0);
  if (!isIncomplete) return 'as it was';
  return method === 'tools/call' ? 'edited' : 'no';
}

/** Returns the parameters, without the client's metadata and without data for that one request. */
function paramsOf({ params }: TranscriptEntry): JsonObject {
  const {
    _meta,
    inputResponses: _answers,
    requestState: _state,
    ...rest
  } = JSON.parse(params?.json ?? '{}') as Record<string, never>;
  return rest;
}
