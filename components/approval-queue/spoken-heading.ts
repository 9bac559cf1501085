import type { Approval } from '../../src/index.js';
import { nameOf } from './asker-name.js';

/** The question as the name of its dialog: whoever hears it does not see who asks beside it. */
export function spokenHeading(heading: string, { asker }: Approval): string {
  const name = nameOf(asker);
  const missing = [name, asker.host].filter((each) => !heading.includes(each));
  return [heading, missing.join(', ')].filter(Boolean).join(' · ');
}
