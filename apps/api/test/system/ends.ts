import { expect } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aLink, anUpload, aRoom, confirm, given, put, redeem, times } from '../support/people-of-process.ts';
import { type Cluster, there } from './cluster.ts';

const codeOf = ({ status, body }: Reply): string => body?.error?.code ?? String(status);

/**
 * Adds a user to rooms and org units in three processes and deactivates them in the fourth. From the answer on they are
 * in no list and no count, even if an addition was in progress.
 */
export async function deactivatesBesideAdditions(cluster: Cluster, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const carol = await cluster.person();
    const rooms = await Promise.all(times(6, () => aRoom(cluster.owner)));
    const unit = await given(cluster.owner.post('/org-units', { name: `unit ${crypto.randomUUID()}` }));
    const places = [...rooms.map(({ id }) => `/rooms/${id}`), `/org-units/${unit.id}`];
    const adding = places.map((path, index) => {
      const role = path.startsWith('/rooms') ? 'viewer' : 'member';
      return cluster.at(1 + (index % 3)).post(`${path}/members`, { user_id: carol.id, role });
    });
    await given(cluster.owner.post(`/users/${carol.id}/deactivate`));
    const findings = async (): Promise<readonly unknown[]> =>
      Promise.all(
        places.map(async (path) => {
          const [members, place] = await Promise.all([
            cluster.owner.get(`${path}/members`),
            given(cluster.owner.get(path)),
          ]);
          const ids: readonly string[] = members.body.data.map((each: { user_id: string }) => each.user_id);
          return { path, isIn: ids.includes(carol.id), counted: place.member_count, listed: ids.length };
        }),
      );
    const truth = places.map((path) => {
      const members = path.startsWith('/rooms') ? 1 : 0;
      return { path, isIn: false, counted: members, listed: members };
    });
    expect(await findings()).toEqual(truth);
    const codes = (await Promise.all(adding)).map(codeOf);
    expect(codes.filter((code) => code !== '201' && code !== 'USER_NOT_FOUND')).toEqual([]);
    expect(await findings()).toEqual(truth);
  }
}

/** Acts that end what Bob does in a room. */
const ENDS = {
  archive: (owner: Caller, { room }: Scene) => owner.post(`/rooms/${room.id}/archive`),
  'room deletion': (owner: Caller, { room }: Scene) => owner.delete(`/rooms/${room.id}`),
  'file deletion': (owner: Caller, { file }: Scene) => owner.delete(`/files/${file.id}`),
  removal: (owner: Caller, { room, bob }: Scene) => owner.delete(`/rooms/${room.id}/members/${bob.id}`),
  deactivation: (owner: Caller, { bob }: Scene) => owner.post(`/users/${bob.id}/deactivate`),
} as const;
export type End = keyof typeof ENDS;

type Scene = Readonly<{
  room: { id: string };
  file: { id: string };
  link: { token: string };
  pending: readonly { file_id: string }[];
  people: readonly { id: string }[];
  bob: { id: string; token: string };
}>;

/** Maximum number of repetitions of each request in each process. */
const MOST = 10;

async function scene(cluster: Cluster): Promise<Scene> {
  const bob = await cluster.person();
  const by = cluster.at(0, bob.token);
  const room = await aRoom(cluster.owner);
  await given(cluster.owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'owner' }));
  const file = await aFile(by, room);
  const link = await aLink(by, file);
  const pending = await Promise.all(times(3 * MOST, () => anUpload(by, room)));
  for (const { upload_url } of pending) await put(upload_url);
  const people = await Promise.all(
    times(3 * MOST, () =>
      given(cluster.owner.post('/users/invite', { email: `${crypto.randomUUID()}@rooms.example`, role: 'member' })),
    ),
  );
  return { room, file, link, pending, people, bob };
}

type Ask = (by: Caller, index: number) => Promise<Reply>;

/** Requests that Bob and the holder of their link repeat. */
const asksOf = (end: End, { room, file, link, pending, people }: Scene): Readonly<Record<string, Ask>> => {
  const ofFile: Readonly<Record<string, Ask>> = {
    download: (by) => by.get(`/files/${file.id}/download-url`),
    share: (by) => by.post(`/files/${file.id}/share`, { expires_in: 60 }),
    redemption: (by) => redeem(by.as(undefined), link.token),
  };
  const ofRoom: Readonly<Record<string, Ask>> = {
    upload: (by) => by.post(`/rooms/${room.id}/files/upload-url`, { name: 'a', size: 1, content_type: 'text/plain' }),
    confirmation: (by, index) => confirm(by, room, there(pending[index])),
    addition: (by, index) => by.post(`/rooms/${room.id}/members`, { user_id: there(people[index]).id, role: 'viewer' }),
    edit: (by, index) => by.patch(`/rooms/${room.id}`, { description: `${index} ${crypto.randomUUID()}` }),
  };
  if (end === 'file deletion') return ofFile;
  if (end === 'archive') return { ...ofRoom, share: there(ofFile.share) };
  if (end !== 'deactivation') return { ...ofFile, ...ofRoom };
  return { ...ofFile, ...ofRoom, token: (by) => by.post('/tokens', { name: 'late' }) };
};

const STORED = [
  'file.upload_requested',
  'file.confirmed',
  'share.created',
  'member.added',
  'room.edited',
  'token.created',
].map((type) => `/audit-events?type=${type}&per_page=1`);

/**
 * Bob repeats requests in three processes while they succeed, and the fourth ends their rights. Later requests are
 * refused, and none in progress stores anything any more.
 */
export async function endsBesideRequests(cluster: Cluster, end: End): Promise<void> {
  const found = await scene(cluster);
  const stored = async (): Promise<readonly number[]> =>
    Promise.all(STORED.map(async (path) => (await cluster.owner.get(path)).body.meta.total));
  let isOver = false;
  let begun: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (begun = resolve));
  const late: string[] = [];
  const asking = Object.entries(asksOf(end, found)).flatMap(([name, ask]) =>
    [1, 2, 3].map(async (process) => {
      for (let index = 0; index < MOST; index++) {
        const isLate = isOver;
        const reply = await ask(cluster.at(process, found.bob.token), (process - 1) * MOST + index);
        begun();
        if (isLate && reply.status < 300) late.push(`${name}: ${reply.status}`);
        if (reply.status >= 300) return;
      }
    }),
  );
  await first;
  await given(ENDS[end](cluster.owner, found));
  isOver = true;
  const atTheAnswer = await stored();
  await Promise.all(asking);
  expect(late).toEqual([]);
  expect(await stored()).toEqual(atTheAnswer);
}
