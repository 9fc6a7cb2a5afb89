import { describe, expect, test } from '@jest/globals';
import { totpAt } from '@strongroom/test-servers/totp';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { openTab } from '../support/browser.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { act, expectFine, PASSWORD, savedBy, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let seller: Person;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  seller = await aPerson(world);
  ({ page } = await given.signIn());
});

const me = async (): Promise<string> => (await world.owner.get('/me')).body.data.id;

test('no deed of one’s own is news', async () => {
  const room = await aRoom(world.owner, 'C1', { name: 'Project Wren' });
  await world.owner.delete(`/files/${await aFile(world.owner, room, { name: 'gone.txt' })}`);
  await aFile(world.owner, room, { name: 'own.txt' });
  await page.goto(`${world.url}/news`);
  await page.getByText('Nothing new').waitFor();
  expect(await page.getByRole('link', { name: 'News', exact: true }).count()).toBe(1);
});

test('news names rooms that were shared and files that came in, until they are seen', async () => {
  const room = await aRoom(seller.caller, 'C1', { name: 'Project Crane' });
  await aFile(seller.caller, room, { name: 'first.txt' });
  await page.goto(`${world.url}/news`);
  await page.getByText('Nothing new').waitFor();
  await seller.caller.post(`/rooms/${room}/members`, { user_id: await me(), role: 'viewer' });
  await page.reload();
  const card = page.getByRole('region', { name: 'Project Crane' });
  await card.getByText('new room').waitFor();
  const { name: sellersName } = (await world.owner.get(`/users/${seller.id}`)).body.data;
  const added = card.getByRole('listitem').filter({ hasText: 'added you' });
  await added.waitFor();
  expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`^${sellersName} added you on .*\\d\\d:\\d\\d, as a viewer\\.$`, 'u')),
    'You can see 1 file.',
  ]);
  // The page has shown it.
  const unmarked = page.getByRole('link', { name: 'News', exact: true });
  await unmarked.waitFor();
  expect(await barriers(page)).toEqual([]);
  await card.getByRole('link', { name: 'Project Crane' }).click();
  await page.getByRole('link', { name: 'first.txt' }).waitFor();

  for (let number = 1; number <= 6; number++)
    await aFile(seller.caller, room, { name: `offer ${number}.txt`, folder: 'Finance' });
  await aFile(seller.caller, room, { name: 'second.txt' });
  await page.goto(`${world.url}/rooms`);
  await page.getByRole('link', { name: 'News 1 with news' }).click();
  await card.getByText('7 new files').waitFor();
  await unmarked.waitFor();
  await card.getByText(/^Since your last visit on \d+ \w+ \d{4}, \d\d:\d\d:$/).waitFor();
  await card.getByRole('heading', { name: 'Today', level: 3 }).waitFor();
  await card.getByRole('link', { name: 'second.txt' }).waitFor();
  const additions = card.locator('.news-day > ul > li');
  expect(await additions.evaluateAll((all) => all.map((one) => one.firstChild?.textContent))).toEqual([
    sellersName,
    sellersName,
  ]);
  await additions.filter({ hasText: 'added 1 file to Project Crane' }).waitFor();
  const inFinance = additions.filter({ hasText: 'added 6 files in Finance' });
  expect(await inFinance.getByRole('link').allInnerTexts()).toEqual([
    'Finance',
    ...[6, 5, 4, 3, 2].map((number) => expect.stringContaining(`offer ${number}.txt`)),
    'and 1 more',
  ]);
  await inFinance.getByRole('link', { name: 'and 1 more' }).click();
  await page.waitForURL(/folder=Finance$/);
  await page.getByRole('link', { name: 'offer 1.txt' }).waitFor();
  // A look within a visit does not end it. The service tells whole seconds, in which all of this happened.
  await page.evaluate(`localStorage.setItem('visit:${room}', [8, Date.now(), Date.now() - 60_000].join(' '))`);
  await page.goto(`${world.url}/news`);
  await card.getByRole('link', { name: 'second.txt' }).waitFor();
  expect(await card.getByText('new file').count()).toBe(0);
  const noted = page.waitForResponse((response) => response.url().endsWith('/visit'));
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await page.getByText('Nothing new').waitFor();
  expect(await page.getByRole('link', { name: 'News', exact: true }).count()).toBe(1);
  await noted;
  const earlier = page.getByRole('region', { name: 'Earlier in Project Crane' });
  expect(await earlier.count()).toBe(0);
  await page.getByText('Earlier', { exact: true }).click();
  await earlier.getByRole('link', { name: 'second.txt' }).waitFor();
  await earlier.getByText(/^In the 14 days before your visit on \d+ /).waitFor();
  expect(await earlier.getByRole('listitem').count()).toBe(5);
  expect(await page.getByRole('region', { name: 'Earlier in Project Wren' }).count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  const other = await signedIn(browser, world.url, 'owner@strongroom.local');
  await other.page.goto(`${world.url}/news`);
  await other.page.getByText('Nothing new').waitFor();
  await other.clear();
});

