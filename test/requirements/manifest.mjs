// Everything the specification asks of a client and its host, as data. Content and apps bring their own.
import { authorization } from './authorization.mjs';
import { baseProtocol } from './base-protocol.mjs';
import { trust } from './consent.mjs';
import { elicitation } from './elicitation.mjs';
import { keptAndChecked } from './kept-and-checked.mjs';
import { limits } from './limits.mjs';
import { samplingAndRoots } from './sampling-and-roots.mjs';
import { transport } from './transport.mjs';

export const chapters = [
  { title: 'Finding, opening and speaking on a connection', requirements: baseProtocol },
  { title: 'Transport', requirements: transport },
  { title: 'Time, amounts and pace', requirements: limits },
  { title: 'What is kept, and what schemas mean', requirements: keptAndChecked },
  { title: 'Consent and trust', requirements: trust },
  { title: 'Questions to the person', requirements: elicitation },
  { title: 'Completions for a server, and roots', requirements: samplingAndRoots },
  { title: 'Signing in', requirements: authorization },
];

export const requirements = chapters.flatMap((chapter) => chapter.requirements);

/** The last number of the checklist the manifest covers, whole; of what comes after it, what is built already. */
export const LAST_NUMBER = 103;
