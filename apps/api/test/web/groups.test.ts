import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { act, expectFine, loaded, tabOf } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let room: string;
let ann: Person;
let bea: Person;

ownerInBrowser({ check: false }, async (given) => {
  ({ browser, world } = given);
  ({ page } = await given.signIn());
  [ann, bea] = [await named('Ann Adams'), await named('Bea Baker')];
});
beforeEach(async () => {
  room = await aRoom(world.owner, 'C1');
  for (const { id } of [ann, bea]) await world.owner.post(`/rooms/${room}/members`, { user_id: id, role: 'viewer' });
});

async function named(name: string): Promise<Person> {
  const person = await aPerson(world, 'member', 'C2');
  await person.session.patch(`/users/${person.id}`, { name });
  return person;
}

const dialog = (): Locator => page.getByRole('dialog');
const press = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();
const choose = (name: string): Promise<void> => dialog().getByRole('radio', { name }).check();
const group = async (name: string, ...people: readonly Person[]): Promise<string> => {
  const { id } = (await world.owner.post(`/rooms/${room}/groups`, { name })).body.data;
  for (const person of people) await world.owner.post(`/rooms/${room}/groups/${id}/members`, { user_id: person.id });
  return id;
};
const folder = async (path: string, more: object = {}): Promise<string> =>
  (await world.owner.post(`/rooms/${room}/folders`, { path, ...more })).body.data.id;
const groupsOf = async (person: Person): Promise<readonly string[]> =>
  (await person.caller.get(`/rooms/${room}/groups`)).body.data.map((one: Readonly<{ name: string }>) => one.name);
const foldersOf = async (person: Person): Promise<readonly string[]> =>
  (await person.caller.get(`/rooms/${room}/folders`)).body.data.map((one: Readonly<{ path: string }>) => one.path);

test('a group is made with its members, renamed, emptied and deleted', async () => {
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await page.getByText('No groups yet').waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'New group' }).click();
  await dialog().getByLabel('Name').fill('Bidder A');
  await expectFine(page);
  await press('Make the group');
  await page.getByRole('dialog', { name: 'Members of Bidder A' }).waitFor();
  await dialog().getByText('Ann Adams').click();
  await dialog().getByText(bea.email).click();
  await expectFine(page);
  await press('Add 2 members');
  await page.getByRole('row', { name: /Bidder A.*Ann Adams, Bea Baker/ }).waitFor();
  expect(await groupsOf(ann)).toEqual(['Bidder A']);
  await act(page, 'Bidder A', 'Rename, describe');
  await dialog().getByLabel('Name').fill('Falcon');
  await dialog().getByLabel('Description').fill('The buyer from the north');
  await dialog().getByLabel('Description').press('Control+Enter');
  await page.getByRole('table', { name: 'Groups' }).getByText('The buyer from the north').waitFor();
  await act(page, 'Falcon', 'Members');
  await dialog().getByText('Ann Adams').click();
  await press('Remove 1 member');
  await page.getByRole('row', { name: /Falcon.*Bea Baker/ }).waitFor();
  expect([await groupsOf(ann), await groupsOf(bea)]).toEqual([[], ['Falcon']]);
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('row', { name: /Bea Baker.*Falcon/ }).waitFor();
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await act(page, 'Falcon', 'Delete');
  await page.getByRole('alertdialog').getByText('1 member stays in the room').waitFor();
  await page.getByRole('button', { name: 'Delete the group' }).click();
  await page.getByText('No groups yet').waitFor();
  expect(await groupsOf(bea)).toEqual([]);
});

test('members are added to a group with one request, and one who left the room meanwhile is named', async () => {
  const id = await group('Bidder A');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(`/groups/${id}/`))
      asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await act(page, 'Bidder A', 'Members');
  await dialog().getByText('Ann Adams').click();
  await dialog().getByText('Bea Baker').click();
  await world.owner.delete(`/rooms/${room}/members/${bea.id}`);
  await press('Add 2 members');
  const refused = dialog().getByText('Bea Baker: ');
  await refused.waitFor();
  expect(await refused.innerText()).toMatch(/^Bea Baker: \S/u);
  expect(asked).toEqual([`/api/v1/rooms/${room}/groups/${id}/members/bulk`]);
  expect([
    await groupsOf(ann),
    await dialog()
      .getByText(/^Ann Adams: /u)
      .count(),
  ]).toEqual([['Bidder A'], 0]);
});

