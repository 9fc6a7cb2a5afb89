import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { TEST_TIMEOUT_MS } from '../../support/browser.ts';
import { buildPages } from '../../support/built.ts';
import type { Person } from '../../support/people-in-memory.ts';
import { startService, type World } from '../../support/service-in-memory.ts';
import { IN_FOLDERS } from './in-folders.ts';
import { IN_PARTS_OF_ROOMS } from './in-parts-of-rooms.ts';
import { HELPER, IN_ROOMS, MATE, type ReadRoom, readRoom, SELF } from './in-rooms.ts';
import {
  aPersonOf,
  aReaderOf,
  aRoomFor,
  type Kind,
  type Others,
  OVERSEERS,
  ROOM_ROLES,
  type RoomSetting,
  refusalsOf,
} from './people.ts';
import { CHROMIUM, type Readers } from './readers.ts';
import { differences, type Row, tableOf } from './table.ts';

/** Does each thing over the interface that the pages may offer. */
async function rowsOf(read: ReadRoom, person: Person, others: Others, at: RoomSetting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, isOffered, attempt, undo } of [...IN_FOLDERS, ...IN_PARTS_OF_ROOMS, ...IN_ROOMS]) {
    const isAllowed = (await attempt({ person, others, at })).status < 300;
    if (isAllowed) await undo?.({ person, others, at });
    rows.push({ deed: name, isOffered: isOffered(read), isAllowed });
  }
  return rows;
}

type Setting = Readonly<{ start?: () => Promise<Readers>; externalOwners?: 'on' | 'off' }>;

/**
 * Compares for each kind of person what the pages of rooms offer with what the service allows, and prints both. An external owner
 * is in the room with the setting off as well: they became its owner before they were external.
 */
export function compareInRooms(
  state: 'active' | 'archived',
  kinds: readonly Kind[],
  { start = CHROMIUM, externalOwners = 'off' }: Setting = {},
): void {
  let readers: Readers;
  let world: World;
  let others: Others;
  const columns = new Map<Kind, Map<string, readonly Row[]>>();

  jest.setTimeout(3 * TEST_TIMEOUT_MS);

  beforeAll(async () => {
    await buildPages();
    [readers, world] = await Promise.all([start(), startService({ check: false, externalOwners })]);
    others = {
      seller: await aPersonOf(world, 'member', 'Seller'),
      mate: await aPersonOf(world, 'member', MATE),
      helper: await aPersonOf(world, 'member', HELPER),
      administrator: world.owner,
    };
  }, 3 * TEST_TIMEOUT_MS);
  afterAll(async () => {
    for (const [kind, own] of columns)
      process.stdout.write(`\n${tableOf(`${kind}, in an ${state} room (external owners ${externalOwners}):`, own)}\n`);
    await Promise.all([readers.close(), world.stop()]);
  });

  describe(`the pages of an ${state} room, with external owners ${externalOwners}`, () => {
    test.each(kinds)(
      'offer a person with the role %s what the service allows, whatever their role in it',
      async (kind) => {
        const person = await aReaderOf(world, kind, SELF);
        const reader = await readers.signedIn(world.url, person.email);
        const read: Readonly<{ at: RoomSetting; pages: ReadRoom }>[] = [];
        for (const role of ROOM_ROLES) {
          const at = await aRoomFor(person, role, state === 'archived', others);
          read.push({ at, pages: await readRoom(reader.page, at.room) });
        }
        const refused = await refusalsOf(world.owner, person);
        const own = new Map<string, readonly Row[]>();
        for (const { at, pages } of read) own.set(at.role, await rowsOf(pages, person, others, at));
        columns.set(kind, own);
        await reader.end();
        const found = ROOM_ROLES.map((role) => [role, differences(own.get(role) ?? [])]);
        expect(Object.fromEntries(found)).toEqual({ owner: [], contributor: [], viewer: [], none: [] });
        // The pages ask for nothing that is refused, but for the room of others itself.
        expect(refused).toEqual(OVERSEERS.has(kind) ? [] : ['room.get']);
      },
    );
  });
}
