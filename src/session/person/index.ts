/**
 * The person's data that is stored between visits, `mcp-embed/storage`: drafts of forms, used arguments, the state of
 * views, running tasks. For pages with forms of their own, and for pages that show or erase stored data.
 */
export { UserData, userDataPlace, type UserDataPlace } from '../session/person/user-data.js';
export { Subscriptions, Views } from '../session/person/views-and-subscriptions.js';
export { MAX_RECENT_SERVERS, RecentServers } from '../session/person/recent-servers.js';
export { RunningTasks, type RunningTask } from '../session/person/running-tasks.js';
export { eraseStored, STORED_KINDS, type Erased } from '../session/person/erase.js';
export { Drafts, type Draft } from '../session/person/drafts.js';
export {
  ArgumentHistory,
  MAX_SAVED_ARGUMENTS,
  MAX_SAVED_NAME_LENGTH,
  type ArgumentSet,
} from '../session/person/argument-history.js';
export {
  formKey as keyOf,
  MAX_DRAFT_CHARACTERS,
  type FormOf,
  type NotStored,
  type StoredForm,
} from '../session/person/stored-form.js';
export { isAboutTabs } from '../session/page-lifecycle.js';
export type { StoredAsShown } from '../session/redaction.js';
export type { Storage, StorageChange, Usage } from './types.js';
export { MAX_ARGUMENT_SETS } from './retention.js';
export { redactStored } from './redacted-storage.js';
