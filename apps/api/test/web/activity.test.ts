import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, expectFineOnPaper, loaded, PASSWORD, savedBy, signedIn, tabOf } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;
let room: string;
let priceFile: string;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
  const { owner } = world;
  await owner.post('/me/password', { new_password: PASSWORD });
  room = await aRoom(owner);
  const file = await aFile(owner, room, { name: 'price.pdf' });
  priceFile = file;
  const other = await aFile(owner, room, { name: 'other.pdf' });
  for (const id of [file, other]) await owner.get(`/files/${id}/download-url`);
  const link = (await owner.post(`/files/${file}/share`, { expires_in: 3600 })).body.data;
  await owner.delete(`/shares/${link.share_id ?? link.id}`);
  await owner.post(`/files/${other}/share`, { expires_in: 3600 });
  await owner.delete(`/files/${other}`);
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
});
afterEach(() => tab.clear());
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const rows = () => page.getByRole('table', { name: 'Activity' }).getByRole('row');
const day = (daysLater: number): string => {
  const at = new Date();
  at.setDate(at.getDate() + daysLater);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};

test('the actions of a file lead to its activity, with that of its links', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('button', { name: 'Actions for price.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await page.getByText('events were looked through').waitFor();
  await page.getByText('Only what concerns price.pdf').waitFor();
  const said = (await rows().allTextContents()).map(
    (text) => /(revoked|made|opened|added|began|deleted) .*pdf/.exec(text)?.[0],
  );
  expect(said).toEqual([
    undefined,
    'revoked a link to price.pdf',
    'made a link to price.pdf',
    'opened price.pdf',
    'added price.pdf',
  ]);
  // The beginning of an upload is in the row of its end.
  await page.getByText('5 events in 4 rows').waitFor();
  await expectFine(page);
  expect(new URL(page.url()).search).toBe(`?about=${priceFile}`);
  await page.getByRole('button', { name: 'Whole room' }).click();
  await rows().filter({ hasText: 'deleted a file' }).waitFor();
  expect(page.url()).not.toContain('about=');
  await page.getByRole('combobox', { name: 'File or folder' }).fill('price');
  await page.keyboard.press('Enter');
  await page.getByText('5 events in 4 rows').waitFor();
  expect(new URL(page.url()).search).toBe(`?about=${priceFile}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rows().filter({ hasText: 'deleted a file' }).waitFor();
});

test('the activity of some days is listed, and the address keeps them', async () => {
  await page.goto(`${world.url}/rooms/${room}/activity?from=${day(0)}&to=${day(0)}`);
  await loaded(page);
  const today = await rows().count();
  expect(today).toBeGreaterThan(8);
  await page.getByLabel('To').fill(day(-1));
  await page.getByLabel('From').fill(day(-2));
  await page.getByRole('heading', { name: 'Nothing of this kind has happened' }).waitFor();
  expect(page.url()).toContain(`from=${day(-2)}&to=${day(-1)}`);
  await page.getByLabel('To').fill(day(1));
  await rows().first().waitFor();
  expect(await rows().count()).toBe(today);
  await expectFine(page);
});

test('a row of several events shows each of them, and a phone folds the filters', async () => {
  const events = await aRoom(world.owner);
  const ids = [];
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) ids.push(await aFile(world.owner, events, { name }));
  await page.goto(`${world.url}/rooms/${events}/activity`);
  await loaded(page);
  await page.getByRole('button', { name: /^Details of 3 events/ }).click();
  const dialog = page.getByRole('dialog', { name: '3 events' });
  const parts = dialog.getByRole('table', { name: 'Events of this row' }).getByRole('row');
  expect((await parts.allTextContents()).map((text) => /added .\.pdf/.exec(text)?.[0])).toEqual([
    'added c.pdf',
    'added b.pdf',
    'added a.pdf',
  ]);
  await expectFine(page);
  await parts
    .nth(1)
    .getByRole('button', { name: /^Details of event/ })
    .click();
  const facts = page.getByRole('dialog', { name: /^Details of event/ }).getByRole('definition');
  expect((await facts.allInnerTexts()).filter((text) => text !== '')).toEqual([
    'owner@strongroom.local',
    expect.stringMatching(/^added b\.pdf/u),
    expect.stringMatching(/20\d\d/u),
    expect.stringMatching(/^[0-9a-f.:]+$/u),
  ]);
  await page.getByText('Details for programs').click();
  await page.getByText(`file ${ids[1]}`).waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Back to all 3 events' }).click();
  await parts.nth(2).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.getByLabel('From').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('From').fill(day(0));
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  expect(await page.getByLabel('From').isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(page.url()).not.toContain('from=');
});

test('the activity of a file is saved as a table, with the names that the log does not hold', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('button', { name: 'Actions for price.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await rows().first().waitFor();
  const download = await savedBy(page.getByRole('button', { name: 'Download as CSV' }));
  expect(download.name).toBe('activity.csv');
  await page.getByText('activity.csv is downloaded.').waitFor();
  const lines = download.bytes.toString().split('\r\n');
  const [head, ...events] = lines.map((line) => line.replace(/^\uFEFF?"|"$/gu, '').split('","'));
  expect(head?.join()).toBe('Number,Time,Who,Did,Change,Name,Folder,Room,Person,Outcome,Type,Target,Address,E-mail');
  expect(events.map((event) => [...event.slice(2, 4), event[5], ...event.slice(9, 11)].join())).toEqual([
    'owner@strongroom.local,revoked a link,price.pdf,allowed,share.revoked',
    'owner@strongroom.local,made a link,price.pdf,allowed,share.created',
    'owner@strongroom.local,opened a file,price.pdf,allowed,file.downloaded',
    'owner@strongroom.local,added a file,price.pdf,allowed,file.confirmed',
    'owner@strongroom.local,began an upload,price.pdf,allowed,file.upload_requested',
  ]);
});

test('a person is found among members first, and among all people by typing', async () => {
  const member = await aPerson(world);
  await world.owner.post(`/rooms/${room}/members`, { user_id: member.id, role: 'viewer' });
  const other = await aPerson(world);
  const nameOf = async ({ id }: { id: string }): Promise<string> =>
    (await world.owner.get(`/users/${id}`)).body.data.name;
  const [inRoom, elsewhere] = [await nameOf(member), await nameOf(other)];
  await page.goto(`${world.url}/rooms/${room}/activity`);
  await loaded(page);
  const who = page.getByRole('combobox', { name: 'Who' });
  await who.click();
  await page.getByRole('option', { name: inRoom }).waitFor();
  expect(await page.getByRole('option').filter({ hasText: elsewhere }).count()).toBe(0);
  await who.pressSequentially(elsewhere);
  expect(await who.inputValue()).toBe(elsewhere);
  await page.getByRole('option').filter({ hasText: elsewhere }).click();
  expect(page.url()).toContain(`person=${other.id}`);
  expect(await who.inputValue()).toBe(elsewhere);
  await page.getByText('Nothing of this kind has happened').waitFor();
  await expectFine(page);
  await who.click();
  await who.pressSequentially(inRoom.toUpperCase());
  await who.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  expect(page.url()).toContain(`person=${member.id}`);
  expect(await who.inputValue()).toBe(inRoom);
  expect(await who.and(page.locator(':focus')).count()).toBe(1);
});

test('the activity of a person has what others did about them, on the page and in the table', async () => {
  const { owner } = world;
  const deal = await aRoom(owner);
  const [ben, other] = [await aPerson(world), await aPerson(world)];
  for (const { id } of [ben, other]) await owner.post(`/rooms/${deal}/members`, { user_id: id, role: 'viewer' });
  const file = await aFile(owner, deal, { name: 'price.pdf' });
  await ben.session.get(`/files/${file}/download-url`);
  await owner.get(`/files/${file}/download-url`);
  await owner.post(`/rooms/${deal}/members`, { user_id: ben.id, role: 'contributor' });
  const { name } = (await owner.get(`/users/${ben.id}`)).body.data;
  await page.goto(`${world.url}/rooms/${deal}/activity?person=${ben.id}`);
  await page.getByText(`3 events by or about ${name}`).waitFor();
  expect((await rows().allTextContents()).map((text) => /(changed|opened|added) .*/u.exec(text)?.[0].trim())).toEqual([
    undefined,
    expect.stringContaining(`changed the role of ${name}`),
    expect.stringContaining('opened price.pdf'),
    expect.stringContaining(`added ${name}`),
  ]);
  expect(await rows().first().innerText()).toContain('1 opening');
  await expectFine(page);
  const table = (await savedBy(page.getByRole('button', { name: 'Download as CSV' }))).bytes.toString();
  expect(table.split('\r\n').filter((line) => line !== '')).toHaveLength(4);
  await page.goto(`${world.url}/rooms/${deal}/activity?person=${ben.id}&type=file.downloaded`);
  await page.getByText(`1 event by or about ${name}`).waitFor();
  await page.goto(`${world.url}/rooms/${deal}/activity`);
  await page.getByText('2 openings, 1 file added').waitFor();
});

test('one choice lists all changes of who could see what, on the page and in the table', async () => {
  const { owner } = world;
  const deal = await aRoom(owner, 'C1', { structure: 'owners' });
  const at = `/rooms/${deal}`;
  const bidder = await aPerson(world);
  await owner.post(`${at}/members`, { user_id: bidder.id, role: 'viewer' });
  const { id: group } = (await owner.post(`${at}/groups`, { name: 'Northern' })).body.data;
  await owner.post(`${at}/groups/${group}/members`, { user_id: bidder.id });
  const { id: folder } = (await owner.post(`${at}/folders`, { path: 'Contracts' })).body.data;
  const file = await aFile(owner, deal, { name: 'supply.pdf', folder: 'Contracts' });
  await owner.put(`${at}/folders/${folder}/access`, { groups: [{ group_id: group, role: 'viewer' }] });
  await bidder.caller.get(`/files/${file}/download-url`);
  await owner.patch(`/files/${file}`, { name: 'contract.pdf', folder: '' });
  const said = [
    'moved contract.pdf, out of a restricted folder, so that others may see it',
    'set who sees the folder Contracts: owners and Northern (reads), where it was everyone in the room',
    /added .* to the group Northern/u,
    /added .* as viewer/u,
  ];
  await page.goto(`${world.url}${at}/activity`);
  await rows().filter({ hasText: 'opened' }).waitFor();
  await page.getByRole('button', { name: /What$/u }).click();
  await page.getByRole('option', { name: 'Who sees what' }).click();
  await page.getByText(`${said.length} events. Newest first`).waitFor();
  expect(page.url()).toContain('type=sight');
  const texts = (await rows().allInnerTexts()).slice(1);
  expect(texts).toHaveLength(said.length);
  for (const [index, words] of said.entries()) expect(texts[index]).toMatch(words);
  await expectFine(page);
  const table = (await savedBy(page.getByRole('button', { name: 'Download as CSV' }))).bytes.toString();
  expect(table.split('\r\n').filter((line) => line !== '')).toHaveLength(said.length + 1);
  expect(table).toContain('"owners and Northern (reads), where it was everyone in the room","Contracts"');
  await page.goto(`${world.url}${at}/activity?about=${file}`);
  await page.getByText('were looked through').waitFor();
  expect(await rows().filter({ hasText: 'set who sees' }).count()).toBe(0);
});

test('a folder is chosen like a file, with who sees it now and each change of its rights', async () => {
  const { owner } = world;
  const deal = await aRoom(owner, 'C1', { structure: 'owners' });
  const at = `/rooms/${deal}`;
  const [ann, ben] = [await aPerson(world), await aPerson(world)];
  for (const { id } of [ann, ben]) await owner.post(`${at}/members`, { user_id: id, role: 'viewer' });
  const groups: string[] = [];
  for (const name of ['Northern', 'Southern']) groups.push((await owner.post(`${at}/groups`, { name })).body.data.id);
  const { id: folder } = (await owner.post(`${at}/folders`, { path: 'Bids' })).body.data;
  const file = await aFile(owner, deal, { name: 'bid.pdf', folder: 'Bids' });
  await aFile(owner, deal, { name: 'teaser.pdf' });
  await owner.put(`${at}/folders/${folder}/access`, { groups: [{ group_id: groups[0], role: 'viewer' }] });
  for (const [index, { id }] of [ann, ben].entries())
    await owner.post(`${at}/groups/${groups[index]}/members`, { user_id: id });
  await page.goto(`${world.url}${at}/activity`);
  await page.getByRole('combobox', { name: 'File or folder' }).fill('bids');
  await page.keyboard.press('Enter');
  await page.getByText('Only what concerns the folder Bids').waitFor();
  await rows().filter({ hasText: 'to the group Northern' }).waitFor();
  const texts = (await rows().allInnerTexts()).join('\n');
  for (const words of ['set who sees the folder Bids', 'added bid.pdf', 'made the folder Bids'])
    expect(texts).toContain(words);
  for (const words of ['Southern', 'teaser.pdf']) expect(texts).not.toContain(words);
  await expectFine(page);
  await page.getByRole('button', { name: 'Who sees it now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who sees Bids?' });
  await dialog.getByText('2 members of 3 can see it').waitFor();
  await dialog.getByRole('row').filter({ hasText: 'In no group that sees the folder' }).waitFor();
  await dialog
    .getByRole('button', { name: /^Why\?/u })
    .last()
    .click();
  await dialog.getByText('They can').waitFor();
  await expectFine(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Rights of this folder', exact: true }).click();
  await page.getByText('Changes that decide who could see Bids').waitFor();
  await rows().filter({ hasText: 'as viewer' }).first().waitFor();
  expect(await rows().filter({ hasText: 'bid.pdf' }).count()).toBe(0);
  await expectFine(page);
  const table = (await savedBy(page.getByRole('button', { name: 'Download as CSV' }))).bytes.toString();
  expect(table.split('\r\n').map((line) => /,"((?:folder|group|member)\.[a-z_]+)"/u.exec(line)?.[1])).toEqual([
    undefined,
    'group.member_added',
    'folder.access_set',
    'member.added',
    'member.added',
    undefined,
  ]);
  await page.goto(`${world.url}${at}/activity?about=${file}`);
  await rows().filter({ hasText: 'to the group Northern' }).waitFor();
  await page.getByRole('button', { name: 'Rights of this file', exact: true }).waitFor();
  await page.goto(`${world.url}${at}`);
  await page.getByRole('button', { name: 'Actions for Bids' }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
  await page.getByText('Only what concerns the folder Bids').waitFor();
});

test('refused attempts on what the reader sees in a room are in its activity, also those that name no room', async () => {
  const { owner } = world;
  const closed = await aRoom(owner);
  const stranger = await aPerson(world);
  const file = await aFile(owner, closed, { name: 'budget.pdf' });
  const other = await aFile(owner, await aRoom(owner), { name: 'elsewhere.pdf' });
  for (const id of [file, other]) await stranger.caller.get(`/files/${id}`);
  await page.goto(`${world.url}/rooms/${closed}/activity`);
  const refusal = rows().filter({ hasText: 'budget.pdf. Refused' });
  await refusal.waitFor();
  await page.getByText('1 file added, 1 refused attempt').waitFor();
  await page.goto(`${world.url}/rooms/${closed}/activity?type=access.denied`);
  await page.getByText('1 event. Newest first').waitFor();
  await refusal.waitFor();
  expect(await rows().filter({ hasText: 'tried to' }).count()).toBe(1);
  await page.getByText('things that you do not see here name no room').waitFor();
  await expectFine(page);
  const table = (await savedBy(page.getByRole('button', { name: 'Download as CSV' }))).bytes.toString();
  expect(table.match(/access\.denied/gu)).toHaveLength(1);
  await page.goto(`${world.url}/rooms/${closed}/activity?about=${file}`);
  await refusal.waitFor();
});

test('an owner of a room who does not read the whole log learns which refused attempts are elsewhere', async () => {
  const person = await aPerson(world, 'member', 'C4');
  const own = await tabOf(browser, world.url, person);
  const closed = await aRoom(person.session);
  const stranger = await aPerson(world);
  await stranger.caller.get(`/files/${await aFile(person.session, closed)}`);
  await stranger.caller.get(`/rooms/${closed}/folders/${closed}`);
  await own.page.goto(`${world.url}/rooms/${closed}/activity?type=access.denied`);
  await own.page.getByText('only where the request named the room').waitFor();
  await own.page.getByText('1 event. Newest first').waitFor();
  const refusals = own.page.getByRole('row').filter({ hasText: 'tried to' });
  expect(await refusals.count()).toBe(1);
  await expectFine(own.page);
  await own.clear();
});

test('the activity fits onto paper', async () => {
  await page.goto(`${world.url}/activity`);
  await loaded(page);
  await rows().first().waitFor();
  await expectFineOnPaper(page);
  expect(await page.getByLabel('From').isVisible()).toBe(true);
});

test('the activity of all rooms names files, those of a burst and those of a look at rights, with their room', async () => {
  const { owner } = world;
  const falcon = await aRoom(owner);
  const { name: roomName } = (await owner.get(`/rooms/${falcon}`)).body.data;
  const ids = [];
  for (const name of ['one.pdf', 'two.pdf']) ids.push(await aFile(owner, falcon, { name, folder: 'Legal' }));
  const person = await aPerson(world);
  await owner.post(`/rooms/${falcon}/members`, { user_id: person.id, role: 'viewer' });
  await owner.post('/access/explain', { user_id: person.id, action: 'file.download', file_id: ids[0] });
  for (const id of ids) await owner.get(`/files/${id}/download-url`);
  await owner.post(`/files/${ids[1]}/share`, { expires_in: 3600 });
  await page.goto(`${world.url}/activity`);
  await rows()
    .filter({ hasText: `opened 2 files in Legal of ${roomName}: two.pdf, one.pdf` })
    .waitFor();
  await rows()
    .filter({ hasText: `may do with one.pdf in Legal of ${roomName}` })
    .waitFor();
  await rows()
    .filter({ hasText: `made a link to two.pdf in Legal of ${roomName}` })
    .waitFor();
  await expectFine(page);
  const download = await savedBy(page.getByRole('button', { name: 'Download as CSV' }));
  expect(download.bytes.toString()).toContain(`"opened a file","","two.pdf","Legal","${roomName}","","allowed"`);
});

test('the event of an overseer who lists all rooms names no room', async () => {
  await world.owner.get('/oversight/rooms');
  await page.goto(`${world.url}/activity?type=room.overseen`);
  const look = rows().filter({ hasText: 'looked at the list of all rooms' });
  await look.waitFor();
  expect(await look.innerText()).not.toContain('looked at a room');
});

test('the report says who opened what, by person and by document, and is saved as a table', async () => {
  await page.goto(`${world.url}/rooms/${room}/activity`);
  await page.getByRole('button', { name: 'Who opened what' }).click();
  const report = page.getByRole('table', { name: 'Who opened what' });
  await report.getByRole('row', { name: /owner@strongroom.local/ }).waitFor();
  expect(await report.getByRole('row').nth(1).getByRole('cell').allTextContents()).toMatchObject([
    expect.stringContaining('owner@strongroom.local'),
    '2',
    '2',
    expect.anything(),
    expect.anything(),
    expect.anything(),
  ]);
  await report.getByRole('button', { name: 'Show what owner@strongroom.local is made of' }).click();
  await report.getByRole('row', { name: /price\.pdf/ }).waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: /By person/ }).click();
  await page.getByRole('option', { name: 'By document' }).click();
  await report.getByRole('row', { name: /price\.pdf/ }).waitFor();
  const yesterday = day(-1);
  await page.goto(`${world.url}/rooms/${room}/activity?view=openings&from=${yesterday}&by=document`);
  await report.getByRole('columnheader', { name: 'Days' }).waitFor();
  const bars = page.getByRole('group', { name: 'Openings by day' }).getByRole('button');
  await bars.nth(1).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  const focused = page.locator('.day-bar:focus');
  expect(await focused.getAttribute('aria-label')).toBe(await bars.nth(1).getAttribute('aria-label'));
  await expectFine(page);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('to') === url.searchParams.get('from'));
  const download = await savedBy(page.getByRole('button', { name: 'Download as CSV' }));
  const text = download.bytes.toString();
  expect(
    text.startsWith('\uFEFF"Document","Folder","Who","Groups","Times","First","Last","Counted","Days","E-mail"\r\n'),
  ).toBe(true);
  expect(text).toContain('"price.pdf","","owner@strongroom.local","","1",');
});

test('the report is sorted by its heads, kept to a group, and leads to the activity of a person', async () => {
  const { owner } = world;
  const bids = await aRoom(owner);
  const ids = [];
  for (const name of ['a.pdf', 'b.pdf']) ids.push(await aFile(owner, bids, { name }));
  const bidder = await aPerson(world);
  await owner.post(`/rooms/${bids}/members`, { user_id: bidder.id, role: 'viewer' });
  const idle = await aPerson(world);
  await owner.post(`/rooms/${bids}/members`, { user_id: idle.id, role: 'viewer' });
  const { name: idleName } = (await owner.get(`/users/${idle.id}`)).body.data;
  const group = (await owner.post(`/rooms/${bids}/groups`, { name: 'Northern Ports' })).body.data.id;
  await owner.post(`/rooms/${bids}/groups/${group}/members`, { user_id: bidder.id });
  for (const id of ids) await bidder.session.get(`/files/${id}/download-url`);
  await owner.get(`/files/${ids[0]}/download-url`);
  const { name } = (await owner.get(`/users/${bidder.id}`)).body.data;
  await page.goto(`${world.url}/rooms/${bids}/activity?view=openings`);
  const report = page.getByRole('table', { name: 'Who opened what' });
  const names = () => report.locator('tbody > tr > td:first-child > bdi').allInnerTexts();
  const sorted = (how: string) => report.locator(`th[aria-sort=${how}]`).filter({ hasText: 'Times' }).waitFor();
  await report.getByRole('button', { name: 'Times' }).click();
  await sorted('ascending');
  expect(await names()).toEqual(['owner@strongroom.local', name]);
  await report.getByRole('button', { name: 'Times' }).click();
  await sorted('descending');
  expect(await names()).toEqual([name, 'owner@strongroom.local']);
  await page.getByRole('button', { name: /^Everyone/ }).click();
  await page.getByRole('option', { name: 'Northern Ports' }).click();
  await report.getByText('owner@strongroom.local').waitFor({ state: 'detached' });
  expect(await names()).toEqual([name]);
  await page.getByRole('button', { name: /^Northern Ports/ }).click();
  await page.getByRole('option', { name: 'Everyone' }).click();
  await page.getByRole('button', { name: /^By person/ }).click();
  await page.getByRole('option', { name: 'By group' }).click();
  await report.getByRole('row', { name: /Northern Ports 1 of 1 person/ }).waitFor();
  expect((await names()).toSorted()).toEqual(['Northern Ports', 'People in no group']);
  await report.getByText('Northern Ports').click();
  await report.getByRole('link', { name: 'What they opened, by document' }).click();
  await report.getByRole('row', { name: /b\.pdf/ }).waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ view: 'openings', by: 'document', group });
  await page.getByRole('button', { name: /^Northern Ports/ }).click();
  await page.getByRole('option', { name: 'Links' }).click();
  await page.getByText('2 documents were not opened').click();
  await page.getByRole('list', { name: 'Documents that were not opened' }).getByText('a.pdf').waitFor();
  await page.goto(`${world.url}/rooms/${bids}/activity?view=openings`);
  await page.getByText('1 member has opened nothing').click();
  await page.getByRole('list', { name: 'Members who opened nothing' }).getByRole('link', { name: idleName }).waitFor();
  await expectFine(page);
  await report.getByText(name, { exact: true }).click();
  const ofBoth = new URL((await report.getByRole('link', { name: 'a.pdf' }).getAttribute('href')) ?? '', page.url());
  expect(Object.fromEntries(ofBoth.searchParams)).toEqual({ about: ids[0], person: bidder.id });
  await report.getByRole('link', { name: 'All their activity' }).click();
  await rows()
    .filter({ hasText: `${name} opened b.pdf` })
    .waitFor();
  expect(new URL(page.url()).search).toBe(`?person=${bidder.id}`);
});

test('the report says that a use of a link to several files handed out their keys', async () => {
  const { owner } = world;
  const shared = await aRoom(owner);
  const items = [];
  for (const name of ['a.pdf', 'b.pdf']) items.push({ file_id: await aFile(owner, shared, { name }) });
  const made = await owner.post(`/rooms/${shared}/packages`, { expires_in: 3600, items });
  await world.visitor.post(`/shares/by-token/${made.body.data.token}/download`, {});
  await page.goto(`${world.url}/rooms/${shared}/activity?view=openings`);
  await page.getByRole('row', { name: /1 download, 2 files/ }).waitFor();
  await page.getByText('counts each file whose key went out').waitFor();
  await expectFine(page);
  const links = page.getByRole('row').filter({ hasText: '1 download, 2 files' });
  expect(await links.getByRole('cell').nth(1).innerText()).toBe('2');
  await page.goto(`${world.url}/rooms/${shared}/activity?view=openings&by=document`);
  await page.getByRole('button', { name: 'Show what a.pdf is made of' }).click();
  await page.getByText('got its key with those of other files').waitFor();
  await page.goto(`${world.url}/rooms/${shared}/activity`);
  await rows().filter({ hasText: 'was used to get the keys of 2 files' }).waitFor();
});

test('a long burst is read whole, the page is filled with rows, and a press on a row opens its details', async () => {
  const { owner } = world;
  const busy = await aRoom(owner);
  await owner.patch(`/rooms/${busy}`, { description: 'first' });
  const file = await aFile(owner, busy, { name: 'often.pdf' });
  for (let count = 0; count < 60; count++) await owner.get(`/files/${file}/download-url`);
  await page.goto(`${world.url}/rooms/${busy}/activity`);
  const opened = rows().filter({ hasText: 'opened often.pdf' });
  await opened.filter({ hasText: 'opened often.pdf, 60 times' }).waitFor();
  await rows().filter({ hasText: 'made the room' }).waitFor();
  await page.getByRole('button', { name: 'Show earlier ones' }).waitFor({ state: 'detached' });
  expect(await opened.count()).toBe(1);
  await opened.getByText('60 times').click();
  await page.getByRole('dialog', { name: '60 events' }).waitFor();
  await page.keyboard.press('Escape');
});

test('an owner of a room who does not read the log is not asked to verify an event of it', async () => {
  const person = await aPerson(world);
  const { session } = person;
  const own = await tabOf(browser, world.url, person);
  await own.page.goto(`${world.url}/rooms/${await aRoom(session)}/activity`);
  await own.page.getByRole('button', { name: /^Details of event/ }).click();
  await own.page.getByText('Details for programs').waitFor();
  expect(await own.page.getByRole('button', { name: 'Verify this event' }).count()).toBe(0);
  await own.clear();
});

test('the table says of a link to several files what the list says', async () => {
  const { owner } = world;
  const shared = await aRoom(owner);
  const items = [];
  for (const name of ['a.pdf', 'b.pdf']) items.push({ file_id: await aFile(owner, shared, { name }) });
  await owner.post(`/rooms/${shared}/packages`, { expires_in: 3600, items, name: 'Bank & Co' });
  await page.goto(`${world.url}/rooms/${shared}/activity`);
  await rows().filter({ hasText: 'made the link Bank & Co to 2 files' }).waitFor();
  const download = await savedBy(page.getByRole('button', { name: 'Download as CSV' }));
  expect(download.bytes.toString()).toContain('"made the link Bank & Co to 2 files","","Bank & Co","","A room"');
});

test('an auditor, who sees no file, follows one document from the report to each of its events', async () => {
  const auditor = await aPerson(world, 'auditor', 'C4');
  const own = await tabOf(browser, world.url, auditor);
  await own.page.goto(`${world.url}/rooms/${room}/activity?view=openings&by=document`);
  const report = own.page.getByRole('table', { name: 'Who opened what' });
  const documents = report.getByRole('link', { name: /^a file (without a name here|that was destroyed on .+) \(/ });
  await documents.first().waitFor();
  const named = await documents.allInnerTexts();
  expect([named.length, new Set(named).size]).toEqual([2, 2]);
  await own.page.getByRole('link', { name: `a file without a name here (${priceFile.slice(-8)})` }).click();
  await own.page.getByText('Only what concerns one file').waitFor();
  await own.page.getByText('events were looked through').waitFor();
  const list = own.page.getByRole('table', { name: 'Activity' });
  for (const deed of ['opened a file', 'made a link', 'revoked a link'])
    await list.getByRole('row').filter({ hasText: deed }).first().waitFor();
  await expectFine(own.page);
  await own.clear();
});
