import { beforeEach } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';

export let browser: Browser;
export let world: World;
export let page: Page;
/** Made again before each test. */
export let room: string;

const FILES: readonly (readonly [folder: string, name: string, classification?: string])[] = [
  ['1 Corporate', 'Articles of association.pdf'],
  ['1 Corporate', 'Shareholder agreement 2019.docx', 'C3'],
  ['2 Finance', 'Annual report 2024.pdf'],
  ['2 Finance', 'Cap table.xlsx'],
  ['2 Finance/2024', 'Bookings 10.csv'],
  ['2 Finance/2024', 'Bookings 2.csv'],
  ['', 'Müller lease.pdf'],
  ['', 'Cap table.xlsx'],
  ['', 'Kick-off.pptx'],
];

/** A page of the owner of a room with some files, which each test finds open. */
export function filesPage(): void {
  ownerInBrowser({ check: false }, async (given) => {
    ({ browser, world } = given);
    ({ page } = await given.signIn());
  });
  beforeEach(async () => {
    room = await aRoom(world.owner);
    for (const [folder, name, classification] of FILES)
      await aFile(world.owner, room, { folder, name, ...(classification && { classification }) });
    await open('');
  });
}

export const open = async (query: string): Promise<void> => {
  await page.goto(`${world.url}/rooms/${room}${query}`);
  await rows().nth(1).waitFor();
};
export const table = (): Locator => page.getByRole('table', { name: 'Files' });
export const rows = (): Locator => table().getByRole('row');
export const bar = (): Locator => page.getByRole('toolbar', { name: 'Selected files' });
export const link = (name: string): Locator => table().getByRole('link', { name, exact: true });
export const names = async (): Promise<readonly string[]> =>
  table()
    .locator('.files-name a')
    .evaluateAll((all) =>
      all.map((one) => one.querySelector('.hidden-visually')?.textContent ?? one.textContent ?? ''),
    );
export const paths = async (): Promise<readonly string[]> =>
  (await world.owner.get(`/rooms/${room}/files?per_page=100&sort=name`)).body.data
    .map(({ folder, name }: { folder: string; name: string }) => `${folder}/${name}`)
    .toSorted();

export const nameField = (name: string): Locator => table().getByRole('textbox', { name: `Name of ${name}` });
export const focusOn = (name: string) => page.locator('a:focus').filter({ hasText: name }).waitFor();
export const typedPart = () =>
  page.evaluate<string>('document.activeElement.value.slice(0, document.activeElement.selectionEnd)');
