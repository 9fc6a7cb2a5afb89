/**
 * Two rooms, in one of which another bidder has a folder. A member of the first bidder gets the same answers in both, ids and times
 * aside.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom, IV, type Person, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

type Place = Readonly<{
  room: string;
  folders: Readonly<Record<string, string>>;
  file: string;
  shared: string;
  /** A file of the first bidder in the bin. In the room of both bidders, a restricted folder has its former path. */
  gone: string;
  /** Uploads of the first bidder into `Later`, announced while it was open. The second one leads to a folder in neither room. */
  waiting: Readonly<Record<'guessed' | 'renamed' | 'wrong' | 'version' | 'own' | 'low', string>>;
  /** In the room of both bidders those of the other one, in its twin ids of nothing. */
  foreign: Readonly<Record<'folder' | 'below' | 'file' | 'binned' | 'link' | 'group' | 'old', string>>;
}>;

let world: World;
let ada: Person;
let top: Person;
let ann: Person;
let bea: Person;
let both: Place;
let twin: Place;

async function made(answer: Promise<Reply>, status = 201): Promise<string> {
  const { status: got, body, text } = await answer;
  if (got !== status) throw new TypeError(`${got} instead of ${status}: ${text}`);
  return body.data.id;
}

/** The common part of both rooms: `Deal` with a common folder and the one of the first bidder. */
async function aPlace(): Promise<Omit<Place, 'foreign'>> {
  const room = await aRoom(ada.caller, 'C1', { structure: 'owners' });
  await ada.caller.patch(`/rooms/${room}`, { member_visibility: 'groups', bin_days: 30 });
  await ada.caller.post(`/rooms/${room}/members`, { user_id: ann.id, role: 'contributor' });
  await ada.caller.post(`/rooms/${room}/members`, { user_id: top.id, role: 'owner' });
  const at = `/rooms/${room}`;
  const group = await made(ada.caller.post(`${at}/groups`, { name: 'Bidder A' }));
  await made201(ada.caller.post(`${at}/groups/${group}/members`, { user_id: ann.id }));
  const access = { groups: [{ group_id: group, role: 'contributor' }] };
  const folders = {
    deal: await made(ada.caller.post(`${at}/folders`, { path: 'Deal', structure: 'owners' })),
    common: await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Common' })),
    own: await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Bidder A', access })),
    open: await made(ada.caller.post(`${at}/folders`, { path: 'Open' })),
    box: await made(ada.caller.post(`${at}/folders`, { path: 'Open/Box', structure: 'owners' })),
    hollow: await made(ada.caller.post(`${at}/folders`, { path: 'Open/Hollow' })),
    crate: await made(ada.caller.post(`${at}/folders`, { path: 'Open/Crate', structure: 'owners' })),
  };
  const shared = await aFile(ada.caller, room, { folder: 'Deal/Common', name: 'terms.pdf' });
  const file = await aFile(ann.caller, room, { folder: 'Deal/Bidder A', name: 'offer.pdf' });
  // The first bidder deletes a file, and then its folder goes.
  const was = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Was' }));
  await ann.caller.delete(`/files/${await aFile(ann.caller, room, { folder: 'Deal/Was', name: 'was.pdf' })}`);
  expect((await ada.caller.delete(`${at}/folders/${was}`)).status).toBe(200);
  const deleted = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Gone' }));
  const gone = await aFile(ann.caller, room, { folder: 'Deal/Gone', name: 'gone.pdf' });
  await ann.caller.delete(`/files/${gone}`);
  expect((await ada.caller.delete(`${at}/folders/${deleted}`)).status).toBe(200);
  const later = await made(ada.caller.post(`${at}/folders`, { path: 'Later' }));
  const waiting = {
    guessed: await announced(room, { ...UPLOAD, folder: 'Later/Bidder B' }),
    renamed: await announced(room, { ...UPLOAD, folder: 'Later/Renamed' }),
    wrong: await announced(room, { ...UPLOAD, folder: 'Later/Bidder C' }),
    version: await announced(room, { ...UPLOAD, replaces: file, folder: 'Later/Bidder B' }),
    own: await announced(room, { ...UPLOAD, folder: 'Deal/Bidder A' }),
    low: await announced(room, { ...UPLOAD, folder: 'Open/Merger' }),
  };
  expect((await ada.caller.patch(`${at}/folders/${later}`, { structure: 'owners' })).status).toBe(200);
  return { room, folders, shared, file, gone, waiting };
}

