import type { AskMethod, ClientCapabilities } from '../../protocol/model.js';
import type { AskContext, AskDesk, AskHandler } from './ask-handler.js';
import { elicitationAsk } from './elicitation.js';
import { rootsAsk } from './roots.js';
import { samplingAsk } from './sampling.js';

interface AskKind {
  /** What a host declares that answers such questions. */
  readonly capability: keyof ClientCapabilities;
  readonly handle: AskHandler;
}

/** One row per question a server can ask; a missing row does not compile. */
const KINDS: { readonly [K in AskMethod]: AskKind } = {
  'sampling/createMessage': { capability: 'sampling', handle: samplingAsk },
  'elicitation/create': { capability: 'elicitation', handle: elicitationAsk },
  'roots/list': { capability: 'roots', handle: rootsAsk },
};

/** Both eras bring their questions here. Undefined for a method that is no question, or none this host answers. */
export function answerAsk(
  method: string,
  params: unknown,
  desk: AskDesk,
  context: AskContext,
): Promise<unknown> | undefined {
  const kind = Object.hasOwn(KINDS, method) ? KINDS[method as AskMethod] : undefined;
  return kind && desk.offers()[kind.capability] && kind.handle(params, desk, context);
}
