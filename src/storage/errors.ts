import { McpError } from '../errors.js';
import { errorText } from './error-texts.js';

/** Reasons for a `storage` problem. */
type StorageFailure = 'absent' | 'blocked' | 'newer' | 'full' | 'failing' | 'damaged';

export function storageProblem(mishap: StorageFailure, cause: unknown): McpError {
  return new McpError('storage', errorText(`storage.unavailable.${mishap}`), {
    cause,
    remedy: errorText(`storage.unavailable.${mishap}Remedy`),
  });
}

/** True if the browser gives this page no database at all. Then no stored data exists that could not be read. */
export function saysAbsent({ key }: McpError): boolean {
  return key === 'storage.unavailable.absent';
}

/** The error if a storage of the page reports a removal, but still returns the record. */
export function notRemoved(): McpError {
  return new McpError('storage', errorText('storage.notRemoved'), {
    remedy: errorText('storage.removeMustRemove'),
  });
}

/** Reason of a failed database request; undefined for other errors. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (!(error instanceof DOMException)) return undefined;
  return error.name === 'QuotaExceededError' ? 'full' : 'failing';
}
