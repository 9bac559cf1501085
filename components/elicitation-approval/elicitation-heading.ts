import { webHost } from '../../src/content/index.js';
import type { ElicitationApproval } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { shortHost } from './short-host.js';

/** What the server wants, as the sentence a person decides on. */
export function elicitationHeading({ asked, asker, step }: ElicitationApproval): string {
  if (asked.mode === 'form') return `${nameOf(asker)} wants to know`;
  const address = webHost(asked.url);
  if (address === undefined) return `${nameOf(asker)} asks to open something that is not a web page`;
  const host = shortHost(address);
  return step === 'opened' ? `Are you done on ${host}?` : `Open a page on ${host}?`;
}