test('news of a room that one owns name what others did, and lead to it', async () => {
  const room = await aRoom(world.owner, 'C1', { name: 'Project Lark' });
  const file = await aFile(world.owner, room, { name: 'first.txt' });
  await world.owner.post(`/rooms/${room}/members`, { user_id: seller.id, role: 'viewer' });
  const long = new Date(Date.now() - 86_400_000).toISOString();
  await page.goto(`${world.url}/news`);
  await page.evaluate(`localStorage.setItem('visit:${room}', '1 ${Date.parse(long)}')`);
  await seller.caller.get(`/files/${file}/download-url`);
  await world.owner.get(`/files/${file}/download-url`);
  await page.reload();
  const card = page.getByRole('region', { name: 'Project Lark' });
  await card.getByRole('link', { name: /^1 opening by Person/ }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await card.getByRole('link', { name: /^1 opening by Person/ }).click();
  await page.getByText('Who opened what').waitFor();
  expect(page.url()).toContain('view=openings&from=');
  await page.goto(`${world.url}/news`);
  await card.getByText(/^Since your last visit on /).waitFor();
  await card.getByRole('link', { name: 'first.txt' }).waitFor();
  await card.getByRole('button', { name: 'Mark Project Lark as seen' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByText('Earlier', { exact: true }).click();
  const deed = page.getByRole('region', { name: 'Earlier in Project Lark' }).getByRole('link', { name: /^1 opening/ });
  await deed.click();
  await page.waitForURL(/view=openings&from=[\d-]+&to=[\d-]+/u);
});

test('an orphaned room is found by the link in the warning, and gets an owner', async () => {
  const room = await aRoom(seller.caller, 'C1', { name: 'Project Heron' });
  const gone = await aPerson(world);
  await aRoom(gone.caller, 'C1', { name: 'Project Osprey' });
  await world.owner.post(`/users/${gone.id}/deactivate`);
  await page.goto(`${world.url}/oversight`);
  const rows = page.getByRole('table', { name: 'All rooms' }).getByRole('row');
  await rows.filter({ hasText: 'Project Heron' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('link', { name: '1 room without an owner' }).click();
  await rows.filter({ hasText: 'Project Heron' }).waitFor({ state: 'detached' });
  expect(page.url()).toContain('/oversight?state=orphaned');
  const { name, bytes } = await savedBy(page.getByRole('button', { name: 'Download as CSV' }));
  expect(name).toMatch(/^All rooms \d{4}-\d\d-\d\d\.csv$/u);
  expect(bytes.toString()).toMatch(/"Project Osprey","","C1","Organisation","0","without an owner","\d{4}-/u);
  expect(bytes.toString()).not.toContain('Project Heron');
  await page.getByRole('button', { name: 'Name an owner' }).click();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Name them' }).click();
  await page.getByText('Every room has an owner').waitFor();
  const { data } = (await world.owner.get('/rooms?q=osprey')).body;
  expect(data).toMatchObject([{ name: 'Project Osprey', my_role: 'owner' }]);
  expect((await seller.caller.get(`/rooms/${room}`)).status).toBe(200);

  await page.goto(`${world.url}/oversight`);
  const row = rows.filter({ hasText: 'Project Heron' });
  await act(page, 'Project Heron', 'Archive');
  await row.getByText('archived').waitFor();
  await page.getByText(/^\W*Project Heron\W* is archived: 1 member can only read it now/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('archived').waitFor({ state: 'detached' });
  await act(page, 'Project Heron', 'Archive');
  await row.getByText('archived').waitFor();
  await act(page, 'Project Heron', 'Bring back');
  await row.getByText('archived').waitFor({ state: 'detached' });
  await act(page, 'Project Heron', 'Destroy');
  const question = page.getByRole('alertdialog');
  await question.getByText('Its files, which you do not see,').waitFor();
  await question.getByRole('button', { name: 'Destroy for good', disabled: true }).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Project Heron', 'Open');
  await page.getByRole('heading', { level: 1, name: 'Project Heron' }).waitFor();
  await page.goBack();
  await row.locator('td.number').click();
  await page.getByRole('heading', { level: 1, name: 'Project Heron' }).waitFor();
});

test('a membership ends on the day that the owner of the room names, and shows it', async () => {
  const room = await aRoom(world.owner);
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabel('E-mail addresses').fill('adviser@example.org');
  await page.getByLabel('Last day, if it ends').fill('2099-03-31');
  await page.getByText('Tuesday, 31 March 2099').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'adviser@example.org' });
  await row.getByText('31 Mar 2099', { exact: true }).waitFor();
  const ends = async (): Promise<unknown> =>
    (await world.owner.get(`/rooms/${room}/members`)).body.data.find(({ role }: { role: string }) => role === 'viewer')
      .expires_at;
  expect(await ends()).toMatch(/^2099-(03-3|04-01)/);
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'End of membership' }).click();
  expect(await page.getByLabel('Last day').inputValue()).toBe('2099-03-31');
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel('Last day').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('no end').waitFor();
  expect(await ends()).toBeNull();
});

test('a deactivation and a clearance say what they change before they do', async () => {
  const leaver = await aPerson(world, 'member', 'C2');
  await page.goto(`${world.url}/people?find=${encodeURIComponent(leaver.email)}`);
  const row = page.getByRole('row').filter({ hasText: leaver.email });
  const choose = async (action: string): Promise<void> => {
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Role and clearance');
  for (const [label, change] of [
    ['C3', 'They gain sight'],
    ['C1', 'They lose sight'],
  ] as const) {
    await page.getByRole('dialog').getByRole('button', { name: 'Clearance' }).click();
    await page.getByRole('option', { name: label }).click();
    await page.getByText(change).waitFor();
  }
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose('Deactivate');
  await page.getByText('their links stop').waitFor();
  expect(await barriers(page)).toEqual([]);
  expect((await leaver.caller.get('/me')).status).toBe(200);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await row.getByText('deactivated').waitFor();
  expect((await leaver.caller.get('/me')).status).toBe(401);
  await choose('Reactivate');
  await page.getByText('Memberships and links do not come back by themselves.').waitFor();
  await row.getByText('deactivated').waitFor({ state: 'detached' });
  expect((await world.owner.get(`/users/${leaver.id}`)).body.data.status).not.toBe('deactivated');
});

test('an erasure takes a tick, and the person leaves the list', async () => {
  const leaver = await aPerson(world);
  await page.goto(`${world.url}/people?find=${encodeURIComponent(leaver.email)}`);
  const row = page.getByRole('row').filter({ hasText: leaver.email });
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  const erase = page.getByRole('button', { name: 'Erase', exact: true });
  expect(await erase.isDisabled()).toBe(true);
  await page.getByText(/^Erase .* for good$/).click();
  expect(await barriers(page)).toEqual([]);
  await erase.click();
  await row.waitFor({ state: 'detached' });
  expect((await world.owner.get(`/users/${leaver.id}`)).body.data.name).toBe('erased user');
});

describe('the page of the service', () => {
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

  test('names its stores and the key service, and which store does not answer', async () => {
    const service = (await world.owner.get('/service')).body;
    const keys = { url: 'https://keys.example.org', key: 'A'.repeat(43), proof: 'grant' };
    await page.route('**/api/v1/service', (route) =>
      route.fulfill({ json: { ...service, data: { ...service.data, key_service: keys } } }),
    );
    const checks = { documents: 'ok', blobs: 'unavailable' };
    await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: { status: 'unavailable', checks } }));
    await page.route('**/healthz', (route) => route.fulfill({ json: { status: 'ok', version: '0.2.0+4f3c2d1e' } }));
    await page.goto(`${world.url}/status`);
    await fact('Version').getByText('0.2.0+4f3c2d1e', { exact: true }).waitFor();
    expect(await fact('Build').count()).toBe(0);
    await fact('Files').getByText('unavailable').waitFor();
    expect(await fact('Database').textContent()).toBe('ok');
    await fact('Key service').getByText(keys.url).waitFor();
    expect(await fact('Its fingerprint').textContent()).toBe(keys.key);
    expect(await barriers(page)).toEqual([]);
  });

  test('says that no mails go out, and so does the question before a new link', async () => {
    const service = (await world.owner.get('/service')).body;
    await page.goto(`${world.url}/status`);
    expect(await fact('Mails').textContent()).toBe('sent');
    await page.route('**/api/v1/service', (route) =>
      route.fulfill({ json: { ...service, data: { ...service.data, mail_sent: false } } }),
    );
    await page.goto(`${world.url}/status`);
    await fact('Mails').getByText('not sent: no mail server is set').waitFor();
    const person = await aPerson(world);
    await page.goto(`${world.url}/people?find=${person.email}`);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Send a link for a new password' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('their old one stops working, and all their sessions end').waitFor();
    await question.getByText('No mail server is set: nothing goes out.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await question.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`A link for ${person.email} is in the folder mail/`).waitFor();
  });

  test('says that there is no key service', async () => {
    await page.goto(`${world.url}/status`);
    const sentence = page.getByText('Without a key service browsers can neither read nor add files.');
    await sentence.waitFor();
    expect(await fact('Key service').textContent()).toBe('none');
  });

  test('says why every change is refused, and which witness does not sign', async () => {
    const report = {
      status: 'read_only',
      checks: { documents: 'ok' },
      audit_log: 'log_is_shorter',
      witnesses: { 'witness.example.org': 'does not answer' },
    };
    await page.route('**/readyz', (route) => route.fulfill({ json: report }));
    await page.goto(`${world.url}/status`);
    await page.getByText('every change is refused').waitFor();
    expect(await page.getByText('log_is_shorter').count()).toBe(1);
    expect(await fact('witness.example.org').textContent()).toBe('does not answer');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'What to do' }).click();
    await page.getByRole('heading', { name: 'When the service refuses writes' }).waitFor();
  });
});

