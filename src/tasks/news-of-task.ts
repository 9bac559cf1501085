import { asObject } from '../protocol/check/object.js';
import type { News } from '../protocol/read-news.js';
import type { TaskLine } from '../session/task-lines.js';
import type { Readable } from '../util/store.js';

/** What servers say of a task unasked, where they do: each form of tasks has its own name for it. */
const NAMES: ReadonlySet<unknown> = new Set(['notifications/tasks', 'notifications/tasks/status']);

/** Whether there is news of that task. What it says is not read: whoever looks sees it, and one reader is enough. */
export function newsOfTask(news: Readable<News | undefined>, taskId: string): TaskLine['onNews'] {
  return (again) =>
    news.subscribe((one) => {
      if (NAMES.has(one?.method) && asObject(one?.params)?.['taskId'] === taskId) again();
    });
}
