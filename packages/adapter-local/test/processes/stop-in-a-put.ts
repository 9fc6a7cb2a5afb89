import { HOUR, plus } from '@strongroom/domain';
import { addressIn, blobKey, NOW, openIn } from '../blobs.setting.ts';

/** Starts PUTs of one user, reports when half of each is written, and waits to be killed. */
const [folder = '', ...names] = process.argv.slice(2);
const store = await openIn(folder, () => NOW);
let begun = 0;
async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(100_000, 'x');
  if (++begun === names.length) console.log('half of it is written');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}
await Promise.all(
  names.map(async (name) => {
    const request = { key: blobKey(name), size: 200_000, expiresAt: plus(NOW, HOUR), uploader: 'ada' };
    await store.put(addressIn(await store.signUpload(request)), half());
  }),
);