test('rooms are filtered by label and by org unit, which the list names where there are several', async () => {
  await aRoom(world.owner, 'C1', { name: 'Public room' });
  const unit = (await world.owner.post('/org-units', { name: 'Sales' })).body.data.id;
  await aRoom(world.owner, 'C3', { name: 'Room of sales', org_unit_id: unit });
  await page.goto(`${world.url}/rooms`);
  const rows = page.getByRole('table', { name: 'Rooms' }).getByRole('row');
  await rows.filter({ hasText: 'Room of sales' }).getByRole('cell', { name: 'Sales', exact: true }).waitFor();
  await page.getByRole('button', { name: /Org unit: all/ }).click();
  await page.getByRole('option', { name: 'Sales' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^1 room of/ })
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.goto(`${world.url}/rooms?label=C1`);
  await rows.filter({ hasText: 'Public room' }).waitFor();
  expect(await rows.filter({ hasText: 'Room of sales' }).count()).toBe(0);
  await page.goto(`${world.url}/units`);
  const sales = page.locator('.tree li li').filter({ hasText: 'Sales' });
  await sales.getByRole('link', { name: '1 room' }).click();
  const all = page.getByRole('table', { name: 'All rooms' }).getByRole('row');
  await all.filter({ hasText: 'Room of sales' }).getByRole('cell', { name: 'Sales', exact: true }).waitFor();
  expect(await all.count()).toBe(2);
  // A name of two hundred characters leaves the words of its neighbours whole.
  await aRoom(world.owner, 'C1', { name: 'Falcon and its subsidiaries '.repeat(7).trim() });
  await page.goto(`${world.url}/oversight`);
  const unitCell = all.filter({ hasText: 'Falcon and' }).getByText('Organisation');
  expect((await unitCell.boundingBox())?.height).toBeLessThan(30);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await unitCell.isVisible()).toBe(true);
});