const UPLOAD = { name: 'n', size: 5, content_type: 'a/b' };

/** An upload of the first bidder that waits to be confirmed. */
async function announced(room: string, upload: object): Promise<string> {
  const { status, body, text } = await ann.caller.post(`/rooms/${room}/files/upload-url`, upload);
  if (status !== 200) throw new TypeError(text);
  await fetch(body.data.upload_url, { method: 'PUT', body: 'hello' });
  return body.data.file_id;
}

async function made201(answer: Promise<Reply>): Promise<void> {
  expect((await answer).status).toBe(201);
}

/** The other bidder with a folder, files, links, and something in the bin. `Old` was there before it was restricted. */
async function withOther({ room }: Omit<Place, 'foreign'>): Promise<Place['foreign']> {
  const at = `/rooms/${room}`;
  await ada.caller.post(`${at}/members`, { user_id: bea.id, role: 'contributor' });
  const group = await made(ada.caller.post(`${at}/groups`, { name: 'Bidder B' }));
  await made201(ada.caller.post(`${at}/groups/${group}/members`, { user_id: bea.id }));
  const access = { groups: [{ group_id: group, role: 'contributor' }] };
  const folder = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Bidder B', access }));
  const below = await made(bea.caller.post(`${at}/folders`, { path: 'Deal/Bidder B/offers' }));
  const file = await aFile(bea.caller, room, { folder: 'Deal/Bidder B', name: 'secret.pdf' });
  await aFile(bea.caller, room, { folder: 'Deal/Bidder B/offers/2027', name: 'offer.pdf' });
  const binned = await aFile(bea.caller, room, { folder: 'Deal/Bidder B', name: 'gone.pdf' });
  await bea.caller.delete(`/files/${binned}`);
  const link = await made(bea.caller.post(`/files/${file}/share`, { expires_in: 3600 }));
  await bea.caller.post(`${at}/packages`, { expires_in: 3600, items: [{ file_id: file }] });
  await bea.caller.post(`${at}/files/upload-url`, { name: 'p', size: 5, content_type: 'a/b', folder: 'Deal/Bidder B' });
  await made(ada.caller.post(`${at}/folders`, { path: 'Open/Box/Bidder B', access }));
  // An open folder is restricted, moved, and gets a file from elsewhere. The first bidder had links to what was in it.
  const old = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Old' }));
  const inOld = await aFile(bea.caller, room, { folder: 'Deal/Old/deep', name: 'old.pdf' });
  const moved = await aFile(bea.caller, room, { folder: 'Deal/Common', name: 'moved.pdf' });
  for (const id of [inOld, moved]) await made(ann.caller.post(`/files/${id}/share`, { expires_in: 3600 }));
  await ada.caller.put(`${at}/folders/${old}/access`, access);
  await ada.caller.patch(`${at}/folders/${old}`, { path: 'Deal/Older' });
  await ada.caller.patch(`/files/${moved}`, { folder: 'Deal/Older' });
  const dropped = await aFile(bea.caller, room, { folder: 'Deal/Older', name: 'dropped.pdf' });
  await bea.caller.delete(`/files/${dropped}`);
  expect((await ada.caller.post(`/files/${dropped}/restore`)).status).toBe(200);
  // A file comes back from the bin to a restricted folder that has the name of the open one it lay in.
  const again = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Again' }));
  const back = await aFile(bea.caller, room, { folder: 'Deal/Again', name: 'back.pdf' });
  await bea.caller.delete(`/files/${back}`);
  await ada.caller.delete(`${at}/folders/${again}`);
  await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Again', access }));
  expect((await ada.caller.post(`/files/${back}/restore`)).status).toBe(200);
  // Folders come where the first bidder announced uploads to names that they guessed; one of them gets another name.
  await made(ada.caller.post(`${at}/folders`, { path: 'Later/Bidder B', access }));
  const renamed = await made(ada.caller.post(`${at}/folders`, { path: 'Later/Renamed', access }));
  await ada.caller.patch(`${at}/folders/${renamed}`, { path: 'Later/Other' });
  // One comes where a file in the bin lay, and gets another name.
  const zeus = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Was', access }));
  expect((await ada.caller.patch(`${at}/folders/${zeus}`, { path: 'Deal/Zeus' })).status).toBe(200);
  // Hidden folders have places before and among the others.
  for (const [id, position] of [
    [folder, 1],
    [zeus, 3],
  ] as const)
    await made(ada.caller.patch(`${at}/folders/${id}`, { position }), 200);
  await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Gone', access }));
  // Folders that look empty hold a file above the clearance of the first bidder, and of an owner of the room.
  for (const path of ['Open/Hollow', 'Open/Crate'])
    await aFile(top.caller, room, { folder: path, name: 'board.pdf', classification: 'C4' });
  // A folder that only its label hides comes where an upload goes to, and gets another name.
  await aFile(top.caller, room, { folder: 'Open/Merger', name: 'merger.pdf', classification: 'C4' });
  const listed = await top.caller.get(`${at}/folders?per_page=100`);
  const { id: merger } = listed.body.data.find(({ path }: { path: string }) => path === 'Open/Merger');
  expect((await top.caller.patch(`${at}/folders/${merger}`, { path: 'Open/Code name' })).status).toBe(200);
  // At last, so that nothing after it hides what this should: a folder is restricted that the first bidder saw, searched and linked to.
  const late = await made(ada.caller.post(`${at}/folders`, { path: 'Deal/Late' }));
  const inLate = await aFile(bea.caller, room, { folder: 'Deal/Late/deep', name: 'late.pdf' });
  await made(ann.caller.post(`/files/${inLate}/share`, { expires_in: 3600 }));
  expect((await ann.caller.get(`${at}/files?q=late`)).body.meta.total).toBe(1);
  expect((await ada.caller.put(`${at}/folders/${late}/access`, access)).status).toBe(200);
  return { folder, below, file, binned, link, group, old };
}

