import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Session, Task } from '../../src/index.js';
import { keptOf, type RunningTask } from '../../src/kept/index.js';
import { asOf } from '../words/as-of.js';
import { html } from '../words/html.js';

/** Runs that are listed. */
const SHOWN = 5;

/** Runs of the tool on the screen that an earlier visit left at the server, and the way back to them. */
export class LeftTasks implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #follow: (task: RunningTask) => void;
  #session: Session | undefined;
  #tool: string | undefined;
  #all: readonly RunningTask[] = [];
  /** Those that this page follows itself. */
  readonly #here = new Set<string>();

  constructor(host: ReactiveControllerHost, follow: (task: RunningTask) => void) {
    this.#host = host;
    this.#follow = follow;
    host.addController(this);
  }

  hostConnected(): void {}

  /** To be called with each rendering. */
  show(session: Session | undefined, tool: string | undefined): void {
    if (session === this.#session && tool === this.#tool) return;
    this.#session = session;
    this.#tool = tool;
    this.#all = [];
    void this.#read();
  }

  /** What the server says of a run that this page follows. */
  heard(session: Session, tool: string, task: Task): void {
    this.#here.add(task.taskId);
    void keptOf(session)
      .then((kept) => kept?.tasks.note(tool, task))
      .then(() => this.#read());
  }

  /** This page follows it no longer, and it may go on. */
  release(taskId: string): void {
    this.#here.delete(taskId);
    this.#host.requestUpdate();
  }

  /** It is not known to the server any more, or to nobody of interest. */
  readonly forget = (taskId: string): void => {
    const session = this.#session;
    if (!session) return;
    void keptOf(session)
      .then((kept) => kept?.tasks.forget(taskId))
      .then(() => this.#read());
  };

  render(canFollow: boolean): TemplateResult | typeof nothing {
    const left = this.#all.filter(({ taskId }) => !this.#here.has(taskId)).slice(0, SHOWN);
    if (left.length === 0) return nothing;
    return html`<ul class="left" part="left-tasks">
      ${repeat(
        left,
        ({ taskId }) => taskId,
        (task) =>
          html`<li class="note">
            <span>
              A run of this tool, begun at
              <time datetime=${new Date(task.at).toISOString()}>${asOf(task.at)}</time>, may still be going on at the
              server.
            </span>
            <div class="row">
              <button
                class="small"
                part="follow-task-button"
                type="button"
                aria-disabled=${canFollow ? nothing : 'true'}
                @click=${() => canFollow && this.#follow(task)}
              >
                Follow it
              </button>
              <button
                class="plain small"
                part="forget-task-button"
                type="button"
                @click=${() => this.forget(task.taskId)}
              >
                Forget it
              </button>
            </div>
          </li>`,
      )}
    </ul>`;
  }

  async #read(): Promise<void> {
    const [session, tool] = [this.#session, this.#tool];
    const kept = session && (await keptOf(session));
    const all = kept && tool !== undefined ? await kept.tasks.list(tool) : [];
    if (session !== this.#session || tool !== this.#tool) return;
    this.#all = all;
    this.#host.requestUpdate();
  }
}