test('an administrator hands over the links of people whom they invite where no mails are sent', async () => {
  const folder = await startService({ isMailSent: false });
  await folder.owner.post('/me/password', { new_password: PASSWORD });
  const own = await signedIn(browser, folder.url, 'owner@strongroom.local');
  const people = own.page;
  try {
    await people.goto(`${folder.url}/people`);
    await people.getByRole('button', { name: 'Invite people' }).click();
    await people
      .getByLabel('E-mail addresses')
      .fill('Ann Lee <ann@example.com>, ben@example.com, owner@strongroom.local');
    await people.getByText('owner@strongroom.local has an account, and gets no invitation.').waitFor();
    const choose = async (field: string, option: string) => {
      await people.getByRole('button', { name: field }).click();
      await people.getByRole('option', { name: option }).click();
    };
    await choose('As the role says', 'C3');
    await choose('Org unit', 'Organisation');
    expect(await barriers(people)).toEqual([]);
    await people.getByRole('button', { name: 'Invite 2 people' }).click();
    const given = people.getByRole('alertdialog', { name: 'Hand over the links' });
    const links = given.getByRole('list', { name: 'Links to hand over' }).getByRole('listitem');
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual([
      expect.stringMatching(/^Ann Lee ann@example\.com.*\/activate#token=sri_/),
      expect.stringMatching(/^ben@example\.com.*\/activate#token=sri_/),
    ]);
    expect(await barriers(people)).toEqual([]);
    const { data: invited } = (await folder.owner.get('/users')).body;
    const clearances = invited.map(({ email, clearance_level: level }: Record<string, string>) => [email, level]);
    expect(Object.fromEntries(clearances)).toMatchObject({ 'ann@example.com': 'C3', 'ben@example.com': 'C3' });
    const [{ id: unit }] = (await folder.owner.get('/org-units')).body.data;
    expect((await folder.owner.get(`/org-units/${unit}/members`)).body.data).toHaveLength(2);
    const link = (await links.first().locator('code').textContent()) ?? '';
    await given.getByRole('button', { name: 'Close', exact: true }).last().click();
    const newcomer = await openTab(browser);
    await newcomer.page.goto(link);
    await newcomer.page.getByText('ann@example.com').first().waitFor();
    // Later, by the actions of a person.
    await people.getByRole('button', { name: 'Actions for ben@example.com' }).click();
    await people.getByRole('menuitem', { name: 'Send a new activation link' }).click();
    await people.getByRole('button', { name: 'Send the link' }).click();
    await people.getByRole('alertdialog', { name: 'Hand over the link', exact: true }).locator('code').waitFor();
    await people.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    // A colleague who is added to a room.
    await people.goto(`${folder.url}/rooms/${await aRoom(folder.owner)}/members`);
    await people.getByRole('button', { name: 'Add people' }).click();
    await people.getByLabel('E-mail addresses').fill('cy@example.com');
    await people.getByText('the operator finds the links of people without an account in the data folder').waitFor();
    await people.getByRole('button', { name: /outside parties/i }).click();
    await people.getByRole('option', { name: /Colleagues/ }).click();
    await people.getByText('get a link, though no mail goes out: no mail server is set').waitFor();
    await people.getByRole('button', { name: /^Add( nevertheless)?$/ }).click();
    await people
      .getByRole('alertdialog', { name: 'Hand over the link', exact: true })
      .getByText('cy@example.com')
      .waitFor();
    const { data } = (await folder.owner.get('/audit-events?type=user.activation_link_shown')).body;
    expect(data).toHaveLength(4);
  } finally {
    await folder.stop();
  }
});

test('an administrator sees where a person is signed in, and ends one session, all, and a token', async () => {
  const user = await aPerson(world);
  await user.session.post('/me/password', { new_password: PASSWORD });
  const signIn = async () =>
    world.visitor.as(
      (await world.visitor.post('/sessions', { email: user.email, password: PASSWORD })).body.data.token,
    );
  const [second, third] = [await signIn(), await signIn()];
  const states = async () =>
    Promise.all([user.session, second, third, user.caller].map(async (by) => (await by.get('/me')).status));
  await page.goto(`${world.url}/people?find=${encodeURIComponent(user.email)}`);
  await page.getByRole('row').filter({ hasText: user.email }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Sessions and API tokens' }).click();
  const dialog = page.getByRole('dialog');
  const sessions = dialog.getByRole('button', { name: /^End the session of/ });
  await sessions.first().waitFor();
  expect(await sessions.count()).toBe(3);
  expect(await dialog.getByText('127.0.0.1').count()).toBe(3);
  expect(await barriers(page)).toEqual([]);
  await sessions.first().click();
  await page.getByText('That session has ended.').waitFor();
  expect(await states()).toEqual([200, 200, 401, 200]);
  await dialog.getByRole('button', { name: 'End all' }).click();
  await dialog.getByText('Not signed in anywhere').waitFor();
  expect(await states()).toEqual([401, 401, 401, 200]);
  await dialog.getByRole('button', { name: /^Revoke / }).click();
  await dialog.getByText('No program works as them').waitFor();
  expect(await states()).toEqual([401, 401, 401, 401]);
});

test('people are invited by a pasted list with names, as outside parties too, and an invitation is revoked', async () => {
  await page.goto(`${world.url}/people`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page
    .getByLabel('E-mail addresses')
    .fill(
      '"King, Ada" <Ada.King@bidder.example>, Ben Hill <ben@bidder.example>;\ncy@bidder.example dee@bidder.example',
    );
  await page.getByRole('dialog').getByText('They belong to another organisation').click();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByText('4 addresses are typed here and not invited.').waitFor();
  await page.getByRole('button', { name: 'Leave without inviting' }).waitFor();
  await page.getByRole('button', { name: 'Invite 4 people' }).click();
  await page.getByText('4 people invited by mail.').waitFor();
  const { data } = (await world.owner.get('/users?per_page=100')).body;
  const invited = data.filter(({ email }: { email: string }) => email.endsWith('@bidder.example'));
  expect(
    invited.map(({ email, external, role }: Record<string, unknown>) => [email, external, role]).toSorted(),
  ).toEqual(['ada.king', 'ben', 'cy', 'dee'].map((name) => [`${name}@bidder.example`, true, 'member']));
  const row = page.getByRole('row').filter({ hasText: 'cy@bidder.example' });
  await row.getByText('outside').waitFor();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Revoke the invitation' }).click();
  await page.getByText('no longer works').waitFor();
});

test('people are found, filtered, sorted and counted, and the address keeps it', async () => {
  const guests = ['zoe@list.example', 'asa@list.example', 'max@list.example'];
  for (const email of guests) await world.owner.post('/users/invite', { email, role: 'member', external: true });
  await page.goto(`${world.url}/people?sort=sign-in`);
  const table = page.getByRole('table', { name: 'People' });
  // Others may have signed in after this browser.
  await table.getByRole('row', { name: 'owner@strongroom.local' }).waitFor();
  const listed = await table.getByRole('row').allInnerTexts();
  const at = (email: string) => listed.findIndex((text) => text.includes(email));
  expect(at('owner@strongroom.local')).toBeLessThan(at('max@list.example'));
  expect(await table.getByRole('row', { name: 'max@list.example' }).getByText('not yet').count()).toBe(1);
  await page.goto(`${world.url}/people`);
  const rows = table.getByRole('row').filter({ hasText: '@list.example' });
  await page.getByLabel('Find by name or e-mail').fill('LIST example');
  await page
    .getByRole('status')
    .filter({ hasText: /^3 people of \d+$/ })
    .waitFor();
  expect(await rows.allTextContents()).toEqual(
    ['asa', 'max', 'zoe'].map((name) => expect.stringContaining(`${name}@list.example`)),
  );
  await page.getByRole('button', { name: 'Person', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Person' }).and(page.locator('[aria-sort=descending]')).waitFor();
  expect(await rows.first().textContent()).toContain('zoe@');
  expect(page.url()).toContain('sort=-name');
  await expectFine(page);
  await page.getByRole('button', { name: /^Clearance: all/ }).click();
  await page.getByRole('option', { name: /^C4/ }).click();
  await page.getByText('No person fits').waitFor();
  expect(page.url()).toContain('clearance=C4');
  await page.goto(`${world.url}/people?find=LIST+example`);
  await rows.first().waitFor();
  await page.getByRole('button', { name: /^State: all/ }).click();
  await page.getByRole('option', { name: 'deactivated' }).click();
  await page.getByText('No person fits').waitFor();
});

test('people are found by their second factor, which an administrator removes on their page', async () => {
  const person = await aPerson(world);
  const { state, totp } = (await person.session.post('/me/second-factor/options')).body.data;
  const code = totpAt(totp.secret, Date.now());
  expect((await person.session.post('/me/second-factor', { state, code })).status).toBe(201);
  await page.goto(`${world.url}/people`);
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row');
  await rows.filter({ hasText: person.email }).getByRole('cell', { name: 'on', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Second factor: all/ }).click();
  await page.getByRole('option', { name: 'on', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^1 person of \d+$/ })
    .waitFor();
  expect(new URL(page.url()).searchParams.get('factor')).toBe('on');
  await expectFine(page);
  await rows.filter({ hasText: person.email }).getByRole('link').click();
  const fact = page.locator('dt', { hasText: 'Second factor' }).locator('xpath=following-sibling::dd[1]');
  await fact.getByText('They prove it at each sign-in').waitFor();
  await page.getByRole('button', { name: 'Change the second factor' }).click();
  await page.getByRole('button', { name: 'Remove the second factor' }).click();
  await page.getByText('They have no second factor any more').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await fact.getByText('They have no password here').waitFor();
});

test('a person is opened with their rooms, from where each room is reached', async () => {
  const person = await aPerson(world, 'member', 'C1');
  const shut = await aRoom(seller.caller, 'C2', { name: 'Project Swan' });
  const open = await aRoom(seller.caller, 'C1', { name: 'Project Teal' });
  await person.session.post('/me/password', { new_password: PASSWORD });
  for (const [room, role] of [
    [shut, 'viewer'],
    [open, 'contributor'],
  ])
    await seller.caller.post(`/rooms/${room}/members`, { user_id: person.id, role });
  const unit = (await world.owner.post('/org-units', { name: 'Disposals' })).body.data.id;
  await world.owner.post(`/org-units/${unit}/members`, { user_id: person.id, role: 'auditor' });
  await page.goto(`${world.url}/people?find=${encodeURIComponent(person.email)}`);
  await page
    .getByRole('table', { name: 'People' })
    .getByRole('button', { name: /^Actions for / })
    .click();
  expect((await page.getByRole('menuitem').allTextContents())[0]).toBe('Open');
  await page.getByRole('menuitem', { name: 'Open' }).click();
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  await fact('Org units').getByText('Disposals Auditor').waitFor();
  expect(await fact('E-mail').textContent()).toBe(`${person.email} Change`);
  expect(await fact('Clearance').textContent()).toContain('Given to them, whatever their role');
  await fact('Last sign-in').locator('time').waitFor();
  const rows = page.getByRole('table', { name: 'Rooms' }).getByRole('row');
  await rows.filter({ hasText: 'Project Swan' }).getByText('nothing: clearance too low').waitFor();
  await rows.filter({ hasText: 'Project Teal' }).getByText('Contributor').waitFor();
  expect(await rows.count()).toBe(3);
  await page.getByText('The log records that you looked.').waitFor();
  expect(await page.title()).toMatch(/^Person \d+ /);
  expect(await fact('Second factor').textContent()).toMatch(/^off/);
  await expectFine(page);

  await page.getByRole('button', { name: 'Change the org units' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove from Disposals' }).click();
  await dialog.getByText('They have a role in no org unit yet.').waitFor();
  await dialog.getByRole('button', { name: /^Org unit/ }).click();
  await page.getByRole('option', { name: 'Disposals' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('list', { name: 'Org units' }).getByText('Member').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await fact('Org units').getByText('Disposals Member').waitFor();
  await page.getByRole('button', { name: 'Change the organisation' }).click();
  await dialog.getByText('Another organisation').click();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change the clearance' }).click();
  await dialog.getByRole('button', { name: 'Clearance' }).click();
  await page.getByRole('option', { name: /^C3/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await fact('Clearance').getByText('C3').waitFor();
  await world.owner.delete(`/org-units/${unit}/members/${person.id}`);
  await world.owner.delete(`/org-units/${unit}`);
  await rows.getByRole('link', { name: 'Project Teal' }).click();
  await page.getByRole('heading', { level: 1, name: 'Project Teal' }).waitFor();
  await page.goto(`${world.url}/people/${(await aPerson(world)).id}`);
  await page.getByText('In no room that you see').waitFor();
});

test('invitations of several people are sent again or revoked after one question that names them', async () => {
  const emails = ['bulk.one@many.example', 'bulk.two@many.example'];
  for (const email of emails) await world.owner.post('/users/invite', { email, role: 'member', external: true });
  await page.goto(`${world.url}/people?find=many.example`);
  await page.getByRole('checkbox', { name: 'All people' }).click({ force: true });
  await page.getByRole('button', { name: 'New links (2)' }).click();
  const question = page.getByRole('alertdialog', { name: 'Send new links: 2 people?' });
  for (const email of emails) await question.getByText(email).waitFor();
  await expectFine(page);
  await question.getByRole('button', { name: 'Send new links' }).click();
  await page.getByText('2 links sent.').waitFor();
  await page.getByRole('checkbox', { name: 'All people' }).click({ force: true });
  await page.getByRole('button', { name: 'Revoke invitations (2)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitations' }).click();
  await page.getByText('2 invitations revoked.').waitFor();
  await page.getByText('No person fits').waitFor();
  for (const email of emails) expect((await world.owner.get(`/users?email=${email}`)).body.data).toEqual([]);
});

test('several people get a clearance and lose their access with one question each, and Undo takes back what it can', async () => {
  const people = [await aPerson(world), await aPerson(world)];
  for (const [index, { id, caller }] of people.entries())
    await caller.patch(`/users/${id}`, { name: `Crowd ${index}` });
  const stateOf = async (field: string) =>
    Promise.all(people.map(async ({ id }) => (await world.owner.get(`/users/${id}`)).body.data[field]));
  const before = await stateOf('clearance_level');
  await page.goto(`${world.url}/people?find=Crowd`);
  const first = page.getByRole('table', { name: 'People' }).getByRole('link', { name: 'Crowd 0' });
  await first.waitFor();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await first.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Clearance (2)' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Clearance of 2 people' });
  await dialog.getByRole('button', { name: /Choose a clearance/ }).click();
  await page.getByRole('option', { name: /^C1/ }).click();
  await dialog.getByText(/Crowd 0.*\(C\d now\).* and .*Crowd 1/u).waitFor();
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Give 2 people C1' }).click();
  await page.getByText('2 people are cleared up to C1 now.').waitFor();
  expect(await stateOf('clearance_level')).toEqual(['C1', 'C1']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The change is undone.').waitFor();
  expect(await stateOf('clearance_level')).toEqual(before);
  for (const [deed, said, state] of [
    ['Deactivate', '2 people are deactivated.', 'deactivated'],
    ['Reactivate', '2 people are active again.', 'active'],
  ] as const) {
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: `${deed} (2)` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: deed }).click();
    await page.getByText(said).waitFor();
    expect(await stateOf('status')).toEqual([state, state]);
  }
});

test('org units are a tree: a unit is added below another, renamed, gets a member and is deleted', async () => {
  const person = await aPerson(world);
  const { name } = (await world.owner.get(`/users/${person.id}`)).body.data;
  const [root] = (await world.owner.get('/org-units')).body.data.filter(
    ({ parent_id: parent }: { parent_id: string | null }) => parent === null,
  );
  const all = (await world.owner.get('/org-units?may=true')).body;
  const alone = { ...all, data: all.data.filter(({ id }: { id: string }) => id === root.id) };
  await page.route('**/api/v1/org-units?**', (route) => route.fulfill({ json: alone }), { times: 1 });
  await page.goto(`${world.url}/units`);
  const dialog = page.getByRole('dialog');
  await page.getByText('A unit stands for a department').waitFor();
  await page.getByRole('button', { name: 'Add the first unit' }).click();
  await dialog.getByRole('heading', { name: `New unit below ${root.name}` }).waitFor();
  await dialog.getByLabel('Name').fill('Legal');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await act(page, 'Legal', 'Rename');
  await dialog.getByLabel('Name').fill('Law');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const law = page.locator('.tree li li').filter({ hasText: 'Law' });
  await law.getByText('no rooms').waitFor();
  await act(page, 'Law', 'Members');
  await dialog.getByText('No person has a role in this unit yet').waitFor();
  await dialog.getByRole('button', { name: /^Person/ }).click();
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('list', { name: 'Members' }).getByText(name).waitFor();
  // The page below the dialog is hidden from assistive technology, not from the eye.
  await law.getByText('1 person with a role in it, no rooms').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: `Remove ${name}` }).click();
  await dialog.getByText('No person has a role in this unit yet').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await act(page, 'Law', 'Delete');
  await page.getByRole('alertdialog', { name: 'Delete Law' }).getByRole('button', { name: 'Delete' }).click();
  await law.waitFor({ state: 'detached' });
  const left = (await world.owner.get('/org-units')).body.data.map((unit: { name: string }) => unit.name);
  expect([left.includes('Law'), left.includes('Legal')]).toEqual([false, false]);
});

test('an org unit has a page with the people who have a role in it, their pages and the way back', async () => {
  const person = await aPerson(world);
  const { name } = (await world.owner.get(`/users/${person.id}`)).body.data;
  const [root] = (await world.owner.get('/org-units')).body.data.filter(
    ({ parent_id: parent }: { parent_id: string | null }) => parent === null,
  );
  const { id } = (await world.owner.post('/org-units', { name: 'Tax', parent_id: root.id })).body.data;
  await world.owner.post('/org-units', { name: 'Customs', parent_id: id });
  await world.owner.post(`/org-units/${id}/members`, { user_id: person.id, role: 'auditor' });
  await page.goto(`${world.url}/units`);
  await page.getByRole('link', { name: 'Tax', exact: true }).click();
  await page.getByRole('heading', { name: 'Tax', level: 1 }).waitFor();
  const people = page.getByRole('table', { name: 'People of Tax' });
  await people.getByRole('row', { name }).getByText('Auditor').waitFor();
  await page.getByLabel('Org unit', { exact: true }).getByRole('link', { name: 'Customs' }).waitFor();
  await expectFine(page);
  await page.getByLabel('Find by name or e-mail').fill('nobody at all');
  await page.getByText('No person fits').waitFor();
  await page.getByLabel('Find by name or e-mail').fill(person.email);
  await people.getByRole('row', { name }).getByText('Auditor').click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Tax' }).click();
  await page.getByRole('heading', { name: 'Tax', level: 1 }).waitFor();
  await page.getByRole('link', { name: root.name }).click();
  await page.getByLabel('Org unit', { exact: true }).getByRole('link', { name: 'Tax' }).waitFor();
  expect(new URL(page.url()).search).toBe(`?unit=${root.id}`);
});

test('a list is found as it was left, with its search, order and place, from a person, a room and a unit', async () => {
  for (let number = 10; number < 30; number += 1)
    await world.owner.post('/users/invite', { email: `p${number}@place.example`, role: 'member' });
  const top = (): Promise<number> => page.evaluate<number>('scrollY');
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${world.url}/people?sort=-name`);
  await page.getByLabel('Find by name or e-mail').fill('place.example');
  const person = page.getByRole('link', { name: 'p14@place.example' });
  await page.getByText(/^20 people of/).waitFor();
  await person.scrollIntoViewIfNeeded();
  const left = await top();
  expect(left).toBeGreaterThan(100);
  await person.click();
  await page.getByRole('heading', { name: 'p14@place.example', level: 1 }).waitFor();
  expect(await top()).toBe(0);
  await page.getByLabel('Breadcrumbs').getByRole('link', { name: 'People' }).click();
  await person.waitFor();
  expect([await top(), new URL(page.url()).search]).toEqual([left, '?sort=-name&find=place.example']);
  await person.click();
  await page.getByRole('heading', { name: 'p14@place.example', level: 1 }).waitFor();
  await page.goBack();
  await person.waitFor();
  expect(await top()).toBe(left);

  await aRoom(world.owner, 'C1', { name: 'Project Kestrel' });
  await page.goto(`${world.url}/oversight`);
  await page.getByLabel('Find a room').fill('kestrel');
  await page.getByRole('link', { name: 'Project Kestrel' }).click();
  await page.getByRole('heading', { name: 'Project Kestrel', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('link', { name: 'All rooms' }).and(page.locator('.crumbs a')).click();
  await page.getByText(/^1 room( of \d+)?$/u).waitFor();
  expect(new URL(page.url()).search).toBe('?find=kestrel');
  await page.getByRole('link', { name: 'Rooms', exact: true }).click();
  await page.getByLabel('Find a room').fill('kestrel');
  await page.getByRole('link', { name: 'Project Kestrel' }).click();
  await page.getByRole('heading', { name: 'Project Kestrel', level: 1 }).waitFor();
  expect(await page.locator('.crumbs a', { hasText: 'All rooms' }).count()).toBe(0);

  const [root] = (await world.owner.get('/org-units')).body.data;
  for (let number = 10; number < 20; number += 1)
    await world.owner.post('/org-units', { name: `Desk ${number}`, parent_id: root.id });
  await page.goto(`${world.url}/units`);
  await page.getByLabel('Find an org unit').fill('desk 1');
  await page.getByText(/^10 org units of \d+$/).waitFor();
  await expectFine(page);
  await page.getByRole('link', { name: 'Desk 17' }).click();
  await page.getByRole('heading', { name: 'Desk 17', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Org units', exact: true }).and(page.locator('.crumbs a')).click();
  await page.getByText(/^10 org units of \d+$/).waitFor();
  await page.getByLabel('Find an org unit').fill('no such unit');
  await page.getByText('No org unit fits').waitFor();
});
