import type { ContentBlock, JsonObject, Role, Tool } from './model.js';

/** What servers ask of their host, and what they are told: the part of the neutral model that most pages never use. */

export interface SamplingMessage {
  readonly role: Role;
  readonly content: readonly ContentBlock[];
  readonly _meta?: JsonObject | undefined;
}

export interface ModelPreferences {
  readonly hints?: readonly { readonly name?: string | undefined }[] | undefined;
  readonly costPriority?: number | undefined;
  readonly speedPriority?: number | undefined;
  readonly intelligencePriority?: number | undefined;
}

/** What a server wants a model to be asked. */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  /** Ceiling on the answer, in tokens. */
  readonly maxTokens: number;
  readonly systemPrompt?: string | undefined;
  readonly modelPreferences?: ModelPreferences | undefined;
  readonly includeContext?: 'none' | 'thisServer' | 'allServers' | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
  /** Tools the model may use. The server carries them out, and asks again with what they gave. */
  readonly tools?: readonly Tool[] | undefined;
  /** Without a mode: `auto`. */
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' | undefined } | undefined;
}

export interface SamplingResult {
  readonly role: Role;
  /** What the model said, or which tools it wants used (`tool_use`, as many as it likes). */
  readonly content: readonly ContentBlock[];
  /** Name of the model that answered; `human` where a person did. */
  readonly model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the model's maker. */
  readonly stopReason?: string | undefined;
}

/** The person is to fill in a form. */
export interface ElicitationForm {
  readonly mode: 'form';
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** The person is to visit a page, outside of this one and of the protocol. */
export interface ElicitationPage {
  readonly mode: 'url';
  readonly message: string;
  /** An http or https address. */
  readonly url: string;
  /** Under which the server may tell that the person is done there; not every revision has it. */
  readonly elicitationId?: string | undefined;
  /**
   * The call it came with is sent again once it is answered, so the answer waits until the person is done there. Without
   * it the answer only says that the person agreed to open the page.
   */
  readonly resumesCall?: true | undefined;
}

/** What a server wants of the person. */
export type ElicitationRequest = ElicitationForm | ElicitationPage;

export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Of an accepted form. A page has none: what is done there is between the person and the page. */
  readonly content?: JsonObject | undefined;
}

export interface Root {
  /** `file://…` */
  readonly uri: string;
  readonly name?: string | undefined;
}

/** Everything a server can ask its host, in the specification's words. */
export interface ServerAsks {
  'sampling/createMessage': { request: SamplingRequest; result: SamplingResult };
  'elicitation/create': { request: ElicitationRequest; result: ElicitationResult };
  'roots/list': { request: undefined; result: readonly Root[] };
}
export type AskMethod = keyof ServerAsks;
