import { expect } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { CIPHERTEXT, confirm, given, put, redeem, times } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';
import type { Cluster } from './cluster.ts';
import { everything } from './load.ts';
import { codeOf, tally } from './races.ts';

/** Uploads that become versions of one file at the same time. */
const AT_ONCE = 12;

/** The answer, also of a store that is busy. */
async function answered(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status < 500) return reply;
  }
}

const sure = (ask: () => Promise<Reply>): Promise<Reply['body']> => given(answered(ask));

type Announced = Readonly<{ file_id: string; upload_url: string }>;

/** A file with uploads that wait for their confirmation as its next versions. */
class Replaced {
  readonly cluster: Cluster;
  readonly room: Readonly<{ id: string }>;
  readonly file: Readonly<{ id: string }>;
  readonly bob: string;
  readonly uploads: readonly Announced[];

  private constructor(from: Pick<Replaced, 'cluster' | 'room' | 'file' | 'bob' | 'uploads'>) {
    this.cluster = from.cluster;
    this.room = from.room;
    this.file = from.file;
    this.bob = from.bob;
    this.uploads = from.uploads;
  }

  static async make(cluster: Cluster): Promise<Replaced> {
    const { owner } = cluster;
    const room = await sure(() => owner.post('/rooms', { name: 'Falcon', classification: 'C1', structure: 'owners' }));
    const bob = await cluster.person();
    await sure(() => owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'contributor' }));
    await sure(() => owner.post(`/rooms/${room.id}/folders`, { path: 'Deal' }));
    const first = { name: 'a.pdf', folder: 'Deal', size: CIPHERTEXT.length, content_type: 'application/pdf' };
    const upload = await sure(() => owner.post(`/rooms/${room.id}/files/upload-url`, first));
    await put(upload.upload_url);
    const file = await sure(() => confirm(owner, room, upload));
    const by = cluster.at(0, bob.token);
    const uploads = times(AT_ONCE, async (index) => {
      const bytes = Buffer.from(`text ${index}`);
      const announced = { size: bytes.length, content_type: 'text/plain', replaces: file.id };
      const next = await sure(() => by.post(`/rooms/${room.id}/files/upload-url`, announced));
      await put(next.upload_url, bytes);
      return next;
    });
    return new Replaced({ cluster, room, file, bob: bob.token, uploads: await Promise.all(uploads) });
  }

  /** Confirms all at once, each in another process. */
  confirmAll(by: (index: number) => Caller = (index) => this.cluster.at(index, this.bob)): Promise<readonly Reply[]> {
    return Promise.all(this.uploads.map((upload, index) => answered(() => confirm(by(index), this.room, upload))));
  }

  /** Answers to downloads of the versions that the file has, by number. */
  async versions(): Promise<ReadonlyMap<number, Reply['body']>> {
    const { owner } = this.cluster;
    const data = await sure(() => owner.get(`/files/${this.file.id}/versions?per_page=100`));
    const found = new Map<number, Reply['body']>();
    for (const { version } of data)
      found.set(version, await sure(() => owner.get(`/files/${this.file.id}/download-url?version=${version}`)));
    return found;
  }

  /** Numbers of the versions that the log has. */
  async recorded(): Promise<readonly number[]> {
    const { items } = await everything(this.cluster.owner, `/audit-events?type=file.replaced&room_id=${this.room.id}`);
    return items.map(({ data }) => Number(data.version)).toSorted((one, other) => one - other);
  }
}

/** The number of confirmations that arrived; the others have one of these codes. */
function doneOf(replies: readonly Reply[], ...refusals: readonly string[]): number {
  const codes = replies.map(codeOf);
  expect(codes.filter((code) => code !== '200' && !refusals.includes(code))).toEqual([]);
  return codes.filter((code) => code === '200').length;
}

/** Numbers of `count` versions that follow the first one. */
const following = (count: number): readonly number[] => times(count, (index) => index + 2);

/** All become versions, each once and readable with a key of its own. */
export async function allArrive(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  expect(tally((await replaced.confirmAll()).map(codeOf))).toEqual({ 200: AT_ONCE });
  await expectAll(replaced);
}

async function expectAll(replaced: Replaced): Promise<void> {
  const versions = await replaced.versions();
  expect([...versions.keys()].toSorted((one, other) => one - other)).toEqual([1, ...following(AT_ONCE)]);
  expect(new Set([...versions.values()].map(({ wrapped_dek: key }) => key)).size).toBe(AT_ONCE + 1);
  const texts = [...versions.values()].map(async ({ download_url: url }) => (await fetch(url)).text());
  expect(new Set(await Promise.all(texts)).size).toBe(AT_ONCE + 1);
  expect(await replaced.recorded()).toEqual(following(AT_ONCE));
}

