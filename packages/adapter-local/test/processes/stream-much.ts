import { HOUR, plus } from '@strongroom/domain';
import { addressIn, blobKey, NOW, openIn } from '../blobs.setting.ts';

/** Puts and gets `size` bytes, and prints its peak memory and its memory before, in bytes. */
const [folder = '', size = '0'] = process.argv.slice(2);
const store = await openIn(folder, () => NOW);
const [name, expiresAt] = [blobKey('uploads/large'), plus(NOW, HOUR)];
const piece = Buffer.alloc(65_536, 'x');
async function* body(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < Number(size); sent += piece.length) yield Buffer.from(piece);
}
const most = (): number => process.resourceUsage().maxRSS * 1024;
const before = most();
await store.put(addressIn(await store.signUpload({ key: name, size: Number(size), expiresAt })), body());
const { body: sent } = await store.get(addressIn(await store.signDownload({ key: name, expiresAt })), undefined);
let received = 0;
for await (const { length } of sent) received += length;
console.log(JSON.stringify({ before, most: most(), received }));
