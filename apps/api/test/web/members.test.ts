import { describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import { aPerson, aRoom, mailedSecret, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { drawn, expectFine, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let room: string;
let bidder: Person;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  room = (await world.owner.post('/rooms', { name: 'Project Falcon', classification: 'C2' })).body.data.id;
  bidder = await aPerson(world, 'member', 'C1');
  ({ page } = await given.signIn());
});

test('people are added by address, checked before a mail goes out, with what they really see', async () => {
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Role' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const frames = await page.evaluate(`[...document.querySelectorAll('[role=dialog] *')]
    .filter((one) => getComputedStyle(one).outlineStyle !== 'none')
    .map((one) => one.tagName)`);
  expect(frames).toEqual(['BUTTON']);
  await dialog.getByLabel('E-mail addresses').fill(`${bidder.email}, Nia New <new@example.org>\nnot-an-address`);
  await dialog.getByRole('alert').filter({ hasText: '“not-an-address” is no e-mail address: it has no @.' }).waitFor();
  // The others are shown before the bad one is mended.
  const seen = dialog.getByRole('region', { name: 'What they will see' }).getByRole('listitem');
  await seen.filter({ hasText: 'Nia New' }).getByText('sees files up to').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel('Message').fill('As we said on Monday.');
  await seen.filter({ hasText: 'sees nothing' }).waitFor();
  // The room is C2, and they are cleared for C1. Newcomers are cleared for it.
  await dialog.getByText(/This room is C2, and .* \(C1\) would see nothing of it\./).waitFor();
  await expectFine(page);
  expect(world.ports.mailer.sent.some(({ to }) => to === 'new@example.org')).toBe(false);
  await dialog.getByRole('button', { name: 'Add 2 people nevertheless' }).click();
  await page.getByText('2 people are added. 2 of them get a link by mail.').waitFor();
  // The bad one is left to be mended.
  const wrong = dialog.getByRole('list', { name: 'Addresses' }).getByRole('listitem');
  await wrong.nth(1).waitFor({ state: 'detached' });
  expect(await wrong.innerText()).toContain('not-an-address');
  await dialog.getByText(/^Added: Nia New and .*\.$/).waitFor();
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
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
  const asked = page.getByRole('dialog').getByRole('row').filter({ hasText: 'See the room' });
  await asked.getByText('No', { exact: true }).waitFor();
  await asked.getByText('They cannot: their clearance (C1) is below the label of the room (C2).').waitFor();
  expect(await page.getByRole('dialog').getByText('Not met').filter({ visible: true }).count()).toBe(0);
  await asked.getByText('They cannot: their clearance').click();
  await asked.getByText("Not met: The person's clearance reaches the room's label.").waitFor();
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
  await dialog.getByRole('button', { name: 'As usual: C2' }).click();
  await page.getByRole('option', { name: 'C4' }).click();
  await dialog.getByText('guest@example.org (C2) would see nothing of it').waitFor({ state: 'detached' });
  await dialog.getByText('Raise their clearance to C4').click();
  await dialog.getByRole('button', { name: 'Add 2 people', exact: true }).click();
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

test('names and addresses keep their words on a tablet, where the list has fewer columns', async () => {
  const id = await aRoom(world.owner, 'C1');
  const { id: user, session, email } = await aPerson(world, 'member', 'C1');
  await session.patch(`/users/${user}`, { name: 'Maximiliane von und zu Hohenlohe' });
  const end = '2099-01-01T00:00:00Z';
  await world.owner.post(`/rooms/${id}/members`, { user_id: user, role: 'contributor', expires_at: end });
  for (const name of ['Northern Ports Holding', 'Advisers of the northern bidder', 'Accountants of the seller']) {
    const group = (await world.owner.post(`/rooms/${id}/groups`, { name })).body.data.id;
    await world.owner.post(`/rooms/${id}/groups/${group}/members`, { user_id: user });
  }
  await page.goto(`${world.url}/rooms/${id}/members`);
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email });
  await row.waitFor();
  for (const width of [700, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    expect([width, await fits(page)]).toEqual([width, true]);
    const address = await row.getByText(email).boundingBox();
    expect([width, (address?.height ?? 0) < 30]).toEqual([width, true]);
    const box = await row.boundingBox();
    expect([width, (box?.height ?? 0) < 90]).toEqual([width, true]);
    await row.getByText('until', { exact: false }).filter({ visible: true }).waitFor();
  }
});

test('a viewer reads who the members without a name are, and no empty columns', async () => {
  const id = await aRoom(world.owner, 'C1');
  const guest = await aPerson(world, 'member', 'C1');
  await guest.session.post('/me/password', { new_password: PASSWORD });
  await world.owner.patch(`/users/${guest.id}`, { external: true });
  await world.owner.post(`/rooms/${id}/members`, { user_id: guest.id, role: 'viewer' });
  await world.owner.post(`/rooms/${id}/invitations`, { email: 'unseen@members.example', role: 'viewer' });
  const other = await signedIn(browser, world.url, guest.email);
  await other.page.goto(`${world.url}/rooms/${id}/members`);
  const table = other.page.getByRole('table', { name: 'Members' });
  await table.getByText('An owner of the room').waitFor();
  await table.getByText('An invited person').waitFor();
  expect(await other.page.getByText('without a name').count()).toBe(0);
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Person', 'Role', 'Actions']);
  await world.owner.delete(`/rooms/${id}/members/${guest.id}`);
  await other.clear();
});

test('an invitation that was not accepted is sent again, and withdrawn', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Project Ibis', classification: 'C1' })).body.data;
  const guest = 'late@members.example';
  expect((await world.owner.post(`/rooms/${id}/invitations`, { email: guest, role: 'viewer' })).status).toBe(201);
  await mailedSecret(world, guest);
  await page.goto(`${world.url}/rooms/${id}/members?state=invited`);
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: guest });
  await page.getByText('1 member of 2').waitFor();
  const act = async (action: string): Promise<void> => {
    await row.getByRole('button', { name: `Actions for` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Send the invitation again');
  await expectFine(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click();
  await page.getByText(`${guest} has a link that works.`).waitFor();
  await row.getByRole('checkbox').click({ force: true });
  await page.getByRole('button', { name: 'Invite again' }).click();
  await page.getByRole('heading', { name: `Send ${guest} the invitation again?` }).waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('1 member has a link that works.').waitFor();
  await act('Withdraw the invitation');
  await expectFine(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click();
  await page.getByText('0 members of 1').waitFor();
  expect((await world.owner.get(`/rooms/${id}/members`)).body.meta.total).toBe(1);
});

test('the dialog that adds people says who sees whom, and changes it', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Project Crane', classification: 'C1' })).body.data;
  await page.goto(`${world.url}/rooms/${id}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Members of this room see each other.').waitFor();
  await dialog.getByRole('button', { name: 'Change who sees whom' }).click();
  await dialog.getByRole('button', { name: /Members of this room/ }).click();
  await page.getByRole('option', { name: /Only owners do/ }).click();
  await dialog.getByText('Members who are not owners see only themselves and the owners.', { exact: true }).waitFor();
  expect((await world.owner.get(`/rooms/${id}`)).body.data.member_visibility).toBe('owners');
  await expectFine(page);
  await page.keyboard.press('Escape');
});

test('a person who is in the room already keeps their role when they are added again', async () => {
  const member = await aPerson(world, 'member', 'C2');
  await world.owner.post(`/rooms/${room}/members`, { user_id: member.id, role: 'contributor' });
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail addresses').fill(member.email);
  await dialog.getByText('is in the room, and stays as now').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByText('1 address is typed here and not added.').waitFor();
  await dialog.getByRole('button', { name: 'Leave without adding' }).waitFor();
  const { name } = (await world.owner.get(`/users/${member.id}`)).body.data;
  await dialog.getByLabel('E-mail addresses').fill(name.toLowerCase());
  await dialog.getByText('not added').waitFor({ state: 'detached' });
  const hits = dialog.getByRole('list', { name: 'People who fit' });
  await hits.getByText(`${name} is in the room`).waitFor();
  expect(await hits.getByRole('button').count()).toBe(0);
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
    await other.clear();
    await open.stop();
  });
});

