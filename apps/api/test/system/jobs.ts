import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { aFile, aRoom, given, times } from '../support/people-of-process.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { everything } from './load.ts';

/** 3000 announced files make a destruction that lasts; by default a user may have 1000. */
const MANY_PENDING = { STRONGROOM_PENDING_FILES: '4000' };

/**
 * Registers tests of long jobs whose process ends. Reads the settings when the tests run; each test has its own store.
 */
export function jobsGoOn(settings: () => Environment): void {
  let place: Place;
  beforeAll(build, 120_000);
  let environment: Environment;
  beforeEach(async () => {
    place = await Place.make();
    environment = { ...UNLIMITED, ...MANY_PENDING, ...settings() };
  });
  afterEach(() => place.end());

  const start = (): Promise<ServiceProcess> => place.start(environment);
  const ownerToken = async (): Promise<string> => environment.STRONGROOM_OWNER_TOKEN ?? (await place.ownerToken());

  /** A room with some hundred files, of which the first few have objects. */
  async function aFullRoom(owner: Caller, hundreds: number): Promise<{ id: string }> {
    const room = await aRoom(owner);
    await Promise.all(times(20, () => aFile(owner, room)));
    const items = times(100, (index) => ({ name: `${index}.txt`, size: 10, content_type: 'text/plain' }));
    for (let done = 0; done < hundreds; done++)
      await given(owner.post(`/rooms/${room.id}/files/upload-urls`, { items }));
    return room;
  }

  const objects = async (): Promise<readonly string[]> =>
    (await readdir(join(place.data, 'blobs', 'objects'), { recursive: true })).filter((name) => name.endsWith('.blob'));

  /** Deletes the room, and resolves in the middle of its destruction. */
  async function halfDestroyed(service: ServiceProcess, token: string, hundreds: number): Promise<string> {
    const owner = service.as(token);
    const room = await aFullRoom(owner, hundreds);
    expect(await objects()).toHaveLength(20);
    const { receipt_id: receipt } = await given(owner.delete(`/rooms/${room.id}`));
    const { status, files_destroyed: destroyed } = await eventually('its beginning', async () => {
      const { data } = (await owner.get(`/destruction-receipts/${receipt}`)).body;
      return data.files_destroyed > 0 ? data : undefined;
    });
    expect(status).toBe('in_progress');
    expect(destroyed).toBeLessThan(20 + hundreds * 100);
    return `/destruction-receipts/${receipt}`;
  }

  /** Follows the receipt to its end, and verifies it. */
  async function completed(service: ServiceProcess, token: string, path: string, files: number): Promise<void> {
    const owner = service.as(token);
    const receipt = await eventually(
      'the end of the destruction',
      async () => {
        const { data } = (await owner.get(path)).body;
        return data.status === 'complete' ? data : undefined;
      },
      60_000,
    );
    expect(receipt).toMatchObject({ files_total: files, files_destroyed: files, keys_destroyed: files });
    expect(receipt.key).toMatchObject({ scope: 'room', state: 'destroyed' });
    const rows = await everything(owner, `${path}/files`);
    expect([rows.total, new Set(rows.items.map((row) => row.file_id)).size]).toEqual([files, files]);
    expect(await objects()).toEqual([]);
    expect((await readdir(join(place.data, 'keys'))).filter((name) => name.endsWith('.kek'))).toEqual([]);
    expect((await everything(owner, '/audit-events?type=room.destroyed')).total).toBe(1);
  }

  test('a destruction whose process is killed in the middle is taken over by another process and completed', async () => {
    const first = await start();
    const token = await ownerToken();
    const path = await halfDestroyed(first, token, 10);
    await first.kill();
    const second = await start();
    expect((await given(second.as(token).get(path))).status).toBe('in_progress');
    await completed(second, token, path, 1020);
  });

  test('a long destruction does not delay a stopping process, and continues in the next', async () => {
    const first = await start();
    const token = await ownerToken();
    const path = await halfDestroyed(first, token, 30);
    first.signal('SIGTERM');
    expect(await first.ended(10_000)).toBe(0);
    const second = await start();
    expect((await given(second.as(token).get(path))).status).toBe('in_progress');
    await completed(second, token, path, 3020);
  });
}