beforeAll(async () => {
  world = await startService();
  [ada, ann, bea] = [await aPerson(world), await aPerson(world), await aPerson(world)];
  top = await aPerson(world, 'member', 'C4');
  const [one, other] = [await aPlace(), await aPlace()];
  both = { ...one, foreign: await withOther(one) };
  await made(top.caller.post(`/rooms/${other.room}/folders`, { path: 'Open/Code name' }));
  for (const [{ room, folders }, by] of [
    [one, bea],
    [other, ada],
  ] as const) {
    await made(by.caller.post(`/rooms/${room}/folders`, { path: 'Deal/Common/Minutes' }));
    // The maker of the hidden folders sees them; the position of a new folder does not depend on them.
    await made(ada.caller.post(`/rooms/${room}/folders`, { path: 'Deal/Agenda' }));
    await made(ada.caller.patch(`/rooms/${room}/folders/${folders['open']}`, { position: 1 }), 200);
    await aFile(by.caller, room, { folder: 'Deal/Common', name: 'minutes.pdf' });
    await made(ada.caller.delete(`/rooms/${room}/folders/${folders['crate']}`), 200);
  }
  const nothing = () => crypto.randomUUID();
  twin = {
    ...other,
    foreign: {
      folder: nothing(),
      below: nothing(),
      file: nothing(),
      binned: nothing(),
      link: nothing(),
      group: nothing(),
      old: nothing(),
    },
  };
});
afterAll(() => world.stop());

