import { readAddress } from '../../src/content/index.js';
import type { ElicitationApproval } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';
import { shortHost } from './short-host.js';

/** What the server wants, as the sentence a person decides on. */
export function elicitationHeading({ asked, asker }: ElicitationApproval): string {
  if (asked.mode === 'form') return `${nameOf(asker)} wants to know`;
  const address = readAddress(asked.url);
  return address.kind === 'web'
    ? `Open a page on ${shortHost(address.host)}?`
    : `${nameOf(asker)} asks to open something that is not a web page`;
}
