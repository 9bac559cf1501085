import { asNumber, asObject, asString, compact } from '../protocol/check/object.js';
import type { Progress } from '../protocol/model.js';

let lastToken = 0;

/** What is needed to hear how far one request is. */
export interface ProgressListener {
  /** Never the same twice in a page, so that no two requests that run together share one. */
  readonly progressToken: string;
  onProgress(value: unknown): void;
}

/** Makes a listener for each request of one call. Values that tell nothing are left out. */
export function progressListener(onProgress: (progress: Progress) => void): () => ProgressListener {
  return () => ({
    progressToken: `progress-${++lastToken}`,
    onProgress: (value) => {
      const raw = asObject(value);
      const progress = asNumber(raw?.['progress']);
      if (progress === undefined) return;
      onProgress(compact({ progress, total: asNumber(raw?.['total']), message: asString(raw?.['message']) }));
    },
  });
}
