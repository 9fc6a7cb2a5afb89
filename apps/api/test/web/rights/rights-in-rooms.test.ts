import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser, TEST_PATIENCE } from '../../support/browser.ts';
import { buildPages } from '../../support/built.ts';
import type { Person } from '../../support/people-in-memory.ts';
import { startService, type World } from '../../support/service-in-memory.ts';
import { signedIn } from '../tab.ts';
import { HELPER, IN_ROOMS, MATE, readRoom, SELF } from './in-rooms.ts';
import {
  aPersonOf,
  aReaderOf,
  aRoomFor,
  KINDS,
  type Kind,
  type Others,
  ROOM_ROLES,
  type RoomSetting,
} from './people.ts';
import { differences, type Row, tableOf } from './table.ts';

let browser: Browser;
let world: World;
let others: Others;
const columns = new Map<string, readonly Row[]>();

jest.setTimeout(3 * TEST_PATIENCE);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ check: false })]);
  const [seller, mate, helper] = await Promise.all(
    ['Seller', MATE, HELPER].map((name) => aPersonOf(world, 'member', name)),
  );
  others = { seller, mate, helper } as Others;
}, 3 * TEST_PATIENCE);
afterAll(async () => {
  for (const kind of KINDS) {
    const own = [...columns].flatMap(([name, rows]) => {
      const [of, role = ''] = name.split(' in ');
      return of === kind ? [[role, rows] as const] : [];
    });
    process.stdout.write(`\n${tableOf(`${kind}, in a room:`, new Map(own))}\n`);
  }
  await Promise.all([browser.close(), world.stop()]);
});

/** Reads the pages first, then does each thing over the interface. */
async function rowsOf(page: Parameters<typeof readRoom>[0], person: Person, at: RoomSetting): Promise<readonly Row[]> {
  const read = await readRoom(page, at.room);
  const rows: Row[] = [];
  for (const { name, isOffered, attempt, undo } of IN_ROOMS) {
    const isAllowed = (await attempt({ person, others, at })).status < 300;
    if (isAllowed) await undo?.({ person, others, at });
    rows.push({ deed: name, isOffered: isOffered(read), isAllowed });
  }
  return rows;
}

describe.each(KINDS)('the pages of a room offer a person with the role %s what the service allows', (kind: Kind) => {
  test.each([
    ['an active', false],
    ['an archived', true],
  ])('in %s room as owner, contributor, viewer and without a role in it', async (_, isArchived) => {
    const person = await aReaderOf(world, kind, SELF);
    const tab = await signedIn(browser, world.url, person.email);
    const found: Record<string, readonly string[]> = {};
    for (const role of ROOM_ROLES) {
      const rows = await rowsOf(tab.page, person, await aRoomFor(person, role, isArchived, others));
      columns.set(`${kind} in ${isArchived ? `archived: ${role}` : role}`, rows);
      found[role] = differences(rows);
    }
    await tab.clear();
    await tab.page.context().close();
    expect(found).toEqual({ owner: [], contributor: [], viewer: [], none: [] });
  });
});