/** The answer with ids in the order in which they occur, and without times and secrets. */
function bare({ status, text }: Reply): string {
  const ids = new Map<string, string>();
  const numbered = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    const known = ids.get(id) ?? `id${ids.size}`;
    ids.set(id, known);
    return known;
  });
  return `${status} ${numbered}`
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/"(next_cursor|upload_url|wrapped_dek|token|url|kms_key_id|key_grant)":"[^"]*"/g, '"$1":"x"');
}

type Ask = (caller: Caller, place: Place) => Promise<Reply>;
const get =
  (path: (place: Place) => string): Ask =>
  (caller, place) =>
    caller.get(path(place));
const B = 'Deal/Bidder B';

const LISTS: Readonly<Record<string, Ask>> = {
  'the room': get(({ room }) => `/rooms/${room}`),
  'its members': get(({ room }) => `/rooms/${room}/members`),
  'its groups': get(({ room }) => `/rooms/${room}/groups`),
  'its folders': get(({ room }) => `/rooms/${room}/folders?per_page=100`),
  'its folders in order': get(({ room }) => `/rooms/${room}/folders?per_page=100&positions=true`),
  'its folders, with what may be done': get(({ room }) => `/rooms/${room}/folders?per_page=100&may=true`),
  'a page of folders': get(({ room }) => `/rooms/${room}/folders?per_page=2`),
  'the second page of folders': get(({ room }) => `/rooms/${room}/folders?per_page=2&page=2`),
  'folders by a beginning': get(({ room }) => `/rooms/${room}/folders?prefix=${encodeURIComponent('Deal/')}`),
  'folders by a hidden beginning': get(({ room }) => `/rooms/${room}/folders?prefix=${encodeURIComponent(B)}`),
  'all files': get(({ room }) => `/rooms/${room}/files?per_page=100`),
  'a page of files': get(({ room }) => `/rooms/${room}/files?per_page=1`),
  'the second page of files': get(({ room }) => `/rooms/${room}/files?per_page=1&page=2`),
  'files with what may be done': get(({ room }) => `/rooms/${room}/files?may=true`),
  'files of the hidden folder': get(({ room }) => `/rooms/${room}/files?folder=${encodeURIComponent(B)}`),
  'files of the folder that was restricted': get(({ room }) => `/rooms/${room}/files?folder=Deal/Older/deep`),
  'files below the common folder': get(({ room }) => `/rooms/${room}/files?folder=Deal&recursive=true`),
  'files found by a word': get(({ room }) => `/rooms/${room}/files?q=pdf`),
  'files found by a hidden word': get(({ room }) => `/rooms/${room}/files?q=late`),
  'files found by a word of a moved folder': get(({ room }) => `/rooms/${room}/files?q=old`),
  'files found by the name of the folder': get(({ room }) => `/rooms/${room}/files?q=bidder`),
  'files by name': get(({ room }) => `/rooms/${room}/files?sort=name`),
  'files by size': get(({ room }) => `/rooms/${room}/files?sort=-size`),
  'links of the room': get(({ room }) => `/rooms/${room}/shares`),
  'packages of the room': get(({ room }) => `/rooms/${room}/shares?kind=all`),
  'the bin': get(({ room }) => `/rooms/${room}/bin`),
  'the bin, with what may be done': get(({ room }) => `/rooms/${room}/bin?may=true`),
  'the log of the room': get(({ room }) => `/audit-events?room_id=${room}`),
  'one folder': get(({ room, folders }) => `/rooms/${room}/folders/${folders['deal']}`),
  'a folder that looks empty': get(({ room, folders }) => `/rooms/${room}/folders/${folders['hollow']}`),
  'links of a common file': get(({ shared }) => `/files/${shared}/shares`),
  'an upload that waits': get(({ waiting }) => `/files/${waiting.guessed}`),
  'an upload that waits, to an old name': get(({ waiting }) => `/files/${waiting.renamed}`),
  'an upload that waits, to a name that a label hides': get(({ waiting }) => `/files/${waiting.low}`),
  'why it does not arrive': (caller, { waiting }) =>
    caller.post('/access/explain', { user_id: ann.id, action: 'file.confirm', file_id: waiting.guessed }),
  'versions of a common file': get(({ shared }) => `/files/${shared}/versions`),
};

