import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SoftHsm } from '@strongroom/test-servers/soft-hsm';
import { A_FILE, A_ROOM, failureOf, Place } from '../setting.ts';

/** Works with a token on a disk of its own, which it fills, and prints the results. */
const [folder = ''] = process.argv.slice(2);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
const at = new Place(SoftHsm.make(folder));
const vault = await at.vault();
const [key, spare] = [await vault.createKey(A_ROOM), await vault.createKey(A_ROOM)];

const filler = join(folder, 'filler');
const file = openSync(filler, 'w');
for (const size of [4096, 1]) while (isWritten(size));
closeSync(file);

const onFull = {
  create: (await failureOf(vault.createKey(A_ROOM))).code,
  wraps: (await vault.wrapNewDataKey(key, A_FILE)).kmsKeyId === key,
};
// SoftHSM reports success for the first note, which it could not write. The destroyed key leaves space for the second.
const fate = await vault.destroyKey(key);
rmSync(filler);
const another = await at.vault();
const isSame = (await another.destroyKey(key)).at === fate.at;
const others = [await vault.createKey(A_ROOM), spare];
const wrapped = await Promise.all(others.map((other) => another.wrapNewDataKey(other, A_FILE)));
console.log(JSON.stringify({ onFull, state: fate.state, isSame, wrapped: wrapped.length }));
vault.close();
another.close();

function isWritten(size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch {
    return false;
  }
}
