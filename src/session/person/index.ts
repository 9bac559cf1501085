/**
 * The person's data that is stored between visits, `mcp-embed/storage`: drafts of forms, used arguments, the state of
 * views, running tasks, and decisions. For pages with forms of their own, and for pages that show or erase stored data.
 */
export { UserData, userDataPlace, type UserDataPlace } from './user-data.js';
export { Subscriptions, Views } from './views-and-subscriptions.js';
export { MAX_RECENT_SERVERS, RecentServers } from './recent-servers.js';
export { RunningTasks, type RunningTask } from './running-tasks.js';
export { eraseStored, STORED_KINDS, type Erased } from './erase.js';
export { Drafts, type Draft } from './drafts.js';
export { ArgumentHistory, MAX_SAVED_ARGUMENTS, MAX_SAVED_NAME_LENGTH, type ArgumentSet } from './argument-history.js';
export { formKey as keyOf, MAX_DRAFT_CHARACTERS, type FormOf, type NotStored, type StoredForm } from './stored-form.js';
export { auditLogOf as openAuditLog, grantsOf as openGrants, rootsFor as openRoots } from '../approvals.js';
export { isAboutTabs } from '../page-lifecycle.js';
export type { StoredAsShown } from '../redaction.js';
export type { Storage, StorageChange, Usage } from '../../storage/types.js';
export { MAX_ARGUMENT_SETS } from '../../storage/retention.js';
export { redactStored } from '../../storage/redacted-storage.js';
