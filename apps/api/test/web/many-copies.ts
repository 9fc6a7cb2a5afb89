import { randomUUID } from 'node:crypto';
import { aFile } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';

/** Copies one file of each folder in the store: a hundred thousand uploads take an hour. The copies are C1. */
export async function fillRoom(
  world: World,
  room: string,
  folders: readonly Readonly<{ folder: string; files: number }>[],
): Promise<void> {
  const { documents } = world.ports;
  for (const { folder, files } of folders) {
    const id = await aFile(world.owner, room, { name: 'annex 0.txt', folder });
    const [stored] = await documents.read([{ collection: 'files', id }]);
    if (stored === undefined) throw new TypeError('the file is not stored');
    await documents.commit(
      Array.from({ length: files - 1 }, (_, index) => {
        const copy = randomUUID();
        const body = { ...(stored.body as object), id: copy, name: `annex ${index + 1}.txt` };
        return { collection: 'files', insert: { ...stored, id: copy, version: 1, body } };
      }),
    );
  }
  await documents.commit(await Promise.all(folders.map(({ folder, files }) => counted(world, room, folder, files))));
  const [stored] = await documents.read([{ collection: 'rooms', id: room }]);
  if (stored === undefined) throw new TypeError('the room is not stored');
  const total = folders.reduce((sum, { files }) => sum + files, 0);
  const body = { ...(stored.body as object), files: { C1: total } };
  await documents.commit([{ collection: 'rooms', replace: { ...stored, version: stored.version + 1, body } }]);
}

/** The folder with that number of files. */
async function counted({ ports: { documents } }: World, room: string, folder: string, files: number) {
  const [stored] = await documents.read([{ collection: 'folders', id: `${room}/${folder}\n` }]);
  if (stored === undefined) throw new TypeError('the folder is not stored');
  const body = { ...(stored.body as object), files: { C1: files } };
  return { collection: 'folders', replace: { ...stored, version: stored.version + 1, body } };
}
