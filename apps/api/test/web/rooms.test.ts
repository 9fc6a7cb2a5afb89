import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { aPerson, mailedSecret, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './owner-in-browser.ts';
import { drawn, expectFine, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let room: string;
let bidder: Person;

/** Nothing in a name may be understood as markup or turn the text around. */
const NAMES = ['<img src=x onerror=alert(1)>.pdf', 'Annual report.pdf', 'figures "2026".csv'];

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  room = (await world.owner.post('/rooms', { name: 'Project Falcon', classification: 'C2' })).body.data.id;
  for (const [index, name] of NAMES.entries()) await add(name, index === 0 ? '' : 'Finance/2026');
  bidder = await aPerson(world, 'member', 'C1');
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
  await page.unrouteAll();
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
  await page.unrouteAll();
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

test('people are added by address, checked before a mail goes out, with what they really see', async () => {
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail addresses').fill(`${bidder.email}, new@example.org\nnot-an-address`);
  await dialog.getByRole('alert').filter({ hasText: '“not-an-address” is no e-mail address' }).waitFor();
  const send = dialog.getByRole('button', { name: /^Add/ });
  expect(await send.isDisabled()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take out not-an-address' }).click();
  await dialog.getByLabel('Message').fill('As we said on Monday.');
  // The room is C2, and they are cleared for C1. Newcomers are cleared for it.
  await dialog.getByText(/This room is C2, and .* \(C1\) would see nothing of it\./).waitFor();
  await expectFine(page);
  expect(world.ports.mailer.sent.some(({ to }) => to === 'new@example.org')).toBe(false);
  await dialog.getByRole('button', { name: 'Add nevertheless' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 people are added. 2 of them get a link by mail.').waitFor();
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  await rows.filter({ hasText: 'new@example.org' }).getByText('invited').waitFor();
  await rows.filter({ hasText: 'new@example.org' }).getByText('outside').waitFor();
  await mailedSecret(world, 'new@example.org');
  const mail = world.ports.mailer.sent.find(({ to }) => to === 'new@example.org');
  expect(mail?.text).toContain('writes:\n> As we said on Monday.\n');
  await rows.filter({ hasText: bidder.email }).getByText('nothing: clearance too low').waitFor();
  await expectFine(page);
  await rows.filter({ hasText: bidder.email }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'What can they do?' }).click();
  const seen = page.getByRole('dialog').getByRole('row').filter({ hasText: 'See the room' });
  await seen.getByText('No', { exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('newcomers who would see nothing get the clearance of the room where the caller may give it', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Project Heron', classification: 'C4' })).body.data;
  const known = await aPerson(world, 'member', 'C1');
  const { name } = (await world.owner.get(`/users/${known.id}`)).body.data;
  await page.goto(`${world.url}/rooms/${id}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail addresses').fill(name.slice(0, 5));
  await dialog.getByRole('list', { name: 'People who fit' }).getByRole('button', { name: known.email }).click();
  await dialog.getByLabel('E-mail addresses').fill('guest@example.org;');
  await dialog.getByText('guest@example.org (C2) would see nothing of it').waitFor();
  await dialog.getByText('Raise their clearance to C4').click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = (await world.owner.get(`/rooms/${id}/members`)).body;
  const access = data.map((one: { effective_access: string }) => one.effective_access);
  expect(access).toEqual(['full', 'full', 'full']);
});

test('members are found, sorted and counted, and roles have a capital letter', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Project Stork', classification: 'C1' })).body.data;
  const invited = ['zoe', 'asa', 'max'].map((name) => ({ email: `${name}@members.example`, role: 'viewer' }));
  for (const body of invited) expect((await world.owner.post(`/rooms/${id}/invitations`, body)).status).toBe(201);
  await page.goto(`${world.url}/rooms/${id}/members`);
  const table = page.getByRole('table', { name: 'Members' });
  const rows = table.getByRole('row').filter({ hasText: '@members.example' });
  await page.getByText('4 members').waitFor();
  await page.getByLabel('Find a member').fill('members.EXAMPLE');
  await page.getByText('3 members of 4').waitFor();
  expect(await rows.allInnerTexts()).toEqual(['asa', 'max', 'zoe'].map((name) => expect.stringContaining(`${name}@`)));
  await table.getByRole('button', { name: 'Person', exact: true }).click();
  await table.locator('th[aria-sort=descending]').waitFor();
  expect(await rows.first().innerText()).toContain('zoe@');
  expect(await rows.first().getByText('Viewer', { exact: true }).count()).toBe(1);
  await page.goto(`${world.url}/rooms`);
  const row = page.getByRole('table', { name: 'Rooms' }).getByRole('row').filter({ hasText: 'Project Stork' });
  await row.getByText('Owner', { exact: true }).waitFor();
});

test('a person who is in the room already keeps their role when they are added again', async () => {
  const member = await aPerson(world, 'member', 'C2');
  await world.owner.post(`/rooms/${room}/members`, { user_id: member.id, role: 'contributor' });
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail addresses').fill(member.email);
  await dialog.getByText('is in the room, and stays as now').waitFor();
  expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
});

test('the role owner is offered for no outside party, and an owner who became one is shown so', async () => {
  const [guest, colleague, partner] = [await aPerson(world), await aPerson(world), await aPerson(world)];
  const roles = [
    [guest, 'viewer'],
    [colleague, 'viewer'],
    [partner, 'owner'],
  ] as const;
  for (const [{ id }, role] of roles) await world.owner.post(`/rooms/${room}/members`, { user_id: id, role });
  for (const { id } of [guest, partner]) await world.owner.patch(`/users/${id}`, { external: true });
  await page.goto(`${world.url}/rooms/${room}/members`);
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  await rows.filter({ hasText: partner.email }).getByText('outside owner', { exact: true }).waitFor();
  const offers = async ({ email }: Person): Promise<readonly string[]> => {
    await rows.filter({ hasText: email }).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Make contributor' }).waitFor();
    const names = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return names;
  };
  expect(await offers(colleague)).toContain('Make owner');
  expect(await offers(guest)).not.toContain('Make owner');
  await page.getByRole('button', { name: 'Add people' }).click();
  const rolesOffered = async (): Promise<readonly string[]> => {
    await page.getByRole('dialog').getByRole('button', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Viewer' }).waitFor();
    const names = await page.getByRole('option').allTextContents();
    await page.keyboard.press('Escape');
    return names;
  };
  const owner = expect.stringContaining('Owner');
  expect(await rolesOffered()).not.toContainEqual(owner);
  await page.getByRole('button', { name: 'New people are' }).click();
  await page.getByRole('option', { name: 'Colleagues' }).click();
  expect(await rolesOffered()).toContainEqual(owner);
  await page.keyboard.press('Escape');
});

describe('another role for a member', () => {
  const ask = async (who: Person, action: string): Promise<void> => {
    await page.goto(`${world.url}/rooms/${room}/members`);
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: who.email });
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const nameOf = async ({ id }: Person): Promise<string> => (await world.owner.get(`/users/${id}`)).body.data.name;
  const roleOf = async ({ id }: Person): Promise<string> => {
    const { data } = (await world.owner.get(`/rooms/${room}/members`)).body;
    return data.find((one: { user_id: string }) => one.user_id === id).role;
  };

  test('is given after a question that names the person and what they gain, and a tick for an owner', async () => {
    const colleague = await aPerson(world, 'member', 'C2');
    await world.owner.post(`/rooms/${room}/members`, { user_id: colleague.id, role: 'viewer' });
    await ask(colleague, 'Make owner');
    const question = page.getByRole('alertdialog', { name: `Make ${await nameOf(colleague)} an owner?` });
    await question.getByText('archive the room, and destroy it with all of its files').waitFor();
    await question.getByText('nothing above it is shown to them').waitFor();
    await expectFine(page);
    const give = question.getByRole('button', { name: 'Make an owner' });
    expect([await give.isDisabled(), await roleOf(colleague)]).toEqual([true, 'viewer']);
    await question.getByText('may decide about this room').click();
    await give.click();
    await question.waitFor({ state: 'detached' });
    expect(await roleOf(colleague)).toBe('owner');
    await ask(colleague, 'Make viewer');
    const down = page.getByRole('alertdialog');
    await down.getByText('will no longer be able to').waitFor();
    await down.getByRole('button', { name: 'Make a viewer' }).click();
    await down.waitFor({ state: 'detached' });
    expect(await roleOf(colleague)).toBe('viewer');
  });

  test('is given to an outside party after their name was typed, where the operator lets them be owners', async () => {
    const open = await startService({ externalOwners: 'on' });
    const guest = await aPerson(open, 'member', 'C2');
    await open.owner.post('/me/password', { new_password: PASSWORD });
    const { id } = (await open.owner.post('/rooms', { name: 'Project Heron', classification: 'C1' })).body.data;
    await open.owner.post(`/rooms/${id}/members`, { user_id: guest.id, role: 'viewer' });
    await open.owner.patch(`/users/${guest.id}`, { external: true });
    const { name } = (await open.owner.get(`/users/${guest.id}`)).body.data;
    const other = await signedIn(browser, open.url, 'owner@strongroom.local');
    await other.page.goto(`${open.url}/rooms/${id}/members`);
    await other.page.getByRole('row').filter({ hasText: guest.email }).getByRole('button').click();
    await other.page.getByRole('menuitem', { name: 'Make owner' }).click();
    const question = other.page.getByRole('alertdialog');
    await question.getByText('belongs to another organisation').waitFor();
    expect(await barriers(other.page)).toEqual([]);
    const give = question.getByRole('button', { name: 'Make an owner' });
    await question.getByRole('textbox').fill(`${name}!`);
    expect(await give.isDisabled()).toBe(true);
    await question.getByRole('textbox').fill(name);
    await give.click();
    await question.waitFor({ state: 'detached' });
    await other.page.getByText('outside owner', { exact: true }).waitFor();
    await Promise.all([other.clear(), open.stop()]);
  });
});

test('a member is removed after a question', async () => {
  const { id } = await aPerson(world);
  expect((await world.owner.post(`/rooms/${room}/members`, { user_id: id, role: 'viewer' })).status).toBe(201);
  const { name, email } = (await world.owner.get(`/users/${id}`)).body.data;
  await page.goto(`${world.url}/rooms/${room}/members`);
  const row = page.getByRole('row').filter({ hasText: email });
  const remove = async (): Promise<void> => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  };
  const question = page.getByRole('alertdialog', { name: `Remove ${name}?` });
  await remove();
  await expectFine(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await row.count()).toBe(1);
  await remove();
  await question.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
});

test('a refused name stands at its field, in words of the page, until it is typed again', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page
    .getByRole('row')
    .filter({ hasText: NAMES[0] ?? '' })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Rename, label' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('a/b.txt');
  await name.press('Enter');
  const sentence = 'The name cannot contain “/”, and cannot be “.” or “..”.';
  await dialog.locator('.field-error').getByText(sentence).waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await dialog.getByText(sentence).count()).toBe(1);
  expect(await barriers(page)).toEqual([]);
  await name.fill('b.txt');
  await dialog.getByText(sentence).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

describe('the label of a file', () => {
  let seer: Person;
  beforeAll(async () => {
    seer = await aPerson(world, 'member', 'C2');
    await world.owner.post(`/rooms/${room}/members`, { user_id: seer.id, role: 'viewer' });
  });

  test('says before it is saved who loses sight, and who gains it', async () => {
    const { name } = (await world.owner.get(`/users/${seer.id}`)).body.data;
    await page.goto(`${world.url}/rooms/${room}`);
    const row = page.getByRole('row').filter({ hasText: NAMES[0] ?? '' });
    const change = async (label: string): Promise<void> => {
      await row.getByRole('button').click();
      await page.getByRole('menuitem', { name: 'Rename, label' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await page.evaluate('String(getSelection())')).toBe(NAMES[0]?.slice(0, -'.pdf'.length));
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
    await asked.getByRole('button', { name: `Why? ${name}` }).click();
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
    const unseen = dialog.getByRole('list', { name: 'Files they do not see' }).getByRole('listitem');
    expect(await unseen.allTextContents()).toEqual([expect.stringContaining(NAMES[0] ?? '')]);
    await expectFine(page);
    await page.goto(`${world.url}/rooms/${room}/activity?type=access.explained`);
    await page.getByText('looked up what').first().waitFor();
    const { data } = (await world.owner.get(`/audit-events?room_id=${room}&type=access.explained`)).body;
    expect(data.filter(({ data: { user_id: id } }: { data: { user_id: string } }) => id === seer.id)).toHaveLength(8);
  });
});

test.each([
  ['groups', 'Owners, and members of the same group', 'see only themselves, the owners and those of their groups.'],
  ['owners', 'Only owners do', 'see only themselves and the owners.'],
])('a room hides its members from each other: %s', async (visibility, option, sentence) => {
  await page.goto(`${world.url}/rooms/${room}/settings`);
  await page.getByRole('button', { name: /Members of this room/ }).click();
  await page.getByRole('option', { name: option }).click();
  await page.getByText('Saved.').waitFor();
  expect((await world.owner.get(`/rooms/${room}`)).body.data.member_visibility).toBe(visibility);
  await expectFine(page);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByText(sentence).waitFor();
});

test('the settings say that label and unit stay, and destroying the room is no loud button', async () => {
  await page.goto(`${world.url}/rooms/${room}/settings`);
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  await page.getByText('A room keeps its label. For another one, make a room with it').waitFor();
  const [top] = (await world.owner.get('/org-units')).body.data;
  expect(await fact('Org unit').textContent()).toBe(`${top.name} A room keeps its unit.`);
  const grounds = await Promise.all(
    ['Archive the room', 'Destroy the room'].map((name) =>
      page.getByRole('button', { name }).evaluate('(button) => getComputedStyle(button).backgroundColor'),
    ),
  );
  expect(grounds[1]).toBe(grounds[0]);
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
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Files as a table' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Project Falcon destroyed.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect([lines.length, lines.filter((line) => line.includes('Annual report.pdf')).length]).toEqual([4, 1]);
  await page.goto(`${world.url}/receipts`);
  await page.getByRole('table', { name: 'Receipts' }).getByRole('link', { name: 'Project Falcon' }).click();
  await page.getByRole('heading', { name: 'Receipt of destruction' }).waitFor();
  expect(page.url()).toBe(address);
  expect((await world.owner.get(`/rooms/${room}`)).status).toBe(404);
});