test('a press on a member opens their page, with the reason why they see a restricted folder or not', async () => {
  const [north, south] = [await group('North', ann), await group('South', bea)];
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('For North', { access: { groups: [{ group_id: north, role: 'contributor' }] } });
  await folder('For South', { access: { groups: [{ group_id: south, role: 'viewer' }] } });
  await folder('Common');
  await page.goto(`${world.url}/rooms/${room}/members?sort=role`);
  await page
    .getByRole('row', { name: /Ann Adams/ })
    .getByText('up to')
    .click();
  await page.getByRole('heading', { name: 'Ann Adams', level: 2 }).waitFor();
  const right = (name: string): Locator =>
    page.getByRole('table', { name: 'Restricted folders' }).getByRole('row', { name });
  await right('For North').getByText('adds files').waitFor();
  await right('For North').getByText('By North.').waitFor();
  await right('For South').getByText('does not see it').waitFor();
  await right('For South').getByText('It is for South only.').waitFor();
  await page.getByText('1 folder is open to everyone in the room.').waitFor();
  await page.getByText('They have made no links.').waitFor();
  await page.getByText('They have done nothing here yet.').waitFor();
  await expectFine(page);
  await right('For South').getByRole('button', { name: 'Who sees' }).click();
  await dialog().getByText('It is there for').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'All members' }).click();
  await page.getByRole('table', { name: 'Members' }).waitFor();
  expect(new URL(page.url()).search).toBe('?sort=role');
});

test('members are saved as a table, as they are found', async () => {
  await group('North', ann);
  await page.goto(`${world.url}/rooms/${room}/members?find=ann`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ members \d{4}-\d\d-\d\d\.csv$/);
  const rows = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(`"Ann Adams","${ann.email}","the organisation","active","Viewer","C2","the room","North"`);
});