/** A process is killed while it confirms; the callers that it leaves repeat their request elsewhere, and none is lost or counted twice. */
export async function allArriveAfterKill(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  const dying = await cluster.place.start(cluster.environment);
  let isKilled: Promise<void> | undefined;
  const confirming = replaced.uploads.map(async (upload, index) => {
    const first = await confirm(dying.as(replaced.bob), replaced.room, upload).catch(() => undefined);
    isKilled ??= dying.kill();
    if (first !== undefined && first.status < 500) return first;
    return answered(() => confirm(cluster.at(index, replaced.bob), replaced.room, upload));
  });
  expect(tally((await Promise.all(confirming)).map(codeOf))).toEqual({ 200: AT_ONCE });
  await isKilled;
  await expectAll(replaced);
}

/** The file is deleted meanwhile: each arrives before it or not at all, and nothing of the file is left. */
export async function meetDeletion(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  const confirming = replaced.confirmAll();
  expect((await answered(() => cluster.at(1).delete(`/files/${replaced.file.id}`))).status).toBe(200);
  const done = doneOf(await confirming, 'FILE_NOT_FOUND');
  expect(await replaced.recorded()).toEqual(following(done));
  expect(codeOf(await answered(() => cluster.at(2).get(`/files/${replaced.file.id}`)))).toBe('FILE_NOT_FOUND');
}

/** The room is archived meanwhile. */
export async function meetArchival(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  const confirming = replaced.confirmAll();
  expect((await answered(() => cluster.at(1).post(`/rooms/${replaced.room.id}/archive`))).status).toBe(200);
  const done = doneOf(await confirming, 'ROOM_ARCHIVED');
  expect([(await replaced.versions()).size, await replaced.recorded()]).toEqual([done + 1, following(done)]);
}

/** The folder is restricted to owners meanwhile: from its answer on none arrives. */
export async function meetRestriction(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  const { owner } = cluster;
  const [{ id }] = await sure(() => owner.get(`/rooms/${replaced.room.id}/folders?prefix=Deal`));
  const confirming = replaced.confirmAll();
  const path = `/rooms/${replaced.room.id}/folders/${id}/access`;
  expect((await answered(() => cluster.at(1).put(path, { groups: [] }))).status).toBe(200);
  const atTheAnswer = await replaced.recorded();
  const done = doneOf(await confirming, 'FILE_NOT_FOUND');
  expect(await replaced.recorded()).toEqual(atTheAnswer);
  expect([(await replaced.versions()).size, atTheAnswer]).toEqual([done + 1, following(done)]);
  expect(codeOf(await answered(() => cluster.at(3, replaced.bob).get(`/files/${replaced.file.id}`)))).toBe(
    'FILE_NOT_FOUND',
  );
}

/** A link is used meanwhile: each use gets one of the contents with its own key. */
export async function meetRedemptions(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  const terms = { expires_in: 3600 };
  const { token } = await sure(() => cluster.owner.post(`/files/${replaced.file.id}/share`, terms));
  const confirming = replaced.confirmAll();
  const uses = await Promise.all(
    times(AT_ONCE, (index) => answered(() => redeem(cluster.at(index).as(undefined), token))),
  );
  doneOf(await confirming);
  const versions = [...(await replaced.versions()).values()];
  for (const { status, body } of uses) {
    expect(status).toBe(200);
    const own = versions.find(({ wrapped_dek: key }) => key === body.data.wrapped_dek);
    const [used, kept] = await Promise.all([body.data, own].map(async (one) => (await fetch(one.download_url)).text()));
    expect(used).toBe(kept);
  }
}

/** The room is destroyed meanwhile: its receipt counts each version that there was, and every key of them is gone. */
export async function meetDestruction(cluster: Cluster): Promise<void> {
  const replaced = await Replaced.make(cluster);
  const confirming = replaced.confirmAll();
  const gone = await answered(() => cluster.at(1).delete(`/rooms/${replaced.room.id}`));
  expect(gone.status).toBe(200);
  const done = doneOf(await confirming, 'ROOM_NOT_FOUND');
  const receipt = await eventually('the receipt', async () => {
    const { data } = (await cluster.owner.get(`/destruction-receipts/${gone.body.data.receipt_id}`)).body;
    return data.status === 'complete' ? data : undefined;
  });
  expect(await replaced.recorded()).toEqual(following(done));
  const { items } = await everything(cluster.owner, `/destruction-receipts/${receipt.id}/files`);
  expect(items.filter(({ file_id: id }) => id === replaced.file.id)).toHaveLength(done + 1);
}
