/** What a server goes on with after it answered: tasks, listed, looked at, followed, cancelled. */
export { Tasks } from './tasks.js';
export type { TaskListing, TaskSession } from './tasks.js';
export type { Task, TaskStatus } from '../protocol/model.js';
