import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { drawn, expectFine, savedBy, tabOf } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let room: string;

/** Nothing in a name may be understood as markup or turn the text around. */
const NAMES = ['<img src=x onerror=alert(1)>.pdf', 'Annual report.pdf', 'figures "2026".csv'];

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  room = (await world.owner.post('/rooms', { name: 'Project Falcon', classification: 'C2' })).body.data.id;
  for (const [index, name] of NAMES.entries()) await add(name, index === 0 ? '' : 'Finance/2026');
  ({ page } = await given.signIn());
});

/** A confirmed file whose content nothing here reads. */
async function add(name: string, folder: string): Promise<void> {
  const body = { name, size: 3, content_type: 'application/pdf', folder };
  const { upload_url, file_id } = (await world.owner.post(`/rooms/${room}/files/upload-url`, body)).body.data;
  await fetch(upload_url, { method: 'PUT', body: new Uint8Array(3) });
  const proof = { iv: Buffer.alloc(12).toString('base64'), tag: Buffer.alloc(16).toString('base64') };
  await world.owner.post(`/rooms/${room}/files/${file_id}/confirm`, proof);
}

test('a room lists folders and files, finds by name, and opens what an address names', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Finance' }).waitFor();
  await page.getByRole('link', { name: NAMES[0] ?? '' }).waitFor();
  await expectFine(page);
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Finance' }).click();
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: '2026' }).click();
  const row = page.getByRole('row', { name: /Annual report/ });
  await row.waitFor();
  expect(page.url()).toContain('folder=Finance%2F2026');
  await page.getByLabel('Find files by name').fill('figures');
  await page.getByRole('link', { name: NAMES[2] ?? '' }).waitFor();
  expect(await row.count()).toBe(0);
  await page.getByLabel('Find files by name').fill('nothing like this');
  await page.getByText('Contents cannot be').waitFor();
});

test('a folder is sorted as chosen, and the address keeps it', async () => {
  const names = () => page.getByRole('table', { name: 'Files' }).locator('.files-name .hidden-visually');
  await page.goto(`${world.url}/rooms/${room}?folder=Finance%2F2026`);
  const first = names().first();
  await first.waitFor();
  expect(await names().allTextContents()).toEqual([NAMES[1], NAMES[2]]);
  await page.getByRole('button', { name: 'Added' }).click();
  await first.filter({ hasText: NAMES[2] ?? '' }).waitFor();
  expect(await names().allTextContents()).toEqual([NAMES[2], NAMES[1]]);
  await page.reload();
  await first.filter({ hasText: NAMES[2] ?? '' }).waitFor();
});

test('a browser that gets no key says why, and shows nothing', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('link', { name: NAMES[0] ?? '' }).click();
  await page.getByRole('alert').filter({ hasText: 'no key service' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(page.url()).not.toContain('file=');
});

test('a file that is opened before the page knows the key service waits for it', async () => {
  const answers: (() => void)[] = [];
  await page.route('**/api/v1/service', (route) => void answers.push(() => void route.continue()));
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('link', { name: NAMES[0] ?? '' }).click();
  await page.getByText('Fetching and decrypting…').waitFor();
  await page.getByRole('progressbar').waitFor();
  await drawn(page);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) answer();
  await page.getByRole('alert').filter({ hasText: 'no key service' }).waitFor();
});

test('files that a person chooses while the list of an empty room arrives are added', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Empty', classification: 'C1' })).body.data;
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/rooms\/[^/]+\/files\?/, (route) => held.then(() => route.continue()));
  await page.goto(`${world.url}/rooms/${id}`);
  const chooses = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  const chooser = await chooses;
  answer();
  await page.getByText('Add the first files').waitFor();
  await chooser.setFiles({ name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('one') });
  const added = page.getByRole('region', { name: 'Uploads' }).getByText('chosen');
  await added.waitFor();
  expect(await added.count()).toBe(1);
});

test('an empty room says how large a file can be, and its place for drops reaches the foot of the window', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Empty', classification: 'C1' })).body.data;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${world.url}/rooms/${id}`);
  await page.getByText('A file can have 100 MiB at most.').waitFor();
  const zone = await page.getByRole('region', { name: 'Files' }).boundingBox();
  expect((zone?.y ?? 0) + (zone?.height ?? 0)).toBeGreaterThan(800 - 40);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800);
});

