import type { AskMethod } from '../../protocol/model.js';
import type { AskContext, AskDesk, AskHandler } from './ask-handler.js';

/**
 * One row per question a server can ask; a missing row does not compile. Each loads when it is first asked, which on
 * most pages is never.
 */
const HANDLERS: { readonly [K in AskMethod]: () => Promise<AskHandler> } = {
  'sampling/createMessage': async () => (await import('./sampling.js')).samplingAsk,
  'elicitation/create': async () => (await import('./elicitation.js')).elicitationAsk,
  'roots/list': async () => (await import('./roots.js')).rootsAsk,
};

/** Both eras bring their questions here. Undefined for a method that is no question, or none this host answers. */
export function answerAsk(
  method: string,
  params: unknown,
  desk: AskDesk,
  context: AskContext,
): Promise<unknown> | undefined {
  if (!Object.hasOwn(HANDLERS, method)) return undefined;
  const known = method as AskMethod;
  return desk.accepts(known) ? HANDLERS[known]().then((handle) => handle(params, desk, context)) : undefined;
}
