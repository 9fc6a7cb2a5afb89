import { HOUR, plus } from '@strongroom/domain';
import { addressIn, bodyOf, key, NOW, openIn } from '../blobs.setting.ts';

/** Puts an object and seals it, again and again under one name, and tells each time before it seals. */
const [folder = '', name = ''] = process.argv.slice(2);
const store = await openIn(folder, () => NOW);
const address = addressIn(await store.signUpload({ key: key(name), size: 4, expiresAt: plus(NOW, HOUR) }));
for (let round = 0; round < 10_000; round++) {
  await store.put(address, bodyOf('text'));
  const { generation = '' } = (await store.stat(key(name))) ?? {};
  console.log('it is put');
  await store.seal(key(name), generation, key(`sealed/${name}/${round}`));
}