test('a refused name stands at its field, in words of the page, until it is typed again', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  const row = page.getByRole('row').filter({ hasText: NAMES[0] ?? '' });
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const name = page.getByRole('textbox', { name: 'Name of' });
  // Only the service refuses it.
  await name.fill('a\u{e000}\u{ad}');
  await name.press('Enter');
  const sentence = 'The name holds characters that cannot be seen: type it instead of pasting it.';
  await page.getByRole('alert').getByText(sentence).waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await barriers(page)).toEqual([]);
  await name.fill('b.pdf');
  await page.getByText(sentence).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await name.waitFor({ state: 'detached' });
});

describe('the label of a file', () => {
  let seer: Person;
  beforeAll(async () => {
    seer = await aPerson(world, 'member', 'C2');
    await world.owner.post(`/rooms/${room}/members`, { user_id: seer.id, role: 'viewer' });
  });

  test('says before it is saved who loses sight, and who gains it', async () => {
    const { name } = (await world.owner.get(`/users/${seer.id}`)).body.data;
    const invited = await world.owner.post(`/rooms/${room}/invitations`, {
      email: 'not-yet@example.org',
      role: 'viewer',
    });
    await world.owner.patch(`/users/${invited.body.data.user_id}/clearance`, { clearance_level: 'C4' });
    await page.goto(`${world.url}/rooms/${room}`);
    const row = page.getByRole('row').filter({ hasText: NAMES[0] ?? '' });
    const change = async (label: string): Promise<void> => {
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Label' }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Label' }).click();
      await page.getByRole('option', { name: label }).click();
    };
    await change('C3');
    await page.getByText(new RegExp(`They lose sight of this file at once:.*${name}`)).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect((await seer.caller.get(`/rooms/${room}/files`)).body.meta.total).toBe(3);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await seer.caller.get(`/rooms/${room}/files`)).body.meta.total).toBe(2);
    await change('C4');
    await page.getByText('No member loses sight of this file.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await change('C2');
    await page.getByText(new RegExp(`They gain sight of this file at once:.*${name}`)).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('leads in two steps to who can open it, and why not', async () => {
    const { name } = (await world.owner.get(`/users/${seer.id}`)).body.data;
    await page.goto(`${world.url}/rooms/${room}`);
    const row = page.getByRole('row').filter({ hasText: NAMES[0] ?? '' });
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Who can open it?' }).click();
    const asked = page.getByRole('dialog').getByRole('row').filter({ hasText: name });
    await asked.getByText('does not see it').waitFor();
    await page.getByRole('dialog').getByText('can open it', { exact: true }).waitFor();
    const guest = page.getByRole('dialog').getByRole('row').filter({ hasText: 'not-yet@example.org' });
    await guest.getByText('invited', { exact: true }).waitFor();
    await page.getByText(/members? of \d+ can open it, and 1 invited person once they have an account/).waitFor();
    await asked.getByRole('button', { name: `Why? ${name}` }).click();
    await asked.getByText('They cannot: their clearance').waitFor();
    expect(await asked.locator('.reasons').isVisible()).toBe(false);
    await asked.getByText('They cannot: their clearance').click();
    await asked.locator('.reasons li').first().waitFor();
    expect(await asked.textContent()).toMatch(/clear/i);
    await expectFine(page);
  });

  test('shows in the room as a member sees it, and the log records who looked', async () => {
    const { name } = (await world.owner.get(`/users/${seer.id}`)).body.data;
    await page.goto(`${world.url}/rooms/${room}/members`);
    await page.getByRole('row').filter({ hasText: name }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'What can they do?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('They see 2 of the 3 files').waitFor();
    for (const right of ['Open, download and print them', 'Delete files', 'Make links'])
      await dialog.getByRole('row').filter({ hasText: right }).waitFor();
    const unseen = dialog.getByRole('list', { name: 'Files they do not see' }).getByRole('listitem');
    expect(await unseen.allTextContents()).toEqual([expect.stringContaining(NAMES[0] ?? '')]);
    await expectFine(page);
    await page.goto(`${world.url}/rooms/${room}/activity?type=access.explained`);
    await page.getByText('looked up what').first().waitFor();
    const { data } = (await world.owner.get(`/audit-events?room_id=${room}&type=access.explained`)).body;
    expect(data.filter(({ data: { user_id: id } }: { data: { user_id: string } }) => id === seer.id)).toHaveLength(11);
  });

  test('names the parts of the room that the member has themselves, without a bin that would be empty', async () => {
    const partsOf = async (of: Page, path: string): Promise<readonly string[]> => {
      await of.goto(`${world.url}/rooms/${room}${path}`);
      const parts = of.getByRole('navigation', { name: 'Parts of the room' });
      await parts.getByText('Settings').waitFor();
      return parts.locator('a').allInnerTexts();
    };
    await world.owner.patch(`/rooms/${room}`, { bin_days: 30 });
    const theirs = await tabOf(browser, world.url, seer);
    const parts = await partsOf(theirs.page, '');
    expect(parts).toEqual(['Files', 'Members', 'Settings']);
    expect(await partsOf(page, `/members?as=${seer.id}`)).toEqual(parts);
    expect(await page.getByRole('navigation', { name: 'Parts of the room' }).getByRole('link').count()).toBe(0);
    await expectFine(page);
    await theirs.page.context().close();
    await world.owner.patch(`/rooms/${room}`, { bin_days: 0 });
  });
});

