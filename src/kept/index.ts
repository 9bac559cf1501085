/**
 * What is kept for the person between visits: forms that were begun, arguments that were used, how views were left. For
 * pages that fill in forms of their own, and for those that show what is kept.
 */
export { ArgumentHistory } from './argument-history.js';
export type { ArgumentSet } from './argument-history.js';
export { Drafts } from './drafts.js';
export type { Draft } from './drafts.js';
export { keyOf } from './kept-form.js';
export type { FormOf, KeptForm, NotKept } from './kept-form.js';
export { isAboutTabs } from '../session/missing.js';
export { KEPT_KINDS, eraseKept } from './erase.js';
export type { Erased } from './erase.js';
export { keptOf, keptPlace } from './kept-of.js';
export type { Kept, KeptPlace } from './kept-of.js';
export type { Storage, StorageChange, Usage } from '../store/storage.js';
export * from './limits.js';
export { RunningTasks } from './running-tasks.js';
export type { RunningTask } from './running-tasks.js';
export type { StoredAsShown } from '../session/stored-as-shown.js';
export { Views } from './views.js';
export { withoutSecrets } from '../store/without-secrets.js';
export { Watches } from './watches.js';
