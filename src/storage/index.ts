/**
 * What is kept for the person between visits: forms that were begun, arguments that were used, how views were left. For
 * pages that fill in forms of their own, and for those that show what is kept.
 */
export { ArgumentHistory } from '../session/user-data.js';
export type { ArgumentSet } from '../session/user-data.js';
export { Drafts } from '../session/user-data.js';
export type { Draft } from '../session/user-data.js';
export { keyOf } from '../session/user-data.js';
export type { FormOf, StoredForm, NotStored } from '../session/user-data.js';
export { isAboutTabs } from '../session/missing.js';
export { STORED_KINDS, eraseStored } from '../session/user-data.js';
export type { Erased } from '../session/user-data.js';
export { userDataPlace } from '../session/user-data.js';
export type { UserData, UserDataPlace } from '../session/user-data.js';
export type { Storage, StorageChange, Usage } from './types.js';
export * from '../session/user-data.js';
export { RunningTasks } from '../session/user-data.js';
export type { RunningTask } from '../session/user-data.js';
export type { StoredAsShown } from '../session/redaction.js';
export { Views } from '../session/user-data.js';
export { redactStored } from './without-secrets.js';
export { Subscriptions } from '../session/user-data.js';