test('the page of a member says when they last came, and changes their role and end beside them', async () => {
  const opened = await aRoom(world.owner, 'C1');
  const person = await aPerson(world, 'member', 'C1');
  await world.owner.post(`/rooms/${opened}/members`, { user_id: person.id, role: 'viewer' });
  await page.goto(`${world.url}/rooms/${opened}/members?member=${person.id}`);
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  await fact('Last visit').getByText('none noted Visits with a browser are noted.').waitFor();
  await person.session.patch(`/rooms/${opened}/visit`, { seen_file_count: 0 });
  await page.reload();
  await fact('Last visit')
    .getByText(/20\d\d/)
    .waitFor();
  await expectFine(page);
  await fact('Until').getByRole('button', { name: 'Change the end of' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await fact('Role').getByRole('button', { name: 'Change the role of' }).click();
  await page.getByRole('menuitem', { name: 'Make contributor' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a contributor' }).click();
  await page
    .locator('dd')
    .filter({ hasText: /^Contributor/ })
    .waitFor();
  const members = (await world.owner.get(`/rooms/${opened}/members`)).body.data;
  const found = members.find(({ user_id: id }: { user_id: string }) => id === person.id);
  expect([found.role, found.last_visit_on]).toEqual(['contributor', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
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

test.each([
  ['groups', 'Owners, and members of the same group', 'see only themselves, the owners and those of their groups.'],
  ['owners', 'Only owners do', 'see only themselves and the owners.'],
])('a room hides its members from each other: %s', async (visibility, option, sentence) => {
  await page.goto(`${world.url}/rooms/${room}/settings`);
  await page.getByRole('button', { name: /Members of this room/ }).click();
  await page.getByRole('option', { name: option }).click();
  const sight = async () => (await world.owner.get(`/rooms/${room}`)).body.data.member_visibility;
  const before = await sight();
  const undo = page
    .locator('.toasts .row')
    .filter({ hasText: /^Saved for \d+ (person|people)\. / })
    .getByRole('button', { name: 'Undo' });
  await undo.click();
  await page.getByText(/^As before\. /).waitFor();
  expect([before, await sight()]).toEqual([visibility, expect.not.stringMatching(`^${visibility}$`)]);
  await page.getByRole('button', { name: /Members of this room/ }).click();
  await page.getByRole('option', { name: option }).click();
  await undo.waitFor();
  expect(await sight()).toBe(visibility);
  await expectFine(page);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByText(sentence).first().waitFor();
});

test('an address that fails while others answer does not make the page ask for everything at each answer', async () => {
  const notice = page.getByText('Strongroom cannot be reached');
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('table', { name: 'Members' }).getByText('owner@strongroom.local').waitFor();
  await page.route(/\/members\?/, (route) => route.abort());
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  let rounds = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/v1/rooms/${room}`)) rounds++;
  });
  await page.context().setOffline(false);
  await notice.waitFor();
  // Every two seconds the page asks without its cache whether the service is back.
  await page.evaluate(`new Promise((resolve) => {
    const send = fetch;
    let probes = 0;
    globalThis.fetch = (url, init) => {
      if (init?.cache === 'no-store' && ++probes === 3) resolve();
      return send(url, init);
    };
  })`);
  expect(rounds).toBeGreaterThan(0);
  expect(rounds).toBeLessThanOrEqual(4);
  await page.unrouteAll();
  await notice.waitFor({ state: 'hidden' });
});
