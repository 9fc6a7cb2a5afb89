import type { Locator, Page } from 'playwright-core';
import type { Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';

/** A page of the application, and the presses that open a dialog on it: `[role, name]`. */
export type Place = Readonly<{ name: string; path: string; presses: readonly Press[] }>;
type Press = readonly [role: 'button' | 'menuitem', name: string | RegExp];

const LONG = `Agreement on the sale of all shares, ${'with its annexes and schedules, '.repeat(5)}final`.slice(0, 196);
const FILES = [
  'a.pdf',
  `${LONG}.pdf`,
  `${'w'.repeat(196)}.pdf`,
  'عقد بيع الأسهم النهائي.pdf',
  '股份购买协议（最终版）.docx',
];

const VIEWER = 'Vera Viewer';

async function done(asked: Promise<Reply>): Promise<Reply> {
  const reply = await asked;
  if (reply.status >= 300) throw new TypeError(reply.text);
  return reply;
}

/** Fills the pages with long names, names of other scripts, people of every state, a receipt, links. */
export async function furnish(world: World): Promise<string> {
  const { owner } = world;
  const room = await aRoom(owner, 'C2', { name: `Project Falcon ${'and its subsidiaries '.repeat(8)}`.trim() });
  for (const name of FILES) {
    const isLong = name === `${LONG}.pdf`;
    const file = await aFile(owner, room, { name, ...(isLong ? { classification: 'C3' } : {}) });
    if (isLong) await done(owner.post(`/files/${file}/share`, { expires_in: 3600 }));
  }
  const file = await aFile(owner, room, { name: 'b.pdf', folder: '1 Legal/عقود/股份', classification: 'C3' });
  const person = await aPerson(world, 'member', 'C2');
  await done(person.session.patch(`/users/${person.id}`, { name: VIEWER }));
  await done(
    owner.post('/users/invite', { email: `${'long.name.'.repeat(5)}of@subsidiary.example.com`, role: 'member' }),
  );
  await done(owner.post(`/rooms/${room}/members`, { user_id: person.id, role: 'viewer' }));
  await done(owner.post(`/files/${file}/share`, { expires_in: 3600, max_downloads: 2 }));
  await done(owner.post('/tokens', { name: 'reports' }));
  const units = (await done(owner.get('/org-units'))).body.data;
  await done(owner.post('/org-units', { name: 'Mergers', parent_id: units[0].id }));
  await aRoom(owner, 'C1', { name: 'مشروع الصقر' });
  const leaver = await aPerson(world);
  await aRoom(leaver.caller, 'C1', { name: 'Project Osprey' });
  await done(owner.post(`/users/${leaver.id}/deactivate`));
  const gone = await aRoom(owner, 'C1', { name: 'Project Heron' });
  await aFile(owner, gone, { name: FILES[1] });
  await done(owner.delete(`/rooms/${gone}`));
  return room;
}

const page = (path: string): Place => ({ name: path, path, presses: [] });
const dialog = (name: string, path: string, ...presses: readonly Press[]): Place => ({ name, path, presses });
const actions = ['button', 'Actions for a.pdf'] as const;
const member = ['button', `Actions for ${VIEWER}`] as const;

/** Dialogs without a button that sends a form, whose button waits for a name that is typed, or that close without a change. */
const READ_ONLY: ReadonlySet<string> = new Set([
  'a file',
  'who can open a file',
  'the end of a file',
  'what a member can do',
  'the sessions of a person',
  'the members of a unit',
  'the facts of an event',
  'the role of a person',
  'the end of a room',
]);

/** `ID` is the room that `furnish` makes. */
export const PAGES: readonly Place[] = [
  'rooms',
  'rooms/ID',
  'rooms/ID/members',
  'rooms/ID/links',
  'rooms/ID/inbox',
  'rooms/ID/activity',
  'rooms/ID/settings',
  'account',
  'settings/tokens',
  'people',
  'units',
  'news',
  'oversight',
  'activity',
  'receipts',
  'status',
].map(page);

/** Pages that need no session. */
export const PUBLIC: readonly Place[] = [
  '',
  'welcome',
  'forgot-password',
  'activate',
  'open',
  'send',
  'design',
  'docs',
  'docs/api/rooms',
  'docs/explanation/authorization',
].map(page);

export const DIALOGS: readonly Place[] = [
  dialog('a new room', 'rooms', ['button', 'New room']),
  dialog('a file', 'rooms/ID', actions, ['menuitem', 'Open']),
  dialog('who can open a file', 'rooms/ID', actions, ['menuitem', 'Who can open it?']),
  dialog('a link', 'rooms/ID', actions, ['menuitem', 'Make a link']),
  dialog('the name and label of a file', 'rooms/ID', actions, ['menuitem', 'Rename, label']),
  dialog('a new place of a file', 'rooms/ID', actions, ['menuitem', 'Move']),
  dialog('the end of a file', 'rooms/ID', actions, ['menuitem', 'Delete']),
  dialog('new members', 'rooms/ID/members', ['button', 'Add people']),
  dialog('what a member can do', 'rooms/ID/members', member, ['menuitem', 'What can they do?']),
  dialog('the end of a room', 'rooms/ID/settings', ['button', 'Destroy the room']),
  dialog('the name of a person', 'account', ['button', 'Change']),
  dialog('a new token', 'settings/tokens', ['button', 'New token']),
  dialog('the end of a token', 'settings/tokens', ['button', 'Revoke reports']),
  dialog('an invitation', 'people', ['button', 'Invite people']),
  dialog('the role of a person', 'people', member, ['menuitem', 'Role and clearance']),
  dialog('the sessions of a person', 'people', member, ['menuitem', 'Sessions and API tokens']),
  dialog('the end of an account', 'people', member, ['menuitem', 'Deactivate']),
  dialog('the erasure of a person', 'people', member, ['menuitem', 'Erase']),
  dialog('a new unit', 'units', ['button', /^Actions for/], ['menuitem', 'Add a unit below']),
  dialog('the members of a unit', 'units', ['button', 'Actions for Mergers'], ['menuitem', 'Members']),
  dialog('the facts of an event', 'activity', ['button', /^Details of event/]),
  dialog('a new owner', 'oversight?state=orphaned', ['button', 'Name an owner']),
];

/** Places with a form that a person can send. */
export const FORMS: readonly Place[] = [
  page('rooms/ID/settings'),
  page('account'),
  ...DIALOGS.filter(({ name }) => !READ_ONLY.has(name)),
];

/** Opens a place in a page that is signed in. */
export async function visit(at: Page, url: string, room: string, { path, presses }: Place): Promise<void> {
  await at.goto(`${url}/${path.replace('ID', room)}`);
  await at.getByRole('heading', { level: 1 }).waitFor();
  for (const [role, name] of presses) await at.getByRole(role, { name, exact: true }).first().click();
  if (presses.length > 0) await opened(at).waitFor();
}

const opened = (at: Page): Locator => at.locator('[role=dialog], [role=alertdialog]').last();