const confirmation =
  (upload: (place: Place) => string): Ask =>
  (caller, place) =>
    caller.post(`/rooms/${place.room}/files/${upload(place)}/confirm`, { iv: IV, tag: TAG });

const REFUSED: Readonly<Record<string, Ask>> = {
  'the hidden folder': get(({ room, foreign }) => `/rooms/${room}/folders/${foreign.folder}`),
  'a folder below it': get(({ room, foreign }) => `/rooms/${room}/folders/${foreign.below}`),
  'the restricted folder': get(({ room, foreign }) => `/rooms/${room}/folders/${foreign.old}`),
  'the hidden file': get(({ foreign }) => `/files/${foreign.file}`),
  'its address': get(({ foreign }) => `/files/${foreign.file}/download-url`),
  'its versions': get(({ foreign }) => `/files/${foreign.file}/versions`),
  'its links': get(({ foreign }) => `/files/${foreign.file}/shares`),
  'the hidden link': get(({ foreign }) => `/shares/${foreign.link}`),
  'the files of the hidden link': get(({ foreign }) => `/shares/${foreign.link}/files`),
  'an explanation': (caller, { foreign }) =>
    caller.post('/access/explain', { user_id: ann.id, action: 'file.see', file_id: foreign.file }),
  'an explanation of the folder': (caller, { foreign }) =>
    caller.post('/access/explain', { user_id: ann.id, action: 'folder.get', folder_id: foreign.folder }),
  'who would see the folder': (caller, { room, foreign }) =>
    caller.post(`/rooms/${room}/sight`, { folder_id: foreign.folder, groups: null }),
  'who would see a common file there': (caller, { room, shared }) =>
    caller.post(`/rooms/${room}/sight`, { file_id: shared, to_folder: B }),
  'restoring to a path that leads to a hidden folder': (caller, { gone }) => caller.post(`/files/${gone}/restore`),
  'a link to it': (caller, { foreign }) => caller.post(`/files/${foreign.file}/share`, { expires_in: 60 }),
  'a package of it': (caller, { room, foreign }) =>
    caller.post(`/rooms/${room}/packages`, { expires_in: 60, items: [{ file_id: foreign.file }] }),
  'a package of the folder': (caller, { room, foreign }) =>
    caller.post(`/rooms/${room}/packages`, { expires_in: 60, folder_id: foreign.folder }),
  'a new version of it': (caller, { room, foreign }) =>
    caller.post(`/rooms/${room}/files/upload-url`, { ...UPLOAD, replaces: foreign.file }),
  'another name for it': (caller, { foreign }) => caller.patch(`/files/${foreign.file}`, { name: 'x' }),
  'its deletion': (caller, { foreign }) => caller.delete(`/files/${foreign.file}`),
  'its deletion with others': (caller, { room, foreign }) =>
    caller.post(`/rooms/${room}/files/bulk-delete`, { items: [{ file_id: foreign.file }] }),
  'its restoring': (caller, { foreign }) => caller.post(`/files/${foreign.binned}/restore`),
  'another name for the folder': (caller, { room, foreign }) =>
    caller.patch(`/rooms/${room}/folders/${foreign.folder}`, { path: 'x' }),
  'the deletion of the folder': (caller, { room, foreign }) =>
    caller.delete(`/rooms/${room}/folders/${foreign.folder}`),
  'its access list': (caller, { room, foreign }) =>
    caller.put(`/rooms/${room}/folders/${foreign.folder}/access`, { groups: null }),
  'the hidden group': (caller, { room, foreign }) => caller.delete(`/rooms/${room}/groups/${foreign.group}`),
  'its files as the hidden group': get(({ room, foreign }) => `/rooms/${room}/files?as_group=${foreign.group}`),
  'its folders as the hidden group': get(({ room, foreign }) => `/rooms/${room}/folders?as_group=${foreign.group}`),
  'a folder of its name': (caller, { room }) => caller.post(`/rooms/${room}/folders`, { path: B }),
  'a folder of its name in other letters': (caller, { room }) =>
    caller.post(`/rooms/${room}/folders`, { path: 'deal/bidder b' }),
  'a folder within it': (caller, { room }) => caller.post(`/rooms/${room}/folders`, { path: `${B}/x` }),
  'folders of its name': (caller, { room }) =>
    caller.post(`/rooms/${room}/folders/bulk`, { items: [{ path: B }, { path: `${B}/x` }] }),
  'an upload into it': (caller, { room }) => caller.post(`/rooms/${room}/files/upload-url`, { ...UPLOAD, folder: B }),
  'an upload below it': (caller, { room }) =>
    caller.post(`/rooms/${room}/files/upload-url`, { ...UPLOAD, folder: `${B}/offers` }),
  'an upload in other letters': (caller, { room }) =>
    caller.post(`/rooms/${room}/files/upload-url`, { ...UPLOAD, folder: 'DEAL/bidder B' }),
  'a file moved into it': (caller, { file }) => caller.patch(`/files/${file}`, { folder: B }),
  'a file moved below it': (caller, { file }) => caller.patch(`/files/${file}`, { folder: `${B}/offers/2027` }),
  'a version that goes there': (caller, { room, file }) =>
    caller.post(`/rooms/${room}/files/upload-url`, { ...UPLOAD, replaces: file, folder: B }),
  'the own folder moved into it': (caller, { room, folders }) =>
    caller.patch(`/rooms/${room}/folders/${folders['own']}`, { path: `${B}/x` }),
  'the common folder renamed to it': (caller, { room, folders }) =>
    caller.patch(`/rooms/${room}/folders/${folders['common']}`, { path: B }),
  'the deletion of a place of the owners': (caller, { room, folders }) =>
    caller.delete(`/rooms/${room}/folders/${folders['box']}`),
  'another name for a place of the owners': (caller, { room, folders }) =>
    caller.patch(`/rooms/${room}/folders/${folders['box']}`, { path: 'Open/Other' }),
  'a folder in a place of the owners': (caller, { room }) =>
    caller.post(`/rooms/${room}/folders`, { path: 'Open/Box/x' }),
  'an upload that waits, to its name': (caller, { waiting }) =>
    caller.patch(`/files/${waiting.guessed}`, { folder: B }),
  'an upload that waits, within it': (caller, { waiting }) =>
    caller.patch(`/files/${waiting.own}`, { folder: 'Later/Bidder B' }),
  'the address of an upload that waits': get(({ waiting }) => `/files/${waiting.guessed}/download-url`),
  'parts of an upload that waits': (caller, { waiting }) =>
    caller.post(`/files/${waiting.guessed}/upload-parts`, { iv: IV }),
  'the confirmation of an upload': confirmation(({ waiting }) => waiting.guessed),
  'the confirmation of an upload to an old name': confirmation(({ waiting }) => waiting.renamed),
  'the confirmation of a version': confirmation(({ waiting }) => waiting.version),
  'the confirmation of several': (caller, { room, waiting }) =>
    caller.post(`/rooms/${room}/files/bulk-confirm`, {
      items: [waiting.guessed, waiting.wrong].map((file_id) => ({ file_id, iv: IV, tag: TAG })),
    }),
  'the deletion of the folder around': (caller, { room, folders }) =>
    caller.delete(`/rooms/${room}/folders/${folders['deal']}`),
};

