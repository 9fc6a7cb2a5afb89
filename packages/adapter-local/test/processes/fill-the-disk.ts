import { execFileSync } from 'node:child_process';
import { open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR, plus } from '@strongroom/domain';
import { LocalKeyring } from '../../src/index.ts';
import { addressIn, blobKey, bodyOf, NOW, openIn, textOf } from '../blobs.setting.ts';

/**
 * Uses a store on a disk of one megabyte, and reports the results. `how` is `mount` or, where that is not allowed,
 * `pretend`.
 */
const [folder = '', how = ''] = process.argv.slice(2);
const mount = ['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder] as const;
if (how === 'mount') execFileSync(mount[0], mount.slice(1));
else await pretendToBeFull(1_000_000);

const store = await openIn(join(folder, 'blobs'), () => NOW);
const keyring = await LocalKeyring.open({ folder: join(folder, 'keys'), clock: { now: () => NOW } });
const put = async (name: string, text: string): Promise<string> => {
  const address = addressIn(
    await store.signUpload({ key: blobKey(name), size: text.length, expiresAt: plus(NOW, HOUR) }),
  );
  return store.put(address, bodyOf(...(text.match(/.{1,50000}/g) ?? []))).then(
    () => 'stored',
    (error: { code: string }) => error.code,
  );
};
const get = async (name: string): Promise<string> => {
  const address = addressIn(await store.signDownload({ key: blobKey(name), expiresAt: plus(NOW, HOUR) }));
  return store.get(address, undefined).then(
    ({ body }) => textOf(body),
    (error: { code: string }) => error.code,
  );
};
const first = {
  small: await put('uploads/small', 'what was there'),
  large: await put('uploads/large', 'x'.repeat(2_000_000)),
  largeOverSmall: await put('uploads/small', 'x'.repeat(2_000_000)),
  listed: (await store.list('')).keys,
  stillThere: await get('uploads/small'),
  left: await readdir(join(folder, 'blobs', 'tmp')),
  retried: await put('uploads/large', 'x'.repeat(1000)),
};
const onFull = how === 'mount' ? await fillItUp() : {};
const afterwards = await put('uploads/other', 'room again');
console.log(JSON.stringify({ ...first, ...onFull, afterwards, listedAfterwards: (await store.list('')).keys }));

/** Fills the disk completely, reports what still works, and frees space again. */
async function fillItUp(): Promise<object> {
  await writeFile(join(folder, 'filler'), Buffer.alloc(1_100_000)).catch(() => undefined);
  const full = await put('uploads/other', 'x'.repeat(5000));
  const keyOnFull = await keyring.createKey({} as never).catch((error: Error) => error.name);
  const readOnFull = await get('uploads/small');
  await store.delete(blobKey('uploads/small'));
  await rm(join(folder, 'filler'));
  return { full, keyOnFull, readOnFull };
}

/** Fails writes beyond `bytes` bytes of a file from now on, as the operating system does on a full disk. */
async function pretendToBeFull(bytes: number): Promise<void> {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as { write: (...args: unknown[]) => Promise<unknown> };
  await handle.close();
  const whole = prototype.write;
  const written = new WeakMap<object, number>();
  prototype.write = function write(this: object, ...args) {
    const sum = (written.get(this) ?? 0) + Number(args[2]);
    written.set(this, sum);
    if (sum > bytes) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    return whole.apply(this, args);
  };
}
