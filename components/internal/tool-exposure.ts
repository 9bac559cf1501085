import { asMcpError, type Session } from '../../src/index.js';
import { loadOnce } from '../../src/util/load-once.js';
import { documentModelContext } from '../../src/util/model-context.js';

/** Offers the tools of one session at a time to the agent of the page, with code that loads when it is first wanted. */
export class ToolExposure {
  #session: Session | undefined;
  #end = new AbortController();

  /**
   * @param session the session with the tools to offer; undefined for none. Nothing is offered, and nothing loads, if the
   * browser has no `document.modelContext`, or if the tools come from the page itself
   */
  update(session: Session | undefined): void {
    if (session === this.#session) return;
    this.#end.abort();
    this.#end = new AbortController();
    this.#session = session;
    if (session && !session.usesModelContext && documentModelContext()) void this.#expose(session, this.#end.signal);
  }

  async #expose(session: Session, signal: AbortSignal): Promise<void> {
    try {
      const { exposeTools } = await loadOnce('exposed-tools', () => import('../../src/webmcp/index.js'));
      if (!signal.aborted) exposeTools(session, { signal });
    } catch (error) {
      if (!signal.aborted) session.reportProblem(asMcpError(error));
    }
  }
}
