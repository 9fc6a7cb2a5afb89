import { HOUR, plus } from '@strongroom/domain';
import { addressIn, blobKey, bodyOf, NOW, openIn } from '../blobs.setting.ts';

/** Puts and seals objects under one name without end, and reports before each seal. */
const [folder = '', name = ''] = process.argv.slice(2);
const store = await openIn(folder, () => NOW);
const address = addressIn(await store.signUpload({ key: blobKey(name), size: 4, expiresAt: plus(NOW, HOUR) }));
for (let round = 0; round < 10_000; round++) {
  await store.put(address, bodyOf('text'));
  const { generation = '' } = (await store.stat(blobKey(name))) ?? {};
  console.log('it is put');
  await store.seal(blobKey(name), generation, blobKey(`sealed/${name}/${round}`));
}
