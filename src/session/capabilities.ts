import type { ClientCapabilities } from '../protocol/model.js';
import type { AnswerKind, SessionOptions } from './session-options.js';

/**
 * What this host can do right now, by a person or by page code. Pages are opened by persons only, and tools are used by
 * models only: a person who answers for one writes text.
 */
export function capabilitiesOf(options: SessionOptions): ClientCapabilities {
  const { answers = [], approvals, sampler = approvals?.sampler, elicitor, roots, extensions } = options;
  const asksPerson = (kind: AnswerKind): boolean | undefined => approvals && answers.includes(kind);
  const showsPages = asksPerson('elicitation');
  return {
    ...((sampler || asksPerson('sampling')) && { sampling: sampler ? { tools: {} } : {} }),
    ...((elicitor || showsPages) && { elicitation: { form: {}, ...(showsPages && { url: {} }) } }),
    ...((roots || asksPerson('roots')) && { roots: { listChanged: asksPerson('roots') } }),
    ...(extensions && { extensions }),
  };
}
