import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { loaded } from './tab.ts';

/** The pages ask every 15 seconds. */
const A_WHILE = 16_000;

let world: World;
let page: Page;
let room: string;

ownerInBrowser({}, async (given) => {
  ({ world } = given);
  room = await aRoom(world.owner);
  ({ page } = await given.signIn());
  await page.clock.install();
});

test('files that others add wait for a press, and those that they delete are gone by themselves', async () => {
  const files = new Map<string, string>();
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) files.set(name, await aFile(world.owner, room, { name }));
  await page.goto(`${world.url}/rooms/${room}`);
  await loaded(page);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await row('b.pdf').waitFor();
  await world.owner.delete(`/files/${files.get('b.pdf')}`);
  await page.clock.runFor(A_WHILE);
  await row('b.pdf').waitFor({ state: 'detached' });
  await world.owner.patch(`/files/${files.get('c.pdf')}`, { name: 'renamed.pdf' });
  await page.clock.runFor(A_WHILE);
  await row('renamed.pdf').waitFor();
  await aFile(world.owner, room, { name: 'new.pdf' });
  await world.owner.delete(`/files/${files.get('a.pdf')}`);
  await page.clock.runFor(A_WHILE);
  const show = page.getByRole('button', { name: '1 new file: show' });
  await show.waitFor();
  expect([await row('new.pdf').count(), await row('a.pdf').count()]).toEqual([0, 0]);
  await show.click();
  await row('new.pdf').waitFor();
  await show.waitFor({ state: 'detached' });
});

test('a file that another person has deleted leaves the list when it is opened', async () => {
  const gone = await aFile(world.owner, room, { name: 'gone.pdf' });
  await page.goto(`${world.url}/rooms/${room}`);
  await loaded(page);
  const link = page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'gone.pdf' });
  await link.waitFor();
  await world.owner.delete(`/files/${gone}`);
  await link.click();
  await page.getByRole('alert').first().waitFor();
  await page.goBack();
  await page.clock.runFor(A_WHILE);
  await link.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /renamed/ }).waitFor();
  expect(await link.count()).toBe(0);
});
