// Puts a file into a room of its own and prints a link for people without an account.
// node share.mjs ADDRESS FILE_WITH_TOKEN FILE
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { keyServiceUnwrapper, Strongroom } from '@strongroom/client';

const [url, tokenFile, path] = process.argv.slice(2);
const token = (await readFile(tokenFile, 'utf8')).trim();

// The service says where its key service is. A program that runs for long stores `key` at its first start, and compares.
const { key_service: keys } = await new Strongroom({ url }).service.offer();
const unwrap = keyServiceUnwrapper({ url: keys.url, key: keys.key });
const strongroom = new Strongroom({ url, token, unwrap });

const room = await strongroom.rooms.create({ name: `Shared ${basename(path)}`, classification: 'C1' });
// Encrypted on this machine: the service gets ciphertext.
const file = await strongroom.uploadFile(room.id, path, { content_type: 'application/octet-stream' });
const link = await strongroom.shareWithKey(file.id, { expires_in: 7 * 24 * 3600, max_downloads: 3 });
console.log(link.url);
