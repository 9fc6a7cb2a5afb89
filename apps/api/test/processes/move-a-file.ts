/**
 * Uploads a file and downloads it again in its own process, and prints the memory used. Arguments: address, token,
 * folder of the keyring, room, source, destination, and method.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import { Strongroom } from '@strongroom/client';

const [url = '', token = '', keyring = '', room = '', from = '', to = '', how = 'files'] = process.argv.slice(2);
const unwrap = {
  unwrap: ({ wrappedDek, kmsKeyId }: { wrappedDek: string; kmsKeyId: string }) =>
    unwrapDataKey(keyring, wrappedDek, kmsKeyId),
};
const strongroom = new Strongroom({ url, token, unwrap });
const type = { content_type: 'application/octet-stream' };

if (how === 'files') {
  const { id } = await strongroom.uploadFile(room, from, type);
  await strongroom.downloadFile(id, to);
} else {
  const { id } = await strongroom.uploadStream(room, { name: 'stream', ...type }, createReadStream(from));
  await pipeline(await strongroom.downloadStream(id), createWriteStream(to));
}
console.log(JSON.stringify({ highest: process.resourceUsage().maxRSS * 1024 }));
