import { HOUR, plus } from '@strongroom/domain';
import { addressIn, key, NOW, openIn } from '../blobs.setting.ts';

/** Begins a PUT, tells so when half of it has been written, and waits for its end. */
const [folder = '', name = ''] = process.argv.slice(2);
const store = await openIn(folder, () => NOW);
const address = addressIn(await store.signUpload({ key: key(name), size: 200_000, expiresAt: plus(NOW, HOUR) }));
async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(100_000, 'x');
  console.log('half of it is written');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}
await store.put(address, half());
