import type { Writable } from 'node:stream';

/** Resolves when what was written is on its way, or the other side is gone. */
export function isTaken(out: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
    if (out.destroyed) done();
  });
}
