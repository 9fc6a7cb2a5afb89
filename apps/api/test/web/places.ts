import type { Locator, Page } from 'playwright-core';
import type { Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { anItem, anUploadRequest } from '../support/upload-requests.ts';

/** A page of the application, and the presses that open a dialog on it: `[role, name]`. A field is given a text. */
export type Place = Readonly<{
  name: string;
  path: string;
  presses: readonly Press[];
  /** Whether the presses open a form in the page, and no dialog. */
  isFold?: true;
}>;
type Press =
  | readonly [role: 'button' | 'menuitem' | 'radio' | 'checkbox' | 'tool', name: string | RegExp]
  | readonly [role: 'textbox', name: string | RegExp, text: string];

const LONG = `Agreement on the sale of all shares, ${'with its annexes and schedules, '.repeat(5)}final`.slice(0, 196);
const FILES = [
  'a.pdf',
  `${LONG}.pdf`,
  `${'w'.repeat(196)}.pdf`,
  'عقد بيع الأسهم النهائي.pdf',
  '股份购买协议（最终版）.docx',
];

const VIEWER = 'Vera Viewer';
const BIDDERS = 'Northern Ports Holding';

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
  await done(owner.post('/tokens', { name: 'Directory', scopes: ['scim'] }));
  await done(owner.post(`/rooms/${room}/groups`, { name: BIDDERS }));
  await done(owner.patch(`/rooms/${room}`, { bin_days: 30 }));
  const binned = await aFile(owner, room, { name: 'binned.pdf' });
  await done(owner.delete(`/files/${binned}`));
  await anItem(world.visitor, await anUploadRequest(owner, room, { message: 'The accounts, please' }));
  await done(owner.post('/webhooks', { url: 'https://hooks.example.com/strongroom' }));
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
const folder = ['button', 'Actions for 1 Legal'] as const;
const several = [
  ['checkbox', 'Select a.pdf'],
  ['checkbox', `Select ${FILES[2]}`],
] as const;
const member = ['button', `Actions for ${VIEWER}`] as const;
const group = ['button', `Actions for ${BIDDERS}`] as const;
const unit = ['button', 'Actions for Mergers'] as const;
const hook = ['button', 'Actions for hooks.example.com'] as const;
const item = ['button', 'Actions for sent.txt'] as const;

/** Dialogs without a button that sends a form, whose button waits for a name that is typed, or that close without a change. */
const READ_ONLY: ReadonlySet<string> = new Set([
  'a file',
  'who can open a file',
  'the end of a file',
  'the end of a folder',
  'the versions of a file',
  'a download of several files',
  'the end of several files',
  'an export of a room',
  'what a member can do',
  'the sessions of a person',
  'the members of a unit',
  'the facts of an event',
  'the uses of a link',
  'the role of a person',
  'the end of a room',
  'a second factor',
  'the secret of a token',
  'the secret of a webhook',
  'the deliveries of a webhook',
  'a new link',
]);

/** `ID` is the room that `furnish` makes. */
export const PAGES: readonly Place[] = [
  'rooms',
  'rooms/ID',
  'rooms/ID/members',
  'rooms/ID/groups',
  'rooms/ID/links',
  'rooms/ID/inbox',
  'rooms/ID/activity',
  'rooms/ID/bin',
  'rooms/ID/settings',
  'account',
  'settings/tokens',
  'people',
  'units',
  'systems',
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

/** Every dialog that a person can open without an upload on its way. */
export const DIALOGS: readonly Place[] = [
  dialog('a new room', 'rooms', ['button', 'New room']),
  dialog('a file', 'rooms/ID', actions, ['menuitem', 'Open']),
  dialog('who can open a file', 'rooms/ID', actions, ['menuitem', 'Who can open it?']),
  dialog('a link', 'rooms/ID', actions, ['menuitem', 'Make a link']),
  dialog('a new link', 'rooms/ID', actions, ['menuitem', 'Make a link'], ['button', 'Make the link']),
  dialog('the label of a file', 'rooms/ID', actions, ['menuitem', 'Label']),
  dialog('the versions of a file', 'rooms/ID', actions, ['menuitem', 'Versions']),
  dialog('a new place of a file', 'rooms/ID', actions, ['menuitem', 'Move']),
  dialog('the end of a file', 'rooms/ID', actions, ['menuitem', 'Delete']),
  dialog('a new folder', 'rooms/ID', ['button', /^(Folder|Add files or folders)$/], ['menuitem', 'New folder']),
  dialog('who sees a folder', 'rooms/ID', folder, ['menuitem', 'Who sees it']),
  dialog('the groups of a folder', 'rooms/ID', folder, ['menuitem', 'Who sees it'], ['radio', /^Groups/]),
  dialog('a request for files', 'rooms/ID', folder, ['menuitem', 'Ask for files']),
  dialog('the label of a folder', 'rooms/ID', folder, ['menuitem', 'Label']),
  dialog('the end of a folder', 'rooms/ID', folder, ['menuitem', 'Delete']),
  dialog('a download of several files', 'rooms/ID', ...several, ['tool', 'Download']),
  dialog('a link to several files', 'rooms/ID', ...several, ['tool', 'Share']),
  dialog('a new place of several files', 'rooms/ID', ...several, ['tool', 'Move']),
  dialog('the label of several files', 'rooms/ID', ...several, ['tool', 'Label']),
  dialog('the end of several files', 'rooms/ID', ...several, ['tool', 'Delete']),
  dialog('new members', 'rooms/ID/members', ['button', 'Add people']),
  dialog('what a member can do', 'rooms/ID/members', member, ['menuitem', 'What can they do?']),
  dialog('another role of a member', 'rooms/ID/members', member, ['menuitem', 'Make contributor']),
  dialog('the end of a membership', 'rooms/ID/members', member, ['menuitem', 'End of membership']),
  dialog('the removal of a member', 'rooms/ID/members', member, ['menuitem', 'Remove']),
  dialog('a new group', 'rooms/ID/groups', ['button', 'New group']),
  dialog('the members of a group', 'rooms/ID/groups', group, ['menuitem', 'Members']),
  dialog('the name of a group', 'rooms/ID/groups', group, ['menuitem', 'Rename, describe']),
  dialog('the end of a group', 'rooms/ID/groups', group, ['menuitem', 'Delete']),
  dialog('the files of a link', 'rooms/ID/links', ['button', 'Make a link']),
  dialog(
    'the uses of a link',
    'rooms/ID/links',
    ['button', /^Actions for the link to b/],
    ['menuitem', 'What became of it'],
  ),
  dialog('the terms of a link', 'rooms/ID/links', ['button', /^Actions for the link to b/], ['menuitem', 'Change']),
  dialog('the end of a link', 'rooms/ID/links', ['button', /^Actions for the link to b/], ['menuitem', 'Revoke']),
  dialog('the place of a file that came', 'rooms/ID/inbox', item, ['menuitem', 'Take in']),
  dialog('the refusal of a file that came', 'rooms/ID/inbox', item, ['menuitem', 'Refuse']),
  dialog('a request made again', 'rooms/ID/inbox', ['button', /^Actions for the request/], ['menuitem', 'Make again']),
  dialog('the end of a request', 'rooms/ID/inbox', ['button', /^Actions for the request/], ['menuitem', 'End']),
  dialog(
    'the end of a file in the bin',
    'rooms/ID/bin',
    ['button', /^Actions for binned/],
    ['menuitem', 'Destroy now'],
  ),
  dialog('the numbers of a room', 'rooms/ID/settings#files', ['button', 'Number the room']),
  dialog('an export of a room', 'rooms/ID/settings#files', ['button', 'Export the room']),
  dialog('a webhook of a room', 'rooms/ID/settings#messages', ['button', 'New webhook']),
  dialog('the end of a room', 'rooms/ID/settings#end', ['button', 'Destroy the room']),
  dialog('the name of a person', 'account#profile', ['button', 'Change']),
  dialog('the address of a person', 'account#profile', ['button', 'Change the e-mail address']),
  dialog('a second factor', 'account#sign-in', ['button', 'Add one']),
  dialog('a new token', 'settings/tokens', ['button', 'New token']),
  dialog('the scopes of a token', 'settings/tokens', ['button', 'New token'], ['radio', /^Only/]),
  dialog(
    'the secret of a token',
    'settings/tokens',
    ['button', 'New token'],
    ['textbox', 'Name', 'backup'],
    ['button', 'Make the token'],
  ),
  dialog('the end of a token', 'settings/tokens', ['button', 'Revoke reports']),
  dialog('an invitation', 'people', ['button', 'Invite people']),
  dialog('the role of a person', 'people', member, ['menuitem', 'Role and clearance']),
  dialog('another address of a person', 'people', member, ['menuitem', 'Change the address']),
  dialog('the sessions of a person', 'people', member, ['menuitem', 'Sessions and API tokens']),
  dialog('a new activation link', 'people', member, ['menuitem', 'Send a link for a new password']),
  dialog('the end of an account', 'people', member, ['menuitem', 'Deactivate']),
  dialog('the erasure of a person', 'people', member, ['menuitem', 'Erase']),
  dialog('a new unit', 'units', ['button', /^Actions for/], ['menuitem', 'Add a unit below']),
  dialog('the name of a unit', 'units', unit, ['menuitem', 'Rename']),
  dialog('the members of a unit', 'units', unit, ['menuitem', 'Members']),
  dialog('the end of a unit', 'units', unit, ['menuitem', 'Delete']),
  dialog('a new webhook', 'systems', ['button', 'New webhook']),
  dialog('the events of a new webhook', 'systems', ['button', 'New webhook'], ['radio', /^Only/]),
  dialog('the deliveries of a webhook', 'systems', hook, ['menuitem', 'Last deliveries']),
  dialog('the address of a webhook', 'systems', hook, ['menuitem', 'Change address or events']),
  dialog('another secret of a webhook', 'systems', hook, ['menuitem', 'New secret']),
  dialog('the secret of a webhook', 'systems', hook, ['menuitem', 'New secret'], ['button', 'Make the secret']),
  dialog('the end of a webhook', 'systems', hook, ['menuitem', 'Delete']),
  dialog('a new token of a directory', 'systems', ['button', 'New directory token']),
  dialog('the end of a token of a directory', 'systems', ['button', 'End Directory']),
  dialog('the facts of an event', 'activity', ['button', /^Details of event/]),
  dialog('a new owner', 'oversight?state=orphaned', ['button', /^Actions for/], ['menuitem', 'Name an owner']),
];

const LATER: ReadonlySet<string> = new Set([
  'a new link',
  'the groups of a folder',
  'the scopes of a token',
  'the secret of a token',
  'the events of a new webhook',
  'the secret of a webhook',
]);

/** Dialogs that follow another one by the last press. */
export const LATER_STEPS = DIALOGS.filter(({ name }) => LATER.has(name));

/** Places with a form that a person can send. */
export const FORMS: readonly Place[] = [
  page('rooms/ID/settings'),
  {
    name: 'another password',
    path: 'account#sign-in',
    presses: [['button', 'Change the password…']],
    isFold: true,
  },
  ...DIALOGS.filter(({ name }) => !READ_ONLY.has(name)),
];

/** Opens a place in a page that is signed in. */
export async function visit(at: Page, url: string, room: string, { path, presses, isFold }: Place): Promise<void> {
  await at.goto(`${url}/${path.replace('ID', room)}`);
  await at.getByRole('heading', { level: 1 }).waitFor();
  for (const press of presses) await follow(at, press);
  if (presses.length > 0 && isFold !== true) await opened(at).waitFor();
  await shown(at);
}

/** A dialog with a field is hidden until the keyboard of a phone has come, or a moment has passed without one. */
const shown = (at: Page): Promise<void> => at.locator('.veil[style*="opacity: 0"]').waitFor({ state: 'detached' });

const opened = (at: Page): Locator => at.locator('[role=dialog], [role=alertdialog]').last();

/** `tool` is a button of the bar that a selection has. */
async function follow(at: Page, [role, name, text]: Press): Promise<void> {
  await shown(at);
  const scope = role === 'tool' ? at.getByRole('toolbar', { name: 'Selected files' }) : at;
  const control = scope.getByRole(role === 'tool' ? 'button' : role, { name, exact: true }).first();
  if (text !== undefined) await control.fill(text);
  else if (role === 'checkbox' || role === 'radio') await control.check({ force: true });
  else await control.click();
}
