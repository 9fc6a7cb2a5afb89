import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clones, freshIds } from './clones.ts';
import { fillLog, openFolder } from './log.ts';
import { ServerProcess } from './server.ts';

/** Number of documents of each kind. */
export type Size = Readonly<{ files: number; members: number; users: number; rooms: number; events: number }>;

/** The subjects of the operations: the same ids in the service's folder and in its copy. */
export type World = Readonly<{
  token: string;
  /** The room with the files and the members. */
  roomId: string;
  fileIds: readonly string[];
  /** Secrets of links; the first is the hot one. */
  links: readonly string[];
  /** Rooms without members, to be joined and uploaded to. */
  openRooms: readonly string[];
  userIds: readonly string[];
  /** Tokens of members of all these rooms: one user may send at most eight files at a time. */
  uploaders: readonly string[];
}>;

const UPLOADERS = 16;

export const SERVICE = join(import.meta.dirname, '..', '..', 'apps', 'api', 'dist', 'main.js');

/** Limits that are counted as usual and never reached. */
export const serviceSettings = (folder: string) => ({
  STRONGROOM_DATA_DIR: folder,
  STRONGROOM_RATE_LIMIT: '1000000000',
  STRONGROOM_ROOMS_PER_MINUTE: '1000000000',
  STRONGROOM_UPLOADS_PER_MINUTE: '1000000000',
  STRONGROOM_PENDING_FILES: '100000',
  STRONGROOM_PENDING_BYTES: '100000000000000',
  STRONGROOM_PENDING_FILES_PER_ROOM: '1000000',
  STRONGROOM_SECRET: 'known to the benchmark, and the same for every store',
});

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, string>>;
const PDF = { name: 'Contract.pdf', size: 5, content_type: 'application/pdf' };
const ZEROS = { iv: Buffer.alloc(12).toString('base64'), tag: Buffer.alloc(16).toString('base64') };

/** Fills an empty folder: one of each kind over the interface, the rest as copies. */
export async function makeWorld(folder: string, size: Size): Promise<World> {
  const service = await ServerProcess.start(SERVICE, serviceSettings(folder));
  const token = readFileSync(join(folder, 'owner.token'), 'utf8').trim();
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: Record<string, string> }).data;
  };
  const newRoom = async () => (await call('POST', '/rooms', { name: 'A room', classification: 'C2' })).id ?? '';
  const roomId = await newRoom();
  const openRooms: string[] = [];
  for (let i = 0; i < 64; i += 1) openRooms.push(await newRoom());
  const user = await call('POST', '/users/invite', { email: 'member-0@bench.example', role: 'member' });
  await call('POST', `/rooms/${roomId}/members`, { user_id: user.id, role: 'viewer' });
  const { file_id: fileId = '', upload_url: address = '' } = await call(
    'POST',
    `/rooms/${roomId}/files/upload-url`,
    PDF,
  );
  await fetch(address, { method: 'PUT', body: 'hello' });
  await call('POST', `/rooms/${roomId}/files/${fileId}/confirm`, ZEROS);
  const links: string[] = [];
  for (let i = 0; i < 65; i += 1)
    links.push((await call('POST', `/files/${fileId}/share`, { expires_in: 86_400 })).token ?? '');
  await service.stop();
  const made = copies(folder, size, { roomId, fileId, userId: user.id ?? '' });
  const uploaders = await copyOwner(folder, token);
  const documents = await openFolder(folder);
  await fillLog(documents, { roomId, userId: user.id ?? '' }, size.events);
  // The index of every full block, which a service stores while it runs.
  await documents.audit.stored();
  await documents.close();
  return { token, roomId, links, openRooms, uploaders, ...made };
}

type Made = Readonly<{ roomId: string; fileId: string; userId: string }>;

function copies(folder: string, size: Size, { roomId, fileId, userId }: Made) {
  const clones = new Clones(join(folder, 'strongroom.db'));
  const userIds = freshIds(size.users);
  const user = clones.find('users', 'member-0@bench.example');
  const hash = /"hash":"([^"]+)"/.exec(user.body)?.[1] ?? '';
  const membership = clones.find('memberships', userId);
  for (const [at, id] of userIds.entries()) {
    const fresh = createHash('sha256').update(id).digest('base64url');
    clones.add(
      user,
      [
        [userId, id],
        ['member-0@', `member-${at + 1}@`],
        [hash, fresh],
      ],
      user.position + at,
    );
    if (at < size.members) clones.add(membership, [[userId, id]]);
  }
  const file = clones.find('files', fileId);
  // Marks the upload name as swept; otherwise the sweep would begin with these files.
  const swept = {
    ...file,
    keys: file.keys.replace(',"unswept"', ''),
    body: file.body.replace('"swept":false', '"swept":true'),
  };
  clones.addMany(swept, size.files);
  const fileIds = clones.someIds('files', 1000);
  clones.put('rooms', roomId, '$.files.C2', size.files + 1);
  clones.put('rooms', roomId, '$.memberCount', size.members + 2);
  const room = clones.find('rooms', roomId);
  const owned = clones.find('memberships', `"roomId":"${roomId}"%"role":"owner"`);
  for (const [at, id] of freshIds(size.rooms).entries()) {
    clones.add(room, [[roomId, id]], room.position + at);
    clones.add(owned, [[roomId, id]], room.position + at);
  }
  clones.close();
  return { userIds, fileIds };
}

/** Copies the owner, with their memberships, under tokens of their own. Returns the tokens. */
async function copyOwner(folder: string, token: string): Promise<readonly string[]> {
  // Run from its source: this build does not compile it.
  const domain = join(import.meta.dirname, '..', '..', 'packages', 'domain', 'dist', 'index.js');
  const { bearerSecret } = (await import(domain)) as { bearerSecret: (kind: 'apiToken', random: Uint8Array) => string };
  const clones = new Clones(join(folder, 'strongroom.db'));
  const owner = clones.find('users', hashOf(token));
  const [, tokenId = '', email = ''] =
    /"token-id:([^"]+)".*"email":"([^"]+)"/.exec(owner.unique_keys + owner.body) ?? [];
  const owned = clones.all('memberships', `"userId":"${owner.id}"`);
  const tokens = Array.from({ length: UPLOADERS }, () => bearerSecret('apiToken', randomBytes(32)));
  for (const [at, id] of freshIds(UPLOADERS).entries()) {
    clones.add(owner, [
      [owner.id, id],
      [email, `uploader-${at}@bench.example`],
      [hashOf(token), hashOf(tokens[at] ?? '')],
      [tokenId, freshIds(1)[0] ?? ''],
    ]);
    for (const membership of owned) clones.add(membership, [[owner.id, id]]);
  }
  clones.close();
  return tokens;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
