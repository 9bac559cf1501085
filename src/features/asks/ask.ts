import type { AskMethod, ClientCapabilities } from '../../protocol/model.js';
import type { AskContext, AskDesk, AskHandler } from './ask-handler.js';

interface AskKind {
  /** What a host declares that answers such questions. */
  readonly capability: keyof ClientCapabilities;
  /** Loads when it is first asked, which on most pages is never. */
  load(): Promise<AskHandler>;
}

/** One row per question a server can ask; a missing row does not compile. */
const KINDS: { readonly [K in AskMethod]: AskKind } = {
  'sampling/createMessage': { capability: 'sampling', load: async () => (await import('./sampling.js')).samplingAsk },
  'elicitation/create': {
    capability: 'elicitation',
    load: async () => (await import('./elicitation.js')).elicitationAsk,
  },
  'roots/list': { capability: 'roots', load: async () => (await import('./roots.js')).rootsAsk },
};

/** Both eras bring their questions here. Undefined for a method that is no question, or none this host answers. */
export function answerAsk(
  method: string,
  params: unknown,
  desk: AskDesk,
  context: AskContext,
): Promise<unknown> | undefined {
  const kind = Object.hasOwn(KINDS, method) ? KINDS[method as AskMethod] : undefined;
  return kind && desk.offers()[kind.capability] && kind.load().then((handle) => handle(params, desk, context));
}
