import { expect } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { CIPHERTEXT, confirm, given, type Person, put, redeem, times } from '../support/people-of-process.ts';
import { type Cluster, there } from './cluster.ts';

const READERS = 16;
const FILES = 12;
/** Requests of each reader after the restriction. */
const LATER = 6;

/** A folder that all members of a room see until it is restricted. Ann is in one group, Bea in the other. */
export type Deal = Readonly<{
  room: string;
  folder: string;
  files: readonly string[];
  ann: Person;
  bea: Person;
  groups: Readonly<Record<'ann' | 'bea', string>>;
  /** Ann's link to a file of the folder, and one to several. */
  links: readonly string[];
}>;

export const accessOf = (group: string) => ({ groups: [{ group_id: group, role: 'contributor' }] });

export async function aDeal(cluster: Cluster): Promise<Deal> {
  const { owner } = cluster;
  const [ann, bea] = [await cluster.person(), await cluster.person()];
  const { id: room } = await given(
    owner.post('/rooms', { name: 'Falcon', classification: 'C1', structure: 'owners', bin_days: 30 }),
  );
  const at = `/rooms/${room}`;
  const groups: Record<string, string> = {};
  for (const [name, { id }] of Object.entries({ ann, bea })) {
    await given(owner.post(`${at}/members`, { user_id: id, role: 'contributor' }));
    const group = await given(owner.post(`${at}/groups`, { name }));
    await given(owner.post(`${at}/groups/${group.id}/members`, { user_id: id }));
    groups[name] = group.id;
  }
  const { id: folder } = await given(owner.post(`${at}/folders`, { path: 'Deal' }));
  const files = await Promise.all(times(FILES, (index) => anOffer(owner, room, index)));
  const by = cluster.at(0, ann.token);
  const terms = { expires_in: 3600 };
  const one = await given(by.post(`/files/${there(files[0])}/share`, terms));
  const several = await given(by.post(`${at}/packages`, { ...terms, items: files.map((file_id) => ({ file_id })) }));
  const links = [one.token, several.token];
  return { room, folder, files, ann, bea, groups: { ann: there(groups.ann), bea: there(groups.bea) }, links };
}

async function anOffer(by: Caller, room: string, index: number): Promise<string> {
  const announced = { name: `offer ${index}.pdf`, size: CIPHERTEXT.length, content_type: 'a/b', folder: 'Deal/in' };
  const upload = await given(by.post(`/rooms/${room}/files/upload-url`, announced));
  await put(upload.upload_url);
  return (await given(confirm(by, { id: room }, upload))).id;
}

type Look = (by: Caller, deal: Deal) => Promise<Reply>;
type Listed = Readonly<{ path?: string; folder?: string; status?: number }>;

/** Ways to get at a file or folder: an answer other than an empty list or a refusal shows it. */
const LOOKS: Readonly<Record<string, Look>> = {
  'list of files': (by, { room }) => by.get(`/rooms/${room}/files`),
  'list of a folder': (by, { room }) => by.get(`/rooms/${room}/files?folder=Deal&recursive=true&per_page=3`),
  'list of folders': (by, { room }) => by.get(`/rooms/${room}/folders`),
  search: (by, { room }) => by.get(`/rooms/${room}/files?q=offer`),
  room: (by, { room }) => by.get(`/rooms/${room}`),
  folder: (by, { room, folder }) => by.get(`/rooms/${room}/folders/${folder}`),
  file: (by, { files }) => by.get(`/files/${there(files[1])}`),
  download: (by, { files }) => by.get(`/files/${there(files[2])}/download-url`),
  zip: (by, { files }) => by.post('/files/bulk-download-urls', { items: files.map((file_id) => ({ file_id })) }),
  share: (by, { files }) => by.post(`/files/${there(files[3])}/share`, { expires_in: 60 }),
  package: (by, { room, folder }) => by.post(`/rooms/${room}/packages`, { expires_in: 60, folder_id: folder }),
  'links of the room': (by, { room }) => by.get(`/rooms/${room}/shares`),
  'use of a link': (by, { links }) => redeem(by.as(undefined), there(links[0])),
  'use of a link to several': (by, { links }) => redeem(by.as(undefined), there(links[1])),
};

/** The answer, also of a store that is busy: a refusal of a request that was not looked at would show nothing. */
async function answered(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status < 500) return reply;
  }
}

/** Whether an answer shows anything of the folder. */
function shows({ status, body }: Reply): boolean {
  // A person has at most 50 links to a file that is there for them.
  if (body.error?.code === 'LIMIT_REACHED') return true;
  if (status >= 300) return false;
  // A room is there for all its members, and counts the files that they see.
  if (!Array.isArray(body.data)) return !('member_count' in body.data) || body.data.file_count > 0;
  const rows: readonly Listed[] = body.data;
  return body.meta?.total > 0 || rows.some((row) => row.status === undefined || row.status < 300);
}

