import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { contentsOf } from '@strongroom/test-servers/s3-bucket';
import { auditKeyFile } from '../support/audit-key-file.ts';
import { build } from '../support/built.ts';
import type { Caller, Reply } from '../support/caller.ts';
import { OnPremise } from '../support/on-premise.ts';
import {
  aLink,
  anUpload,
  aRoom,
  CIPHERTEXT,
  confirm,
  given,
  put,
  redeem,
  times,
} from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { receiptOf } from './kms-place.ts';
import { everything } from './load.ts';
import { tally } from './races.ts';

// Each test starts processes, on machines that may be busy.
jest.setTimeout(240_000);

const WRITERS = 8;
/** Milliseconds: maximum time of an answer, and of the return of the service once everything is back. */
const IN_TIME = 5000;

let at: OnPremise;
let place: Place;
let processes: readonly ServiceProcess[];
beforeAll(build, 120_000);
beforeEach(async () => {
  [at, place] = await Promise.all([OnPremise.start(), Place.make()]);
  // Each has a folder and a key file of its own, as on a machine of its own.
  processes = await Promise.all(
    times(4, (index) =>
      place.start({
        ...UNLIMITED,
        ...at.settings,
        STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
        STRONGROOM_DATA_DIR: join(place.folder, `machine-${index}`),
        STRONGROOM_AUDIT_KEY: auditKeyFile(),
      }),
    ),
  );
}, 600_000);
afterEach(async () => {
  await place?.end();
  await at?.stop();
});

const owner = (index: number): Caller => {
  const one = processes[index % processes.length];
  if (one === undefined) throw new Error('there is no process');
  return one.as(at.settings.STRONGROOM_OWNER_TOKEN);
};

const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

test('four processes without a shared folder act like one, from an upload to the destruction of its room', async () => {
  const room = await aRoom(owner(0));
  const upload = await anUpload(owner(1), room);
  expect(await at.hsm.unwrap(upload.wrapped_dek, upload.kms_key_id)).toHaveLength(32);
  expect(await put(upload.upload_url)).toBe(200);
  await given(confirm(owner(2), room, upload));
  const link = await aLink(owner(3), { id: upload.file_id }, 10);
  const redeemed = await Promise.all(times(40, (index) => redeem(owner(index).as(undefined), link.token)));
  expect(tally(redeemed.map(({ status }) => String(status)))).toEqual({ 200: 10, 410: 30 });
  for (const { body } of redeemed.filter(({ status }) => status === 200))
    expect(await download(body.data.download_url)).toEqual(CIPHERTEXT);
  const { receipt_id } = await given(owner(1).delete(`/rooms/${room.id}`));
  expect(await receiptOf(owner(2), receipt_id)).toMatchObject({
    status: 'complete',
    files_destroyed: 1,
    keys_destroyed: 1,
  });
  expect(await contentsOf(at.s3, at.bucket)).toEqual({ objects: [], openUploads: [] });
  await expect(at.hsm.unwrap(upload.wrapped_dek, upload.kms_key_id)).rejects.toThrow('the key is destroyed');
});

type Asked = Readonly<{ status: number; code: string | undefined; took: number; at: number }>;

/** Uploads from all machines until stopped. */
class Uploads {
  readonly #room: Readonly<{ id: string }>;
  readonly #over = new AbortController();
  readonly #writers: readonly Promise<void>[];
  readonly asked: Asked[] = [];
  /** Files whose confirmation was answered 200. */
  readonly confirmed: string[] = [];

  constructor(room: Readonly<{ id: string }>) {
    this.#room = room;
    this.#writers = times(WRITERS, (index) => this.#write(index));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#writers);
  }

  async #write(index: number): Promise<void> {
    while (!this.#over.signal.aborted) {
      const by = owner(index);
      const announced = await this.#ask(() =>
        by.post(`/rooms/${this.#room.id}/files/upload-url`, {
          name: 'a.pdf',
          size: CIPHERTEXT.length,
          content_type: 'application/pdf',
        }),
      );
      if (announced?.status !== 200) continue;
      const upload = announced.body.data as { file_id: string; upload_url: string };
      const began = performance.now();
      const status = await put(upload.upload_url).catch(() => 0);
      this.asked.push({ status, code: undefined, took: performance.now() - began, at: began });
      if (status !== 200) continue;
      const done = await this.#ask(() => confirm(by, this.#room, upload));
      if (done?.status === 200) this.confirmed.push(upload.file_id);
    }
  }

  /** Undefined if the connection broke. */
  async #ask(ask: () => Promise<Reply>): Promise<Reply | undefined> {
    const began = performance.now();
    const reply = await ask().catch((): undefined => undefined);
    this.asked.push({
      status: reply?.status ?? 0,
      code: reply?.body?.error?.code as string | undefined,
      took: performance.now() - began,
      at: began,
    });
    return reply;
  }
}

test.each<[string, (machine: OnPremise) => Promise<() => Promise<void>>]>([
  ['the database', (machine) => machine.killDatabase()],
  ['the S3 server', (machine) => machine.killObjects()],
  [
    'one process of the service',
    async () => {
      const [first, ...others] = processes;
      await first?.kill();
      processes = others;
      return async () => undefined;
    },
  ],
])(
  'when %s is killed under load no acknowledged file is lost, callers get 503 in time, and all serve again soon',
  async (what, kill) => {
    const room = await aRoom(owner(1));
    const uploads = new Uploads(room);
    await eventually('some files', async () => uploads.confirmed.length >= 20);
    const struck = performance.now();
    const restart = await kill(at);
    if (what !== 'one process of the service')
      await eventually(
        'some refusals',
        async () => uploads.asked.filter(({ at: when, status }) => when > struck && status === 503).length >= 10,
      );
    await restart();
    const back = performance.now();
    const before = uploads.confirmed.length;
    await eventually('files from all machines', async () => uploads.confirmed.length >= before + 20);
    const recovered = performance.now() - back;
    await uploads.stop();

    const after = uploads.asked.filter(({ at: when }) => when > struck);
    const slowest = Math.max(...after.map(({ took }) => took));
    console.log(
      `${what}: ${after.length} asked after, slowest ${Math.round(slowest)} ms, serving ${Math.round(recovered)} ms after the restart`,
    );
    expect(slowest).toBeLessThan(IN_TIME);
    expect(recovered).toBeLessThan(IN_TIME);
    // 0 is a connection to the killed process, 409 a confirmation of what an earlier, unanswered one has confirmed.
    for (const { status } of after) expect([0, 200, 409, 503]).toContain(status);
    const { items } = await everything(owner(1), `/rooms/${room.id}/files`);
    const there = new Set(items.map(({ id }) => id as string));
    expect(uploads.confirmed.filter((id) => !there.has(id))).toEqual([]);
    for (const id of uploads.confirmed.slice(-40)) {
      const { download_url } = await given(owner(0).get(`/files/${id}/download-url`));
      expect(await download(download_url)).toEqual(CIPHERTEXT);
    }
  },
);
