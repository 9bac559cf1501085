import type { RootsApproval } from '../../src/index.js';
import { nameOf } from '../approval-queue/asker-name.js';

/** What may happen, in one sentence. */
export function rootsHeading({ asker }: RootsApproval): string {
  return `${nameOf(asker)} asks which folders it may use`;
}