const everyAsk = [...Object.entries(LISTS), ...Object.entries(REFUSED)];

describe('a member of one group', () => {
  test.each(everyAsk)('gets the answer of a room without the other group: %s', async (_, ask) => {
    expect(bare(await ask(ann.caller, both))).toBe(bare(await ask(ann.caller, twin)));
  });

  test.each(Object.keys(REFUSED))('is refused %s', async (name) => {
    const { status, body } = (await REFUSED[name]?.(ann.caller, both)) ?? { status: 0, body: {} };
    const rows: readonly Readonly<{ status: number }>[] = Array.isArray(body.data) ? body.data : [{ status }];
    expect(rows.filter((row) => row.status < 400)).toEqual([]);
  });

  test.each(['confirmed', 'read', 'deleted'])(
    'learns from no upload that is %s which of their guesses is a folder',
    async (act) => {
      const answers = [];
      for (const id of [both.waiting.guessed, both.waiting.wrong]) {
        const file = `/files/${id}`;
        if (act === 'confirmed') answers.push(await confirmation(() => id)(ann.caller, both));
        else answers.push(await (act === 'read' ? ann.caller.get(file) : ann.caller.delete(file)));
      }
      const [guessed, wrong] = answers.map((one) => bare(one).replace('Bidder C', 'Bidder B'));
      expect(guessed).toBe(wrong);
    },
  );

  test('makes the same of their own folder in both', async () => {
    const changed = [];
    for (const { room, file } of [both, twin]) {
      const folder = await ann.caller.post(`/rooms/${room}/folders`, { path: 'Deal/Bidder A/new' });
      const added = await ann.caller.post(`/rooms/${room}/files/upload-url`, {
        ...UPLOAD,
        folder: 'deal/bidder a/new',
      });
      const id = added.body.data.file_id;
      await fetch(added.body.data.upload_url, { method: 'PUT', body: 'hello' });
      const confirmed = await ann.caller.post(`/rooms/${room}/files/${id}/confirm`, { iv: IV, tag: TAG });
      const moved = await ann.caller.patch(`/files/${file}`, { folder: 'Deal/Common' });
      const back = await ann.caller.patch(`/files/${file}`, { folder: 'Deal/Bidder A' });
      changed.push([folder, added, confirmed, moved, back].map(bare));
    }
    expect(changed[0]).toEqual(changed[1]);
    expect(changed[0]?.map((answer) => answer.slice(0, 3))).toEqual(['201', '200', '200', '200', '200']);
  });
});