describe('ticked members', () => {
  const table = (): Locator => page.getByRole('table', { name: 'Members' });
  const bar = (): Locator => page.getByRole('toolbar', { name: 'Selected members' });
  const question = (): Locator => page.getByRole('alertdialog');
  const membersNow = async () => (await world.owner.get(`/rooms/${room}/members?per_page=100&may=true`)).body;
  const addCora = async (): Promise<Person> => {
    const cora = await named('Cora Cole');
    await world.owner.post(`/rooms/${room}/members`, { user_id: cora.id, role: 'contributor' });
    return cora;
  };
  /** Opens the members, and ticks them all. */
  const tickAll = async (): Promise<void> => {
    await page.goto(`${world.url}/rooms/${room}/members`);
    await table()
      .getByRole('row', { name: /Ann Adams/ })
      .waitFor();
    await page.keyboard.press('Control+a');
  };

  test('are chosen by keys, and get a role at once, which is taken back', async () => {
    const cora = await addCora();
    await tickAll();
    await bar().getByText('4 members selected').waitFor();
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    // The first row of the list, by name.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowUp');
    await bar().getByText('2 members selected').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Ann Adams');
    await page.keyboard.press('Escape');
    const boxOf = (name: RegExp): Locator => table().getByRole('row', { name }).locator('label.check');
    await boxOf(/Ann Adams/).click();
    await boxOf(/Cora Cole/).click({ modifiers: ['Shift'] });
    await bar().getByText('3 members selected').waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe('');
    await page.keyboard.press('Control+a');
    await expectFine(page);
    const tops = await bar()
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    // A narrow window has no place for all of them beside each other.
    await page.setViewportSize({ width: 820, height: 800 });
    await bar().getByRole('button', { name: 'More for the selection' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await bar().getByRole('button', { name: 'Role…' }).click();
    await question().getByText('Ann Adams and Bea Baker, viewers now, will be able to:').waitFor();
    await question().getByText('Cora Cole: is a contributor already').waitFor();
    await question().getByText('that is you: change your own role from your row').waitFor();
    await expectFine(page);
    await question().getByRole('button', { name: 'Make 2 members contributors' }).click();
    await page.getByText('2 members are contributors now.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change is undone.').waitFor();
    const { data } = await membersNow();
    const roles = new Map(data.map((one: Readonly<{ user_id: string; role: string }>) => [one.user_id, one.role]));
    expect([ann, bea, cora].map(({ id }) => roles.get(id))).toEqual(['viewer', 'viewer', 'contributor']);
  });

  test('come into a group, and one who left the room is named', async () => {
    const cora = await addCora();
    await group('Bidder A');
    await tickAll();
    await bar().getByRole('button', { name: 'Add to a group…' }).click();
    await question().getByText('No restricted folder names this group yet.').waitFor();
    await expectFine(page);
    // The page learns late that one leaves.
    const before = await membersNow();
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/members\?/, (route) => held.then(() => route.fulfill({ json: before })));
    await world.owner.delete(`/rooms/${room}/members/${bea.id}`);
    await question().getByRole('button', { name: 'Add 4 members' }).click();
    const refused = question().getByRole('alert').getByRole('paragraph');
    await refused.first().waitFor();
    expect(await refused.allInnerTexts()).toEqual([expect.stringMatching(/^Bea Baker: \S/u)]);
    await question().getByRole('button', { name: 'Try again' }).waitFor();
    expect(await question().getByRole('progressbar').count()).toBe(0);
    answer();
    await expectFine(page);
    await question().getByRole('button', { name: 'Close', exact: true }).last().click();
    expect([await groupsOf(ann), await groupsOf(cora)]).toEqual([['Bidder A'], ['Bidder A']]);
  });

  test('leave a group, and one joins it from their menu', async () => {
    await group('Bidder A', ann, bea);
    await tickAll();
    await bar().getByRole('button', { name: 'Take out of a group…' }).click();
    await question().getByText('No restricted folder names this group: they see what they saw.').waitFor();
    await question().getByRole('button', { name: 'Take out 2 members' }).click();
    await page.getByText('2 members are out of Bidder A.').waitFor();
    expect([await groupsOf(ann), await groupsOf(bea)]).toEqual([[], []]);
    await act(page, 'Ann Adams', 'Add to a group…');
    const alone = page.getByRole('alertdialog', { name: 'Add Ann Adams to a group' });
    await alone.getByRole('button', { name: /Add .*Ann Adams/ }).click();
    await table()
      .getByRole('row', { name: /Ann Adams.*Bidder A/ })
      .waitFor();
  });

  test('get the same last day', async () => {
    await tickAll();
    await bar().getByRole('button', { name: 'End date…' }).click();
    await question().getByText('is an owner, which has no end').waitFor();
    await question().getByLabel('Last day').fill('2099-01-01');
    await expectFine(page);
    await question().getByRole('button', { name: 'Save for 2 members' }).click();
    await page.getByText('The membership of 2 members ends after').waitFor();
    const { data } = await membersNow();
    expect(
      data.filter(({ expires_at: end }: { expires_at: string | null }) => end?.startsWith('2099-01-0')),
    ).toHaveLength(2);
  });
});

test('a person comes into a group in the step that adds them to the room', async () => {
  const cora = await named('Cora Cole');
  await group('Bidder A');
  await group('Bidder B', ann);
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page.getByRole('button', { name: 'Add people' }).click();
  await dialog().getByLabel('E-mail addresses').fill(cora.email);
  await dialog().getByRole('group', { name: 'Groups' }).getByText('Bidder B').click();
  await expectFine(page);
  await press('Add');
  await page.getByRole('row', { name: /Cora Cole.*Bidder B/ }).waitFor();
  expect(await groupsOf(cora)).toEqual(['Bidder B']);
});

test('people are added from a group, which is ticked then, and come into it with all others found', async () => {
  const dana = await named('Dana Dale');
  await group('Bidder A', ann);
  const id = await group('Bidder B');
  await page.goto(`${world.url}/rooms/${room}/groups?group=${id}`);
  await page.getByRole('button', { name: 'Add people' }).click();
  await dialog().getByRole('checkbox', { name: 'Bidder B', checked: true }).waitFor();
  await dialog().getByLabel('E-mail addresses').fill(dana.email);
  await press('Add');
  await page
    .getByRole('table', { name: 'Members of Bidder B' })
    .getByRole('row', { name: /Dana Dale/ })
    .waitFor();
  await page.getByRole('button', { name: 'Add or take out' }).click();
  await dialog().getByText('Only people without a group').click();
  await dialog().getByRole('list').getByText('Dana Dale').waitFor({ state: 'detached' });
  expect(await dialog().getByRole('list').getByText('Ann Adams').count()).toBe(0);
  await expectFine(page);
  await dialog()
    .getByRole('button', { name: /^Tick all \d found$/ })
    .click();
  await dialog()
    .getByRole('button', { name: /^Add \d members?$/ })
    .click();
  await page
    .getByRole('table', { name: 'Members of Bidder B' })
    .getByRole('row', { name: /Bea Baker/ })
    .waitFor();
  expect([await groupsOf(dana), await groupsOf(bea), await groupsOf(ann)]).toEqual([
    ['Bidder B'],
    ['Bidder B'],
    ['Bidder A'],
  ]);
});

test('a name that is taken is refused in words', async () => {
  await group('Bidder A');
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await page.getByRole('button', { name: 'New group' }).click();
  await dialog().getByLabel('Name').fill('bidder a');
  await press('Make the group');
  expect(await dialog().getByRole('alert').innerText()).toBe('This name is taken already. Choose another one.');
});

test('a folder is restricted to a group, marked, and shown to everyone again', async () => {
  await group('Bidder A', ann);
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'For A' });
  await folder('For A/Drafts');
  await page.goto(`${world.url}/rooms/${room}`);
  await act(page, 'For A', 'Who sees it');
  await choose('Groups');
  expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog().getByText('Bidder A').click();
  await dialog().getByText('From now on only owners of the room make', { exact: false }).waitFor();
  await dialog().getByText('1 member loses sight of it.').waitFor();
  await dialog().getByText('From now on members see only owners, and members of their own groups').click();
  await expectFine(page);
  await press('Save');
  await page.getByText('For A is there for 1 group and owners of the room.').waitFor();
  expect((await world.owner.get(`/rooms/${room}`)).body.data.member_visibility).toBe('groups');
  await page.getByRole('row', { name: /For A.*only 1 group/ }).waitFor();
  await expectFine(page);
  expect([await foldersOf(ann), await foldersOf(bea)]).toEqual([['For A', 'For A/Drafts'], []]);
  expect((await world.owner.get(`/rooms/${room}`)).body.data.structure).toBe('owners');
  await act(page, 'For A', 'Who sees it');
  await choose('Owners only');
  await press('Save');
  await page.getByRole('row', { name: /For A.*owners only/ }).waitFor();
  expect(await foldersOf(ann)).toEqual([]);
  await act(page, 'For A', 'Who sees it');
  await choose('Everyone in the room');
  await dialog().getByText('2 members gain sight of it.').waitFor();
  await dialog().getByText('They read the names For A, For A/Drafts, and 1 file appears for them').waitFor();
  await expectFine(page);
  await press('Show it to everyone');
  await page.getByText('For A is there for everyone in the room.').waitFor();
  for (const person of [ann, bea]) expect(await foldersOf(person)).toEqual(['For A', 'For A/Drafts']);
});