/** Names of the ways by which a person sees something of the folder in a process. */
export async function seenBy(
  cluster: Cluster,
  process: number,
  person: Person,
  deal: Deal,
): Promise<readonly string[]> {
  const by = cluster.at(process, person.token);
  const seen = await Promise.all(
    Object.entries(LOOKS).map(async ([name, look]) => (shows(await answered(() => look(by, deal))) ? [name] : [])),
  );
  return seen.flat();
}

/** Number of ways to see something. */
export const ALL_WAYS = Object.keys(LOOKS).length;

/**
 * Sixteen readers list, download, share and zip in three processes, while the fourth restricts the folder to the other group. No
 * request that begins after the answer shows anything, and none that was under way leaves a link.
 */
export async function restrictsBesideReaders(cluster: Cluster, deal: Deal): Promise<void> {
  const { owner } = cluster;
  const path = `/rooms/${deal.room}/folders/${deal.folder}/access`;
  const looks = Object.entries(LOOKS);
  const watch = { isOver: false, later: 0 };
  const late: string[] = [];
  let [seen, begun] = [0, (): void => undefined];
  const first = new Promise<void>((resolve) => (begun = resolve));
  const reading = times(READERS, async (reader) => {
    const by = cluster.at(1 + (reader % 3), deal.ann.token);
    for (let [turn, after] = [reader, 0]; after < LATER; turn++) {
      const [name, look] = there(looks[turn % looks.length]);
      const isLate = watch.isOver;
      const answer = await look(by, deal);
      if (isLate) after++;
      if (shows(answer)) {
        seen++;
        if (isLate) late.push(`${name}: ${answer.text}`);
      }
      if (seen > 2 * READERS) begun();
    }
  });
  await first;
  await given(answered(() => owner.put(path, accessOf(deal.groups.bea))));
  watch.isOver = true;
  const created = async () => (await owner.get(`/audit-events?type=share.created&per_page=1`)).body.meta.total;
  const atTheAnswer = await created();
  await Promise.all(reading);
  expect(late).toEqual([]);
  expect(await created()).toBe(atTheAnswer);
  expect(await seenBy(cluster, 2, deal.ann, deal)).toEqual([]);
  expect((await seenBy(cluster, 3, deal.bea, deal)).length).toBeGreaterThan(ALL_WAYS / 2);
  await given(answered(() => owner.put(path, { groups: null })));
  expect(await seenBy(cluster, 1, deal.ann, deal)).toHaveLength(ALL_WAYS);
}

/**
 * The access list goes from one group to the other and back, and the process that changes it is killed meanwhile. Then one of the
 * groups sees the folder by all ways and the other by none: never both, and the second one if the change was answered.
 */
export async function changesInKilledProcess(
  cluster: Cluster,
  deal: Deal,
  [round, rounds]: readonly [number, number],
): Promise<boolean> {
  const path = `/rooms/${deal.room}/folders/${deal.folder}/access`;
  const [before, after] = round % 2 === 0 ? (['ann', 'bea'] as const) : (['bea', 'ann'] as const);
  const began = performance.now();
  await given(answered(() => cluster.owner.put(path, accessOf(deal.groups[before]))));
  const tookMs = performance.now() - began;
  const dying = await cluster.place.start(cluster.environment);
  // The first round is not answered, however slow the test is.
  if (round === 0) dying.signal('SIGSTOP');
  const changing = dying
    .as(cluster.token)
    .put(path, accessOf(deal.groups[after]))
    .then(
      ({ status }) => status === 200,
      () => false,
    );
  const later = new Promise((resolve) => setTimeout(resolve, (2 * tookMs * round) / rounds));
  // The last round is answered, however busy the machine is.
  await (round === rounds - 1 ? changing : Promise.race([changing, later]));
  await dying.kill();
  const isAnswered = await changing;
  // In this order: the second group sees the folder only when the first one does not any more.
  const look = async () => [await seenBy(cluster, 1, deal[after], deal), await seenBy(cluster, 2, deal[before], deal)];
  for (let turn = 0; turn < 3; turn++) {
    const [renewed = [], old = []] = (await look()).map((seen) => seen.filter((name) => !OF_ANN.has(name)));
    expect({ round, both: renewed.length > 0 ? old : [] }).toEqual({ round, both: [] });
    if (isAnswered) expect({ round, old }).toEqual({ round, old: [] });
    if (turn > 0) expect({ round, seen: [...renewed, ...old].toSorted() }).toEqual({ round, seen: OF_MEMBERS });
  }
  return isAnswered;
}

/** Ways that are open as long as Ann sees the folder, to everyone; and lists that hold own links only. */
const OF_ANN = new Set(['use of a link', 'use of a link to several', 'links of the room']);
const OF_MEMBERS = Object.keys(LOOKS)
  .filter((name) => !OF_ANN.has(name))
  .toSorted();
