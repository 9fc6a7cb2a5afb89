import fs from 'node:fs';

/** Syncs an open file or folder to disk, in the thread pool: it is the one call here that waits for the disk. */
export const flush = (descriptor: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fs.fsync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
