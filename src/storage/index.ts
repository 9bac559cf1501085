/**
 * What is stored for the person between visits, `mcp-embed/storage`: drafts of forms, arguments that were used, how views were
 * left, running tasks. For pages with forms of their own, and for pages that show or erase what is stored.
 */
export {
  ArgumentHistory,
  Drafts,
  eraseStored,
  keyOf,
  MAX_ARGUMENT_SETS,
  MAX_DRAFT_CHARACTERS,
  MAX_SAVED_ARGUMENTS,
  MAX_SAVED_NAME_LENGTH,
  RunningTasks,
  STORED_KINDS,
  Subscriptions,
  UserData,
  userDataPlace,
  Views,
  type ArgumentSet,
  type Draft,
  type Erased,
  type FormOf,
  type NotStored,
  type RunningTask,
  type StoredForm,
  type UserDataPlace,
} from '../session/user-data.js';
export { isAboutTabs } from '../session/page-lifecycle.js';
export type { StoredAsShown } from '../session/redaction.js';
export type { Storage, StorageChange, Usage } from './types.js';
export { redactStored } from './redacted-storage.js';