test('the settings say that label and unit stay, and only the end of the room has a red button', async () => {
  await page.goto(`${world.url}/rooms/${room}/settings`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  await page.getByText('A room keeps its label. For another one, make a room with it').waitFor();
  const [top] = (await world.owner.get('/org-units')).body.data;
  expect(await fact('Org unit').textContent()).toBe(`${top.name} A room keeps its unit.`);
  const { file_count: files, member_count: members } = (await world.owner.get(`/rooms/${room}`)).body.data;
  expect(await fact('In it').textContent()).toMatch(
    new RegExp(`^${files} files? that you see, ${members} members?$`, 'u'),
  );
  expect(await fact('Made').textContent()).toMatch(/ by \S/u);
  await page.getByRole('button', { name: 'Destroy the room' }).waitFor();
  expect(await page.locator('main .button[data-kind=danger]').allInnerTexts()).toEqual(['Destroy the room']);
});

test('an owner says who makes folders at the top, takes it back, and reads why it cannot be opened', async () => {
  const fenced = await aRoom(world.owner, 'C1', { name: 'Project Wigeon' });
  const structure = async (): Promise<string> => (await world.owner.get(`/rooms/${fenced}`)).body.data.structure;
  const choose = async (name: RegExp): Promise<void> => {
    await page.getByRole('button', { name: /Folders at the top of the room$/u }).click();
    await page.getByRole('option', { name }).click();
  };
  await page.goto(`${world.url}/rooms/${fenced}/settings#files`);
  await choose(/^Only owners make them/u);
  await page.getByText('Saved. Only owners make, rename, move and delete folders at the top.').waitFor();
  expect(await structure()).toBe('owners');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('As before. Contributors make folders at the top too.').waitFor();
  expect(await structure()).toBe('open');

  await world.owner.patch(`/rooms/${fenced}`, { structure: 'owners' });
  const folder = (await world.owner.post(`/rooms/${fenced}/folders`, { path: 'Board' })).body.data.id;
  await world.owner.put(`/rooms/${fenced}/folders/${folder}/access`, { groups: [] });
  await page.reload();
  await choose(/^Contributors make them too/u);
  await page.getByText('A restricted folder lies directly in it. Lift its restriction first.').waitFor();
  expect(await structure()).toBe('owners');
});

test('the settings of a room are left with a change that is not saved after a question', async () => {
  const description = page.getByLabel('Description');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const answer = async (name: string): Promise<void> => {
    await question.getByRole('button', { name }).click();
    await question.waitFor({ state: 'detached' });
  };
  const part = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto(`${world.url}/rooms/${room}`);
  await part('Settings').click();
  await description.fill('For bidders');
  await part('Members').click();
  await question.waitFor();
  await expectFine(page);
  await answer('Stay');
  await page.goBack();
  await answer('Stay');
  expect([await description.inputValue(), page.url()]).toEqual(['For bidders', `${world.url}/rooms/${room}/settings`]);
  await page.goBack();
  await answer('Leave');
  await page.waitForURL(`${world.url}/rooms/${room}`);
  await part('Settings').click();
  expect(await description.inputValue()).toBe('');
  await description.fill('For bidders');
  await part('Members').click();
  await answer('Leave');
  await page.waitForURL(`${world.url}/rooms/${room}/members`);
  await page.goBack();
  await description.fill('For two bidders');
  await description.press('Enter');
  expect(await description.inputValue()).toBe('For two bidders\n');
  await description.fill('For two bidders');
  await description.press('Control+Enter');
  await page.getByText('The description is saved.').waitFor();
  await part('Members').click();
  await page.waitForURL(`${world.url}/rooms/${room}/members`);
  expect(await question.count()).toBe(0);
});

test('a room gets index numbers, shows them, and is numbered again after a question', async () => {
  const numbers = () => page.locator('.files .index-number').allTextContents();
  await page.goto(`${world.url}/rooms/${room}/settings`);
  await page.getByRole('button', { name: 'Number the room' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A number that is missing tells').waitFor();
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Number the room' }).click();
  await page.getByRole('button', { name: 'Number again' }).waitFor();
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.locator('.files .index-number').first().waitFor();
  expect(await numbers()).toEqual(['1', '2']);
  const added = async (name: string) => {
    await add(name, '');
    const { data } = (await world.owner.get(`/rooms/${room}/files?folder=`)).body;
    return data.find((file: { name: string }) => file.name === name).id;
  };
  await world.owner.delete(`/files/${await added('Gone.pdf')}`);
  const last = await added('Last.pdf');
  await page.reload();
  await page.locator('.files .index-number').nth(2).waitFor();
  expect(await numbers()).toEqual(['1', '2', '4']);
  await page.goto(`${world.url}/rooms/${room}/settings`);
  await page.getByRole('button', { name: 'Number again' }).click();
  const alert = page.getByRole('alertdialog');
  await alert.getByText('no longer lead to the same documents').waitFor();
  await expectFine(page);
  await alert.getByRole('button', { name: 'Number again' }).click();
  await page.getByText('6 folders and files numbered.').waitFor();
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await page.locator('.files .index-number').nth(2).waitFor();
  expect(await numbers()).toEqual(['1', '2', '3']);
  await world.owner.delete(`/files/${last}`);
});

test('a room is destroyed after its name was typed, and leaves a receipt', async () => {
  await page.goto(`${world.url}/rooms/${room}/settings`);
  await page.getByRole('button', { name: 'Destroy the room' }).click();
  const dialog = page.getByRole('alertdialog');
  const destroy = dialog.getByRole('button', { name: 'Destroy for good' });
  expect(await destroy.isDisabled()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  const { body } = await world.owner.get(`/rooms/${room}`);
  const { body: before } = await world.owner.get(`/rooms/${room}/files`);
  await dialog.getByRole('checkbox', { name: 'Keep the names of the files' }).check({ force: true });
  await dialog.getByRole('textbox').fill(body.data.name);
  await destroy.click();
  await page.getByRole('heading', { name: 'Receipt of destruction' }).waitFor();
  await page.getByText('3 of 3 files').waitFor();
  for (const { name } of before.data)
    await page.getByRole('table', { name: 'Destroyed files' }).getByText(name).waitFor();
  await expectFine(page);
  const address = page.url();
  const download = await savedBy(page.getByRole('button', { name: 'Files as a table' }));
  expect(download.name).toBe('Project Falcon destroyed.csv');
  const lines = download.bytes.toString().trim().split('\r\n');
  expect([lines.length, lines.filter((line) => line.includes('Annual report.pdf')).length]).toEqual([4, 1]);
  await page.goto(`${world.url}/receipts`);
  const row = page.getByRole('table', { name: 'Receipts' }).getByRole('row', { name: /Project Falcon/ });
  await row.getByRole('link', { name: 'Project Falcon' }).waitFor();
  const list = await savedBy(page.getByRole('button', { name: 'Download as CSV' }));
  expect(list.name).toMatch(/^Receipts \d{4}-\d\d-\d\d\.csv$/u);
  expect(list.bytes.toString()).toMatch(/"Project Falcon","C2","\d{4}-[^"]+","[^"]+","3","complete"/u);
  await row.getByText('complete').click();
  await page.getByRole('heading', { name: 'Receipt of destruction' }).waitFor();
  expect(page.url()).toBe(address);
  expect((await world.owner.get(`/rooms/${room}`)).status).toBe(404);
});
