import type { ReactiveControllerHost } from 'lit';
import type { SamplingApproval, SamplingRequest } from '../../src/index.js';
import type { LimitsInput } from './request-edits.js';

/** A part of a message, or a tool, that can be left out: its key. */
export const partKey = (message: number, block: number): string => `part-${message}-${block}`;
export const toolKey = (at: number): string => `tool-${at}`;

/** What a person makes of a request before it goes to a model. Lives as long as the question, through all of its steps. */
export class RequestDraft {
  readonly #host: ReactiveControllerHost;
  readonly #leftOut = new Set<string>();
  #id: string | undefined;
  /** What went to the model last, so that coming back finds the draft and not what became of it. */
  #sent: SamplingRequest | undefined;
  #request: SamplingRequest | undefined;
  /** What is in the fields of limits, where that is not what the request says. */
  limits: LimitsInput | undefined;
  /** The model the person chose. */
  model: string | undefined;
  /** The person ticked that the budget does not count this time. */
  isDeliberate = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** The question, or where it stands, changed. */
  follow(approval: SamplingApproval | undefined): void {
    if (approval?.id !== this.#id) {
      this.model = undefined;
      this.isDeliberate = false;
    }
    const isMine = approval?.id === this.#id && approval?.step.request === this.#sent;
    this.#id = approval?.id;
    this.limits = undefined;
    if (isMine) return;
    this.#leftOut.clear();
    this.#request = this.#sent = approval?.step.request;
  }

  /** With all that is left out, so that it can be put back. */
  get request(): SamplingRequest | undefined {
    return this.#request;
  }

  /** As it would go to the model. */
  get remaining(): SamplingRequest | undefined {
    const request = this.#request;
    if (!request || this.#leftOut.size === 0) return request;
    const messages = request.messages.flatMap((message, m) => {
      const content = message.content.filter((_, b) => !this.#leftOut.has(partKey(m, b)));
      return content.length > 0 || message.content.length === 0 ? [{ ...message, content }] : [];
    });
    const tools = request.tools?.filter((_, at) => !this.#leftOut.has(toolKey(at)));
    return { ...request, messages, ...(tools && { tools }) };
  }

  /** It goes to the model. */
  send(): SamplingRequest | undefined {
    this.isDeliberate = false;
    return (this.#sent = this.remaining);
  }

  readonly edit = (change: (request: SamplingRequest) => SamplingRequest): void => {
    if (this.#request) this.#request = change(this.#request);
    this.#host.requestUpdate();
  };

  isOut(key: string): boolean {
    return this.#leftOut.has(key);
  }

  toggle(key: string): void {
    if (!this.#leftOut.delete(key)) this.#leftOut.add(key);
    this.#host.requestUpdate();
  }

  readonly setLimits = (input: LimitsInput | undefined): void => {
    this.limits = input;
    this.#host.requestUpdate();
  };

  readonly setModel = (model: string): void => {
    this.model = model;
    this.#host.requestUpdate();
  };

  readonly setDeliberate = (isDeliberate: boolean): void => {
    this.isDeliberate = isDeliberate;
    this.#host.requestUpdate();
  };
}