test('the dialog for another role says that a former owner sees only the folders of their groups', async () => {
  await group('Bidder A', ann);
  await world.owner.post(`/rooms/${room}/members`, { user_id: ann.id, role: 'owner' });
  await page.goto(`${world.url}/rooms/${room}/members`);
  await page
    .getByRole('table', { name: 'Members' })
    .getByRole('row', { name: /Ann Adams/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitem', { name: 'Make viewer' }).click();
  const question = page.getByRole('alertdialog');
  const warning = question.getByText('From now on they see only those of their groups:');
  expect(await warning.innerText()).toMatch(/groups: Bidder A\.$/);
  await expectFine(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('a restricted folder in a room whose members all meet is marked in the table of folders', async () => {
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await group('Bidder A', ann);
  await folder('For A', { access: { groups: [] } });
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await page.getByText('These folders keep files apart, not people').waitFor();
  await expectFine(page);
  await world.owner.patch(`/rooms/${room}`, { member_visibility: 'groups' });
  await page.reload();
  await page.getByRole('grid', { name: 'Who sees which folder' }).waitFor();
  expect(await page.getByText('These folders keep files apart, not people').count()).toBe(0);
});

test('a viewer is offered to add files in the folder that lets them, and nowhere else', async () => {
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('For A', { access: { groups: [{ group_id: await group('Bidder A', ann), role: 'contributor' }] } });
  await folder('Common');
  const theirs = (await tabOf(browser, world.url, ann)).page;
  const offers = async (path: string): Promise<boolean> => {
    await theirs.goto(`${world.url}/rooms/${room}?folder=${encodeURIComponent(path)}`);
    await theirs.getByRole('navigation', { name: 'Folder tree' }).waitFor();
    await loaded(theirs);
    return theirs.getByRole('button', { name: 'Add files', exact: true }).isVisible();
  };
  expect([await offers('For A'), await offers('Common'), await offers('')]).toEqual([true, false, false]);
  await theirs.context().close();
});

test('the dialog of a move shows locks, and says who will see what is moved and that others lose sight of it', async () => {
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('For A', { access: { groups: [{ group_id: await group('Bidder A', ann), role: 'viewer' }] } });
  await folder('Common');
  await aFile(world.owner, room, { name: 'a.pdf' });
  await page.goto(`${world.url}/rooms/${room}`);
  await act(page, 'a.pdf', 'Move');
  const to = (name: string): Promise<void> => dialog().getByText(name, { exact: true }).click();
  const warnings = dialog().getByText('will see it');
  const locked = dialog().locator('.folder-choice').filter({ hasText: 'only 1 group' });
  await locked.first().waitFor();
  expect(await locked.locator('bdi').allInnerTexts()).toEqual(['For A']);
  expect(await dialog().getByRole('button', { name: 'Choose a folder' }).isDisabled()).toBe(true);
  await to('Common');
  await dialog().getByRole('button', { name: 'Move 1 file' }).waitFor();
  expect(await warnings.count()).toBe(0);
  await to('For A');
  await dialog().getByText('It comes into For A: only Bidder A and owners will see it.').waitFor();
  await dialog().getByText('1 member loses sight of it.').waitFor();
  await expectFine(page);
  await press('Cancel');
  await page.getByRole('row', { name: /a\.pdf/ }).dragTo(page.getByRole('row', { name: /For A/ }));
  await dialog().getByText('only Bidder A and owners will see it.').waitFor();
  await press('Move 1 file');
  await page.getByText('a.pdf moved to For A.').waitFor();
  await page.goto(`${world.url}/rooms/${room}?folder=For A`);
  await act(page, 'a.pdf', 'Move');
  await to('Common');
  await dialog().getByText('It leaves For A: everyone in the room who is cleared for it will see it.').waitFor();
  await dialog().getByText('1 member gains sight of it.').waitFor();
});

test('the table of all folders names rights beside clearances, and restricts a folder by a press', async () => {
  const [a, b] = [await group('Bidder A', ann), await group('Bidder B', bea)];
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  const access = (...groups: readonly object[]) => ({ access: { groups } });
  await folder('Bids', {
    structure: 'owners',
    ...access({ group_id: a, role: 'viewer' }, { group_id: b, role: 'viewer' }),
  });
  await folder('Bids/A', access({ group_id: a, role: 'contributor' }));
  await folder('Common/Terms/Old');
  await page.goto(`${world.url}/rooms/${room}/groups`);
  const matrix = page.getByRole('grid', { name: 'Who sees which folder' });
  await matrix.getByRole('link', { name: 'A', exact: true }).waitFor();
  const cells = (await matrix.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\n\s*|\t/).filter(Boolean));
  expect(cells).toEqual([
    ['Folder', 'Owners', '1 person, up to C4', 'Bidder A', '1 person, up to C2', 'Bidder B', '1 person, up to C2'],
    ['Bids', 'by clearance', 'reads', 'reads'],
    ['A', 'by clearance', 'reads', 'limited above', 'does not see it'],
    ['Common', 'by clearance', 'everyone', 'everyone'],
  ]);
  await loaded(page);
  await expectFine(page);
  const pick = (name: RegExp): Promise<void> => page.getByRole('menuitem', { name }).click();
  await matrix
    .getByRole('row', { name: /limited above/ })
    .getByRole('button', { name: 'does not see it' })
    .click();
  await page.getByRole('menu').waitFor();
  expect(await barriers(page)).toEqual([]);
  await pick(/^Who sees A/);
  await page
    .getByRole('dialog', { name: 'Who sees A?' })
    .getByText('It lies in Bids, which not everyone sees.')
    .waitFor();
  await press('Cancel');
  await matrix.getByRole('button', { name: 'Open Common' }).click();
  await matrix.getByRole('button', { name: 'Open Terms' }).click();
  const old = matrix.getByRole('row', { name: /Old/ }).getByRole('button', { name: 'everyone' }).nth(1);
  await old.click();
  await pick(/^Who sees Old/);
  // The dialog shows what holds now.
  await dialog()
    .getByRole('radio', { name: /^Everyone/, checked: true })
    .waitFor();
  expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await press('Cancel');
  await old.click();
  await pick(/^Restrict it to Bidder B/);
  await dialog()
    .getByRole('checkbox', { name: /Bidder B/, checked: true })
    .waitFor({ state: 'attached' });
  expect(await dialog().getByRole('checkbox', { checked: true }).count()).toBe(1);
  await dialog().getByText('1 member loses sight of it.').waitFor();
  await press('Save');
  await matrix.getByRole('row', { name: /Old by clearance does not see it reads/ }).waitFor();
  await page.getByRole('button', { name: 'Restrict a folder…' }).click();
  expect(await dialog().getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await dialog().locator('label').filter({ hasText: 'Common' }).click();
  await loaded(page);
  await expectFine(page);
  await press('Next');
  await page
    .getByRole('dialog', { name: 'Who sees Common?' })
    .getByRole('radio', { name: /^Everyone/, checked: true })
    .waitFor();
  await press('Cancel');
  await page.getByRole('button', { name: 'All folders Folders' }).click();
  await page.getByRole('option', { name: 'Restricted folders' }).click();
  await matrix.getByText('in Common/Terms').waitFor();
  expect(await matrix.getByRole('row').count()).toBe(4);
  await page.getByRole('searchbox', { name: 'Find a folder' }).fill('bids a');
  await matrix.getByText('in Common/Terms').waitFor({ state: 'detached' });
  expect(await matrix.getByRole('row').count()).toBe(2);
  await page.goto(`${world.url}/rooms/${room}?folder=Bids`);
  await act(page, 'A', 'Who sees it');
  await dialog().getByText('It lies in Bids, which not everyone sees.').waitFor();
  await world.owner.post(`/rooms/${room}/archive`);
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await matrix.getByRole('row', { name: /^Close Bids Bids by clearance reads reads/ }).waitFor();
  expect(await matrix.getByRole('button', { name: 'reads' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Restrict a folder…' }).count()).toBe(0);
});

test('the right of one group is changed at its cell by the keyboard, and taken back', async () => {
  const [a, b] = [await group('Bidder A', ann), await group('Bidder B', bea)];
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  const groups = [a, b].map((id) => ({ group_id: id, role: 'viewer' }));
  const bids = await folder('Bids', { structure: 'owners', access: { groups } });
  await folder('Bids/A', { access: { groups: groups.slice(0, 1) } });
  await folder('Common/Terms');
  const rolesIn = async (): Promise<unknown> =>
    (await world.owner.get(`/rooms/${room}/folders/${bids}`)).body.data.access.groups.map(
      ({ group_id: id, role }: Readonly<Record<string, string>>) => [id === a ? 'A' : 'B', role],
    );
  await page.goto(`${world.url}/rooms/${room}/groups`);
  const matrix = page.getByRole('grid', { name: 'Who sees which folder' });
  const link = matrix.getByRole('link', { name: 'Bids', exact: true });
  await link.waitFor();
  await loaded(page);
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  /** The row and the column that have the focus. */
  const at = (): Promise<unknown> =>
    page.evaluate(`(() => {
      const cell = document.activeElement.closest('th, td');
      return cell && [cell.closest('tr').cells[0].innerText.trim(), cell.cellIndex];
    })()`);
  expect(await matrix.locator('[tabindex="0"]').count()).toBe(1);
  await page.getByRole('button', { name: 'Print' }).focus();
  await keys('Tab');
  expect(await at()).toEqual(['Bids', 0]);
  await keys('Tab');
  expect(await at()).toBeNull();
  await keys('Shift+Tab', 'ArrowLeft');
  await matrix.getByRole('button', { name: 'Open Bids' }).waitFor();
  await keys('ArrowRight');
  await matrix.getByRole('button', { name: 'Close Bids' }).waitFor();
  await keys('End', 'Control+Home');
  expect(await at()).toEqual(['Folder', 0]);
  await keys('ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter');
  const right = (name: string): Locator => page.getByRole('menuitemradio', { name, exact: true });
  await page.getByRole('menuitemradio', { name: 'Reads', exact: true, checked: true }).waitFor();
  await keys('ArrowDown', 'Enter');
  await page.getByText('Bids: Bidder A reads and adds files now.').waitFor();
  await matrix.getByRole('row', { name: /Bids by clearance adds files reads/ }).waitFor();
  expect([await rolesIn(), await at()]).toEqual([
    [
      ['A', 'contributor'],
      ['B', 'viewer'],
    ],
    ['Bids', 2],
  ]);
  await keys('ArrowRight', 'Space');
  await right('Does not see it').press('Enter');
  await page.getByText('Bids is hidden from Bidder B now.').waitFor();
  expect([await rolesIn(), await at()]).toEqual([[['A', 'contributor']], ['Bids', 3]]);
  // Other changes of the same folder stay.
  await page.locator('.toasts .notice').filter({ hasText: 'adds files' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Bids: Bidder A reads now.').waitFor();
  expect(await rolesIn()).toEqual([['A', 'viewer']]);
  await page.locator('.toasts .notice').filter({ hasText: 'hidden' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Bids: Bidder B reads now.').waitFor();
  expect(await rolesIn()).toEqual([
    ['A', 'viewer'],
    ['B', 'viewer'],
  ]);
});

test('a restriction begins with a search for the folder', async () => {
  await group('Bidder A', ann);
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8']) await folder(`Part ${name}`);
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await page.getByRole('button', { name: 'Restrict a folder…' }).click();
  const finder = dialog().getByRole('searchbox', { name: 'Find a folder' });
  await finder.waitFor();
  await page.locator('[role=dialog] input[type=search]:focus').waitFor();
  await page.keyboard.type('part 7');
  await page.keyboard.press('Enter');
  await dialog().getByRole('radio', { name: 'Part 7', checked: true }).waitFor({ state: 'attached' });
  await press('Next');
  expect(await dialog().getByRole('heading', { name: 'Who sees Part 7?' }).innerText()).toContain('Part 7');
});

test('owners of the room are no proposed members of a group, which says why', async () => {
  await group('Bidder A');
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await act(page, 'Bidder A', 'Members');
  await dialog().getByText('owner: sees all folders without a group').waitFor();
  await press('Tick all');
  await press('Add 2 members');
  const row = page.getByRole('row', { name: /Bidder A.*Ann Adams, Bea Baker/ });
  expect(await row.innerText()).not.toContain('owner');
});

test('members without a group have a column of their own, and the table of rights is saved', async () => {
  const a = await group('Bidder A', ann);
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('Bids', { access: { groups: [{ group_id: a, role: 'viewer' }] } });
  await folder('Common/Terms');
  await page.goto(`${world.url}/rooms/${room}/groups`);
  const matrix = page.getByRole('grid', { name: 'Who sees which folder' });
  await matrix.getByRole('row', { name: /^Bids by clearance reads does not see it/ }).waitFor();
  await matrix.getByRole('columnheader', { name: 'Without a group 1 person, up to C2' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/ rights \d{4}-\d\d-\d\d\.csv$/);
  const rows = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').split('\r\n');
  expect(rows).toEqual([
    '"Folder","Restricted","Owners","Bidder A","Without a group"',
    '"Bids","yes","by clearance","reads","does not see it"',
    '"Common","no","by clearance","everyone","everyone"',
    '"Common/Terms","no","by clearance","everyone","everyone"',
  ]);
});

test('a group opens by a press, Enter and two clicks, with its members and its rights in every folder', async () => {
  const [own, other] = [await group('Bidder A', ann), await group('Bidder B', bea)];
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('Common/Terms');
  await folder('For A', { access: { groups: [{ group_id: own, role: 'contributor' }] } });
  await folder('For B', { access: { groups: [{ group_id: other, role: 'viewer' }] } });
  await folder('For B/Drafts');
  await page.goto(`${world.url}/rooms/${room}/groups`);
  const row = page.getByRole('table', { name: 'Groups' }).getByRole('row', { name: /Bidder A/ });
  const title = page.getByRole('heading', { name: 'Bidder A', level: 2 });
  const back = page.getByRole('link', { name: 'All groups' });
  await row.getByRole('link', { name: 'Bidder A' }).click();
  await title.waitFor();
  await page.goBack();
  await row.getByRole('link', { name: 'Bidder A' }).waitFor();
  await row.getByRole('link', { name: 'Bidder A' }).press('Enter');
  await title.waitFor();
  await back.click();
  await row.getByText('Ann Adams').dblclick();
  await title.waitFor();
  const rights = page.getByRole('table', { name: 'Folders and Bidder A' }).getByRole('row');
  await rights.nth(5).waitFor();
  const said = (await rights.allInnerTexts()).map((text) => text.split(/\s*\n\s*|\t/).filter(Boolean));
  expect(said.slice(1)).toEqual([
    ['For A restricted', 'adds files'],
    ['For B restricted', 'does not see it'],
    ['Drafts', 'in For B', 'does not see it: For B is closed to it'],
    ['Common', 'everyone in the room'],
    ['Terms', 'in Common', 'everyone in the room'],
  ]);
  await expectFine(page);
  const rightIn = (name: string) => rights.filter({ hasText: name }).first();
  for (const name of ['For A', 'For B']) await rightIn(name).locator('.box .check').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Change the right…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change 2 folders' }).click();
  await page.getByText('Bidder A may read 2 folders now.').waitFor();
  await rightIn('For B').getByText('reads').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await rightIn('For A').getByText('adds files').waitFor();
  await rightIn('For B').getByText('does not see it').waitFor();
  await page.getByRole('button', { name: 'Folders: all' }).click();
  await page.getByRole('option', { name: 'That it does not see' }).click();
  await page.getByText('2 folders of 5').waitFor();
  const people = page.getByRole('table', { name: 'Members of Bidder A' });
  await people.getByRole('row', { name: /Ann Adams.*Viewer.*up to C2/ }).waitFor();
  await act(page, 'Ann Adams', 'Take out of the group');
  await page.getByText('Ann Adams is out of Bidder A.').waitFor();
  expect(await groupsOf(ann)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Ann Adams is in Bidder A again.').waitFor();
  expect(await groupsOf(ann)).toEqual(['Bidder A']);
  await act(page, 'For B', 'Who sees it');
  await dialog().getByText('Bidder A').click();
  await press('Save');
  await page.getByText('0 folders of 5').waitFor();
  await act(page, 'Bidder A', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the group' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Groups' }).getByRole('link', { name: 'Bidder B' }).waitFor();
});

test('others than owners are offered neither groups nor restrictions', async () => {
  const id = await folder('For A');
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await world.owner.put(`/rooms/${room}/folders/${id}/access`, {
    groups: [{ group_id: await group('Bidder A', ann), role: 'viewer' }],
  });
  const mate = await tabOf(browser, world.url, ann);
  await mate.page.goto(`${world.url}/rooms/${room}`);
  const row = mate.page.getByRole('row', { name: /For A/ });
  await row.waitFor();
  await loaded(mate.page);
  expect(await row.innerText()).not.toContain('group');
  expect(await mate.page.getByRole('link', { name: 'Groups', exact: true }).count()).toBe(0);
  expect(await mate.page.getByRole('button', { name: 'Actions for For A' }).count()).toBe(0);
  await mate.clear();
});

test('owners look at the room as a group sees it, and cannot change it there', async () => {
  const [own, other] = [await group('Bidder A', ann), await group('Bidder B', bea)];
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('For A', { access: { groups: [{ group_id: own, role: 'viewer' }] } });
  await folder('For B', { access: { groups: [{ group_id: other, role: 'viewer' }] } });
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'For A' });
  await aFile(world.owner, room, { name: 'b.pdf', folder: 'For B' });
  await aFile(world.owner, room, { name: 'all.pdf', folder: 'Common/Terms' });
  await aFile(world.owner, room, { name: 'high.pdf', folder: 'Common/Terms', classification: 'C3' });
  await page.goto(`${world.url}/rooms/${room}/groups`);
  await act(page, 'Bidder A', 'View the room as this group');
  await page.getByText('3 files in the room, 0 files here.').waitFor();
  const names = (): Promise<readonly string[]> =>
    page.getByRole('table', { name: 'Folders and files' }).getByRole('link').allInnerTexts();
  expect(await names()).toEqual(['Common', 'For A']);
  await expectFine(page);
  await page.getByRole('link', { name: 'For A' }).click();
  await page.getByRole('cell', { name: 'a.pdf' }).waitFor();
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Common' }).click();
  await page.getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('cell', { name: 'all.pdf' }).waitFor();
  const above = page.getByRole('row', { name: 'high.pdf' });
  await above.getByText('above their clearance').waitFor();
  expect(await page.getByText('above their clearance').count()).toBe(1);
  await page.getByText('A person also needs clearance for each file.').waitFor();
  expect(await page.getByRole('button', { name: /^Actions for|Upload|Add|New/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Back to the groups' }).click();
  await page.getByRole('row', { name: /Bidder B Bea Baker/ }).waitFor();
});

test('owners look at the room as a member sees it, and read how much of it that is and why', async () => {
  const [own, other] = [await group('Bidder A', ann), await group('Bidder B', bea)];
  await world.owner.patch(`/rooms/${room}`, { structure: 'owners' });
  await folder('For A', { access: { groups: [{ group_id: own, role: 'viewer' }] } });
  await folder('For B', { access: { groups: [{ group_id: other, role: 'viewer' }] } });
  for (const name of ['For A', 'For B', 'Common'])
    await aFile(world.owner, room, { name: `${name}.pdf`, folder: name });
  const long = `Agreement on the sale of all shares${', with its annexes and schedules'.repeat(4)}.pdf`;
  await aFile(world.owner, room, { name: long, folder: 'For A' });
  const name = 'Ann Adams';
  await page.goto(`${world.url}/rooms/${room}/members`);
  await act(page, name, 'View the room as they see it');
  await page.getByText(`The room as ${name} sees it: 3 of the 4 files that you see here.`).waitFor();
  expect(await page.getByText('You are an owner').count()).toBe(0);
  const links = page.getByRole('table', { name: 'Folders and files' }).getByRole('link');
  expect(await links.allInnerTexts()).toEqual(['Common', 'For A']);
  await expectFine(page);
  await page.getByRole('link', { name: 'For A' }).click();
  // As in the list of files: an arrow leads into the list, Enter opens, and the way back closes.
  await page.getByRole('link', { name: 'For A.pdf' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: long }).getByText('1 of 2').waitFor();
  await page.getByRole('dialog', { name: long }).getByText(`The room as ${name} sees it`).waitFor();
  await page.getByRole('dialog', { name: long }).getByRole('button', { name: 'Back to the members' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Why?' }).click();
  const unseen = page.getByRole('list', { name: 'Files they do not see' }).getByRole('listitem');
  await unseen.first().waitFor();
  expect(await unseen.allTextContents()).toEqual([expect.stringContaining('For B/For B.pdf')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Back to the members' }).click();
  await page.getByRole('table', { name: 'Members' }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await act(page, name, 'View the room as they see it');
  await page.getByRole('link', { name: 'For A' }).click();
  expect(await page.getByRole('link', { name: long }).innerText()).toBe(long);
  await expectFine(page);
});
