import type { ClientCapabilities } from '../protocol/model.js';
import { mayAnswer } from '../policy/site-policy.js';
import type { CapabilityName, SessionOptions } from './options.js';

/** The options that answer requests of a server. */
type Answerers = Pick<SessionOptions, 'capabilities' | 'sampler' | 'elicitor' | 'roots' | 'extensions'> & {
  readonly approvals?: Partial<Pick<NonNullable<SessionOptions['approvals']>, 'sampler'>> | undefined;
};

/**
 * The client capabilities that a person or page code can answer now, and that the site allows. URL elicitation needs a
 * person. A sampler, or a person in its place, can use tools.
 */
export function capabilitiesOf(options: Answerers): ClientCapabilities {
  const { capabilities = [], approvals, sampler = approvals?.sampler, elicitor, roots, extensions } = options;
  const asksPerson = (kind: CapabilityName): boolean | undefined => approvals && capabilities.includes(kind);
  const isAnswered = (kind: CapabilityName, handler: unknown): boolean =>
    Boolean(handler || asksPerson(kind)) && mayAnswer(kind);
  return {
    ...(isAnswered('sampling', sampler) && { sampling: { tools: {} } }),
    ...(isAnswered('elicitation', elicitor) && {
      elicitation: { form: {}, ...(asksPerson('elicitation') && { url: {} }) },
    }),
    ...(isAnswered('roots', roots) && { roots: { listChanged: asksPerson('roots') } }),
    ...(extensions && { extensions }),
  };
}
