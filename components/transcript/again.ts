import type { ReactiveControllerHost } from 'lit';
import { asMcpError, itemsOf, type JsonObject, type Session } from '../../src/index.js';
import type { TranscriptEntry } from '../../src/recording/index.js';
import { McpRunAgainEvent } from '../events/mcp-run-again-event.js';
import { McpToolSelectEvent } from '../events/mcp-tool-select-event.js';
import { fillIn } from '../item-form/filled.js';
import { titleOf } from './entry-words.js';
import { doAgain, paramsOf } from './run-again.js';
import type { WholeTranscript } from './whole-transcript.js';

type Host = ReactiveControllerHost & HTMLElement & { readonly session: Session | undefined };

/** Does again what the person chose, or puts it into a form. */
export class Again {
  readonly #host: Host;
  readonly #whole: WholeTranscript;
  isRunning = false;

  constructor(host: Host, whole: WholeTranscript) {
    this.#host = host;
    this.#whole = whole;
  }

  async run(entry: TranscriptEntry, isEdit: boolean): Promise<void> {
    const { session } = this.#host;
    const params = paramsOf(entry);
    const event = new McpRunAgainEvent(entry.method, params, isEdit);
    this.#whole.tell('');
    if (!session || !this.#host.dispatchEvent(event)) return;
    if (isEdit) return this.#edit(session, event.tool!, event.arguments!);
    this.isRunning = true;
    this.#host.requestUpdate();
    try {
      await doAgain(session, entry.method, params);
    } catch (error) {
      // That it failed is in the transcript; what never was sent is not.
      this.#whole.fail(`${titleOf(entry)} failed.`, asMcpError(error));
    }
    this.isRunning = false;
    this.#host.requestUpdate();
  }

  #edit(session: Session, name: string, args: JsonObject): void {
    const tool = itemsOf(session.tools.state.get()).find((each) => each.name === name);
    if (!tool) return this.#whole.tell(`The server does not offer ${name} any more.`);
    fillIn(session, { tool: name, arguments: args });
    this.#host.dispatchEvent(new McpToolSelectEvent(tool));
  }
}