test('a folder of owners that was deleted is the same for those who make it again, whatever is left in it', async () => {
  const answers = [];
  for (const { room } of [both, twin]) {
    const again = await ann.caller.post(`/rooms/${room}/folders`, { path: 'Open/Crate' });
    answers.push([again, await ann.caller.post(`/rooms/${room}/folders`, { path: 'Open/Crate/x' })].map(bare));
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.map((answer) => answer.slice(0, 3))).toEqual(['201', '201']);
});

test('an explanation says that only owners make the folder to which an upload goes', async () => {
  const about = { user_id: ann.id, action: 'file.confirm' };
  const { body } = await ann.caller.post('/access/explain', { ...about, file_id: both.waiting.renamed });
  expect(body.data.effect).toBe('deny');
  const own = await ann.caller.post('/access/explain', { ...about, file_id: both.waiting.own });
  expect(own.body.data.effect).toBe('allow');
});

test('the other group and owners see what the first one does not', async () => {
  const { room, foreign } = both;
  for (const { caller } of [ada, bea]) {
    const paths = (await caller.get(`/rooms/${room}/folders?per_page=100`)).body.data.map(
      ({ path }: Readonly<{ path: string }>) => path,
    );
    expect(paths).toEqual(expect.arrayContaining([B, `${B}/offers`, `${B}/offers/2027`, 'Deal/Older/deep']));
    expect((await caller.get(`/rooms/${room}/files?q=old`)).body.meta.total).toBe(3);
    expect((await caller.get(`/rooms/${room}/files?q=late`)).body.meta.total).toBe(1);
    expect((await caller.get(`/rooms/${room}/files?q=again`)).body.meta.total).toBe(1);
    expect((await caller.get(`/files/${foreign.file}/download-url`)).status).toBe(200);
  }
  const { access } = (await ada.caller.get(`/rooms/${room}/folders/${foreign.folder}`)).body.data;
  expect(access).toEqual({
    groups: [{ group_id: foreign.group, role: 'contributor' }],
    restricted_by: [foreign.folder],
  });
  expect((await bea.caller.get(`/rooms/${room}/folders/${foreign.folder}`)).body.data).not.toHaveProperty('access');
});
