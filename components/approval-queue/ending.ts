import type { ApprovalQueue } from '../../src/index.js';
import { nameOf } from './asker-name.js';

type Ended = NonNullable<ReturnType<ApprovalQueue['ended']['get']>>;

/** Why a question is gone that the person did not end here, as a sentence. */
export function endingOf({ asker, how, reason }: Ended): string {
  const name = nameOf(asker);
  if (how === 'answered') return `The question of ${name} was answered elsewhere.`;
  if (how === 'refused') return `The question of ${name} was declined elsewhere.`;
  if (how === 'completed') return `${name} says that its page is done. What waited for it goes on.`;
  switch (reason?.code) {
    case undefined:
    case 'cancelled':
      return `${name} withdrew its question.`;
    case 'timeout':
      return `The question of ${name} waited too long and is over.`;
    case 'closed':
    case 'network':
    case 'session-lost':
    case 'stream-ended':
      return `The connection to ${name} ended, and with it its question.`;
    case 'load':
      return `The question of ${name} was refused, because this page could not show it. ${reason?.message} ${reason?.remedy ?? ''}`.trim();
    default:
      return `The question of ${name} is over: ${reason?.message}`;
  }
}
