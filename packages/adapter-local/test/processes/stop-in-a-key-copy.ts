import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Copies a keyring with one group, reports when the copy is written but has no name yet, and waits to be killed. */
const [from = '', to = ''] = process.argv.slice(2);
const { readFile } = fs;
let reads = 0;
/** The group is read for what is destroyed, to be copied, and again to see that it is unchanged. */
const BEFORE_ITS_NAME = 3;
fs.readFile = (async (...asked: Parameters<typeof readFile>) => {
  const [path] = asked;
  if (typeof path === 'string' && path.endsWith('.keks') && ++reads === BEFORE_ITS_NAME) {
    console.log('the copy has no name yet');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  return readFile(...asked);
}) as typeof readFile;
syncBuiltinESMExports();
const { copyKeys } = await import('../../src/backup/key-copy.ts');
await copyKeys(from, to);
