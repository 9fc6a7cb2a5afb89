import { describe, expect, test } from '@jest/globals';
import { eventsOfType } from '../world/events.ts';
import { anUpload, aRoom, CIPHERTEXT, confirm, get, ivOf, put, tagOf } from '../world/mothers.ts';
import { codeOf } from '../world/refusals.ts';
import { storedFile, storedRoom } from '../world/stored.ts';
import { another, BOTH, openWorld } from '../world/world.ts';

const AT_ONCE = 50;

describe.each(BOTH)('with documents in %s', (kind) => {
  test('a file accepts one of 50 concurrent confirmations with different values, and stores its iv and tag', async () => {
    const world = await openWorld({ kind });
    const processes = [world, await another(world), await another(world)];
    const room = await aRoom(world, world.owner);
    const upload = await anUpload(world, world.owner, room);
    await put(world, upload.url, CIPHERTEXT);

    const codes = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) => {
        const { app } = processes[number % processes.length] ?? world;
        return codeOf(confirm({ ...world, app }, world.owner, upload, number));
      }),
    );
    const winner = codes.indexOf('done');
    expect(codes.filter((code) => code === 'FILE_ALREADY_CONFIRMED')).toHaveLength(AT_ONCE - 1);

    expect(await storedFile(world, upload.file.id)).toMatchObject({ iv: ivOf(winner), tag: tagOf(winner) });
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1 } });
    expect(await eventsOfType(world, 'file.confirmed')).toHaveLength(1);
    const { url } = await world.owner.ask(world.app.files.getDownload, { fileId: upload.file.id });
    expect(await get(world, url)).toBe(CIPHERTEXT);
  });
});
