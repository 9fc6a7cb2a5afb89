import { describe, expect, test } from '@jest/globals';
import { StrongroomError } from '../src/base/error.ts';
import type { Result } from '../src/calls/caller.ts';
import type { FileCalls } from '../src/calls/files.ts';
import { withHiddenKey } from '../src/content/data-key.ts';
import type { File as RoomFile, Upload } from '../src/generated/operations.ts';
import type { Clock } from '../src/http/clock.ts';
import { type ResumableOptions, ResumableUploads } from '../src/transfer/resumable-uploads.ts';
import type { JobOutcome } from '../src/transfer/upload-job.ts';
import type { UploadMemory } from '../src/transfer/upload-memory.ts';
import { VolatileMemory } from '../src/transfer/volatile-memory.ts';

type Item = Readonly<{ name: string; size: number }>;
type Call = Readonly<{ what: string; ids?: readonly string[]; key?: string | undefined }>;

/** A room in memory that announces each request once, and the calls that it received. */
class Room {
  readonly calls: Call[] = [];
  readonly pending = new Set<string>();
  readonly available = new Set<string>();
  readonly #requests = new Map<string, readonly Result<Upload>[]>();
  /** Throws in place of an answer, or changes it. */
  fault: (call: Call) => void | Promise<void> = () => undefined;

  readonly files = {
    announceMany: async (_: string, { items }: { items: readonly Item[] }, options: { idempotencyKey?: string }) => {
      const key = options.idempotencyKey ?? '';
      const known = this.#requests.get(key) ?? items.map(({ name }, index) => this.#announced(name, index));
      this.#requests.set(key, known);
      await this.#came({ what: 'announce', key, ids: items.map(({ name }) => name) });
      return known;
    },
    confirmMany: async (_: string, { items }: { items: readonly { file_id: string }[] }) => {
      const ids = items.map(({ file_id: id }) => id);
      const results = ids.map((id, index) => this.#confirmed(id, index));
      await this.#came({ what: 'confirm', ids });
      return results;
    },
    get: async (id: string) => {
      await this.#came({ what: 'get', ids: [id] });
      if (!this.pending.has(id) && !this.available.has(id))
        throw new StrongroomError('FILE_NOT_FOUND', { status: 404 });
      return { id, status: this.pending.has(id) ? 'pending' : 'available' };
    },
    delete: async (id: string) => void this.pending.delete(id),
    deleteMany: async (_: string, { items }: { items: readonly { file_id: string }[] }) => {
      for (const { file_id: id } of items) this.pending.delete(id);
      return [];
    },
  } as unknown as FileCalls;

  async #came(call: Call): Promise<void> {
    this.calls.push(call);
    await this.fault(call);
  }

  #announced(name: string, index: number): Result<Upload> {
    const id = `id of ${name}`;
    this.pending.add(id);
    return { index, status: 200, data: { file_id: id, upload_url: name } as Upload };
  }

  #confirmed(id: string, index: number): Result<RoomFile> {
    if (this.available.has(id)) return refused(index, 'FILE_ALREADY_CONFIRMED', 409);
    if (!this.pending.delete(id)) return refused(index, 'FILE_NOT_FOUND', 404);
    this.available.add(id);
    return { index, status: 200, data: { id } as RoomFile };
  }
}

const refused = (index: number, code: string, status: number): Result<never> => ({
  index,
  status,
  error: { code, message: code, status },
});

/** A clock that a test sets; whatever is due in no time rings in the next turn. */
class TestClock implements Clock {
  time = 1_000_000;
  readonly #timers = new Map<() => void, number>();

  now = (): number => this.time;

  after = (milliseconds: number, ring: () => void): (() => void) => {
    if (milliseconds > 0) {
      this.#timers.set(ring, this.time + milliseconds);
      return () => void this.#timers.delete(ring);
    }
    const immediate = setImmediate(ring);
    return () => clearImmediate(immediate);
  };

  /** Milliseconds until the next timer; undefined without one. */
  get next(): number | undefined {
    const times = [...this.#timers.values()];
    return times.length === 0 ? undefined : Math.min(...times) - this.time;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const [ring, at] of this.#timers)
      if (at <= this.time) {
        this.#timers.delete(ring);
        ring();
      }
  }
}

type Sent = (name: string, signal: AbortSignal | undefined) => void | Promise<void>;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Uploads of files that are known by their names. */
function uploadsOf(
  room: Room,
  options: Partial<ResumableOptions<string, string>> = {},
  { sent = () => undefined, clock = new TestClock() }: { sent?: Sent; clock?: TestClock } = {},
) {
  const outcomes: JobOutcome<string>[] = [];
  const unwrap = { unwrap: async () => new Uint8Array(32) };
  const send =
    (name: string, _: number, { signal }: { signal?: AbortSignal | undefined }) =>
    async () => {
      await sent(name, signal);
      return { iv: 'iv', tag: 'tag' };
    };
  const content = { withKey: withHiddenKey, send };
  const memory: UploadMemory<string> = options.memory ?? new VolatileMemory<string>();
  const uploads = new ResumableUploads<string, string, CryptoKey>(
    { files: room.files, roomId: 'r', unwrap, content, clock },
    { onOutcome: (outcome) => void outcomes.push(outcome), ...options, memory },
  );
  const add = (...names: readonly string[]) =>
    uploads.add(
      names.map((name) => ({ file: name, upload: name, description: { name, size: 1, content_type: 'text/plain' } })),
    );
  const run = (signal = new AbortController().signal) => uploads.run(signal);
  const codes = () => outcomes.map(({ file, error }) => [file, error?.code ?? 'done']);
  return { uploads, add, run, outcomes, codes, memory, clock };
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `${index}`);
const announcedBy = (room: Room): readonly Call[] => room.calls.filter(({ what }) => what === 'announce');
const lost = (): StrongroomError => new StrongroomError('CONNECTION_LOST');

describe('a run of resumable uploads', () => {
  test('announces and confirms 250 files a hundred at a time', async () => {
    const room = new Room();
    const { add, run, outcomes } = uploadsOf(room);
    add(...names(250));
    await run();
    expect(announcedBy(room).map(({ ids }) => ids?.length)).toEqual([100, 100, 50]);
    const confirmed = room.calls.filter(({ what }) => what === 'confirm');
    expect(confirmed.flatMap(({ ids }) => ids)).toHaveLength(250);
    expect(Math.max(...confirmed.map(({ ids }) => ids?.length ?? 0))).toBeLessThanOrEqual(100);
    expect([outcomes.length, room.available.size]).toEqual([250, 250]);
  });

  test('confirms a small file while the service still joins the parts of a large one', async () => {
    const room = new Room();
    const { uploads, run, outcomes } = uploadsOf(room);
    const description = (name: string, size: number) => ({ name, size, content_type: 'text/plain' });
    for (const [name, size] of [
      ['large', 20 * 2 ** 20],
      ['small', 1],
    ] as const)
      uploads.add([{ file: name, upload: name, description: description(name, size) }]);
    room.fault = async ({ what, ids }) => {
      if (what !== 'confirm' || !ids?.includes('id of large')) return;
      for (let turns = 0; turns < 100 && outcomes.length === 0; turns++) await turn();
    };
    await run();
    expect(outcomes.map(({ file }) => file)).toEqual(['small', 'large']);
  });

  test('takes files that are added while it sends others', async () => {
    const room = new Room();
    const { add, run, codes } = uploadsOf(room, {}, { sent: (name) => void (name === 'a' && add('b')) });
    add('a');
    await run();
    expect(codes()).toEqual([
      ['a', 'done'],
      ['b', 'done'],
    ]);
  });

  test('reports the error of one file, and removes that file from the room and the memory', async () => {
    const room = new Room();
    const sent: Sent = (name) => {
      if (name === 'changed') throw new StrongroomError('SOURCE_CHANGED');
    };
    const { add, run, codes, memory } = uploadsOf(room, {}, { sent });
    add('changed', 'a');
    await run();
    expect(Object.fromEntries(codes())).toEqual({ a: 'done', changed: 'SOURCE_CHANGED' });
    expect([...room.pending]).toEqual([]);
    expect(await memory.claim([{ upload: 'changed', again: false }])).toMatchObject([{ state: 'new' }]);
  });

  test('gives the error of a request to its files alone, unless it concerns all', async () => {
    const room = new Room();
    room.fault = ({ ids }) => {
      if (ids?.includes('0') === true) throw new StrongroomError('LIMIT_REACHED', { status: 409 });
    };
    const { add, run, codes } = uploadsOf(room);
    add(...names(101));
    await run();
    expect(codes().filter(([, code]) => code === 'LIMIT_REACHED')).toHaveLength(100);
    expect(codes()).toContainEqual(['100', 'done']);

    const other = uploadsOf(room, { isForAll: () => true });
    other.add(...names(101));
    await expect(other.run()).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    expect(other.outcomes).toEqual([]);
  });

  test('repeats the same request when an answer was lost, and uploads the same file', async () => {
    const room = new Room();
    room.fault = ({ what }) => {
      if (what === 'announce') throw lost();
    };
    const { add, run, codes } = uploadsOf(room);
    add('a');
    await run();
    room.fault = () => undefined;
    add('a');
    await run();
    expect(codes()).toEqual([
      ['a', 'CONNECTION_LOST'],
      ['a', 'done'],
    ]);
    const [first, second] = announcedBy(room);
    expect(second).toEqual(first);
    expect([...room.available]).toEqual(['id of a']);
  });

  test('knows a file as uploaded whose confirmation had its answer lost', async () => {
    const room = new Room();
    room.fault = ({ what }) => {
      if (what === 'confirm') throw lost();
    };
    const { add, run, codes } = uploadsOf(room);
    add('a');
    await run();
    room.fault = () => undefined;
    add('a');
    await run();
    expect(codes()).toEqual([
      ['a', 'CONNECTION_LOST'],
      ['a', 'done'],
    ]);
    expect(announcedBy(room)).toHaveLength(2);
    expect([room.available.size, room.pending.size]).toEqual([1, 0]);
  });

  test('finishes in another process what a killed one had announced', async () => {
    const room = new Room();
    const memory = new VolatileMemory<string>();
    const killed = uploadsOf(room, { memory }, { sent: () => new Promise(() => undefined) });
    killed.add(...names(3));
    void killed.run();
    await until(() => room.pending.size === 3);
    await turn();
    await memory.release(names(3)); // as its owner is dead
    const next = uploadsOf(room, { memory });
    next.add(...names(3));
    await next.run();
    const [first, second, ...others] = announcedBy(room);
    expect([second, others]).toEqual([first, []]);
    expect(next.codes()).toHaveLength(3);
    expect([room.available.size, room.pending.size]).toEqual([3, 0]);
  });

  test('announces a file again that was deleted after an earlier run announced it', async () => {
    const room = new Room();
    const memory = new VolatileMemory<string>();
    await memory.claim([{ upload: 'a', again: false }]);
    await memory.announce(['a'], [{ name: 'a', size: 1, content_type: 'text/plain' }]);
    await memory.announced('a', 'id of a');
    await memory.release(['a']);
    const { add, run, codes } = uploadsOf(room, { memory });
    let isFirst = true;
    room.fault = ({ what }) => {
      if (what === 'announce' && isFirst) room.pending.delete('id of a');
      isFirst = false;
    };
    add('a');
    await run();
    expect(codes()).toEqual([['a', 'done']]);
    expect(new Set(announcedBy(room).map(({ key }) => key)).size).toBe(2);
  });

  test('waits for a file that another run has, and looks again every quarter of a second', async () => {
    const room = new Room();
    const memory = new VolatileMemory<string>();
    await memory.claim([{ upload: 'a', again: false }]);
    const waited: string[] = [];
    const { add, run, codes, clock } = uploadsOf(room, { memory, onElsewhere: (process) => void waited.push(process) });
    add('a');
    const running = run();
    await until(() => clock.next === 250);
    clock.pass(250);
    await until(() => waited.length === 2 && clock.next === 250);
    memory.forget('a');
    clock.pass(250);
    await running;
    expect(codes()).toEqual([['a', 'done']]);
  });

  test('sends nothing more while it is paused, and goes on', async () => {
    const room = new Room();
    const sending: string[] = [];
    const held: (() => void)[] = [];
    const sent: Sent = (name) => {
      sending.push(name);
      return new Promise((resolve) => void held.push(resolve));
    };
    const { add, run, uploads, outcomes } = uploadsOf(room, { parallel: 2 }, { sent });
    add(...names(5));
    const running = run();
    await until(() => sending.length === 2);
    uploads.isPaused = true;
    for (const go of held.splice(0)) go();
    await until(() => outcomes.length === 2);
    await turn();
    expect(sending).toEqual(['0', '1']);
    uploads.isPaused = false;
    while (outcomes.length < 5) {
      for (const go of held.splice(0)) go();
      await turn();
    }
    await running;
    expect(room.available.size).toBe(5);
  });

  test('cancels single files: those are neither sent, left in the room nor remembered', async () => {
    const room = new Room();
    const cancelled: string[] = [];
    const sent: Sent = async (name, signal) => {
      if (name !== 'b') return;
      await uploads.cancel((file) => file === 'b' || file === 'late');
      cancelled.push(String(signal?.aborted));
      signal?.throwIfAborted();
    };
    const { add, run, uploads, codes, memory } = uploadsOf(room, { parallel: 1 }, { sent });
    add('a', 'b', ...names(100), 'late');
    await run();
    expect(cancelled).toEqual(['true']);
    expect(codes()).toHaveLength(101);
    expect(codes().filter(([name]) => name === 'b' || name === 'late')).toEqual([]);
    expect([...room.pending]).toEqual([]);
    expect(await memory.claim([{ upload: 'b', again: false }])).toMatchObject([{ state: 'new' }]);
  });

  test('cancels files while they are claimed, and says that they do not arrive', async () => {
    const room = new Room();
    const cancelled: string[] = [];
    const { add, run, uploads, codes, memory } = uploadsOf(room, { onCancelled: (file) => cancelled.push(file) });
    const claim = memory.claim;
    memory.claim = async (wanted) => {
      await uploads.cancel((file) => file === 'b');
      return claim(wanted);
    };
    add('a', 'b');
    await run();
    expect([codes(), cancelled, [...room.pending]]).toEqual([[['a', 'done']], ['b'], []]);
  });

  test('does not confirm a file that is cancelled once its bytes are sent', async () => {
    const room = new Room();
    const cancelled: string[] = [];
    const sent: Sent = async () => void uploads.cancel(() => true);
    const { add, run, uploads, codes } = uploadsOf(room, { onCancelled: (file) => cancelled.push(file) }, { sent });
    add('a');
    await run();
    expect([codes(), cancelled, room.available.size, [...room.pending]]).toEqual([[], ['a'], 0, []]);
  });

  test('cancels a file whose content another user deleted after an earlier run confirmed it', async () => {
    const room = new Room();
    const memory: UploadMemory<string> = new VolatileMemory<string>();
    memory.claim = async (wanted) => {
      await uploads.cancel((file) => file === 'claimed');
      return wanted.map(({ upload, again }) =>
        again ? { state: 'new', abandoned: undefined } : { state: 'done', file: upload, since: 0 },
      );
    };
    room.fault = async ({ what, ids }) => {
      if (what === 'get' && ids?.includes('sought') === true) await uploads.cancel((file) => file === 'sought');
    };
    const cancelled: string[] = [];
    const { add, run, uploads, codes } = uploadsOf(room, {
      memory,
      present: new Set(['c']),
      onCancelled: (file) => cancelled.push(file),
    });
    add('claimed', 'sought', 'c');
    await run();
    expect([codes(), cancelled, announcedBy(room)]).toEqual([[['c', 'done']], ['claimed', 'sought'], []]);
  });

  test('forgets cancelled files whose earlier request expired, so that they can be added again', async () => {
    const room = new Room();
    const memory: UploadMemory<string> = new VolatileMemory<string>();
    await begunBefore(memory, 'a', 'b');
    const { announcement } = memory;
    let isFirst = true;
    memory.announcement = async (request) => {
      if (!isFirst) return announcement(request);
      isFirst = false;
      await uploads.cancel((file) => file === 'a');
      setImmediate(() => add('a'));
      return undefined;
    };
    const cancelled: string[] = [];
    const { add, run, uploads, codes } = uploadsOf(room, { memory, onCancelled: (file) => cancelled.push(file) });
    add('a', 'b');
    await run();
    expect([Object.fromEntries(codes()), cancelled]).toEqual([{ a: 'done', b: 'done' }, ['a']]);
  });

  test('reports each cancelled file once that is announced by another request', async () => {
    const room = new Room();
    const memory: UploadMemory<string> = new VolatileMemory<string>();
    await begunBefore(memory, 'released', 'waiting');
    await begunBefore(memory, 'c');
    const { announcement, release } = memory;
    let isFirst = true;
    memory.announcement = async (request) => {
      if (!isFirst) await uploads.cancel((file) => file === 'waiting');
      const items = isFirst ? undefined : await announcement(request);
      isFirst = false;
      return items;
    };
    memory.release = async (some) => {
      await release(some);
      await uploads.cancel((file) => file === 'released');
    };
    const cancelled: string[] = [];
    const { add, run, uploads, codes } = uploadsOf(room, { memory, onCancelled: (file) => cancelled.push(file) });
    add('released', 'waiting', 'c');
    await run();
    expect([codes(), cancelled]).toEqual([[['c', 'done']], ['released', 'waiting']]);
    expect(await memory.claim([{ upload: 'released', again: false }])).toMatchObject([{ state: 'new' }]);
  });

  test('uploads a file that is added again after it was announced and cancelled', async () => {
    const room = new Room();
    let isFirst = true;
    const sent: Sent = async (_, signal) => {
      if (!isFirst) return;
      isFirst = false;
      for (let times = 0; times < 2; times += 1) await uploads.cancel(() => true);
      add('a');
      signal?.throwIfAborted();
    };
    const cancelled: string[] = [];
    const onCancelled = (file: string) => cancelled.push(file);
    const { add, run, uploads, codes, clock } = uploadsOf(room, { onCancelled }, { sent });
    add('a');
    const running = run();
    await until(() => clock.next === 250);
    clock.pass(250);
    await running;
    expect([codes(), cancelled]).toEqual([[['a', 'done']], ['a']]);
    expect([[...room.available], [...room.pending]]).toEqual([['id of a'], []]);
  });

  test.each([
    { title: 'arrived', replaces: undefined, isKnown: true, codes: [['a', 'done']], cancelled: [] },
    { title: 'arrived as a version', replaces: 'r', isKnown: true, codes: [['a', 'done']], cancelled: [] },
    { title: 'may be there', replaces: undefined, isKnown: false, codes: [['a', 'CONNECTION_LOST']], cancelled: [] },
  ])('says of a cancelled file whose confirmation had its answer lost that it $title', async (expected) => {
    const { replaces, isKnown } = expected;
    const room = new Room();
    room.fault = async ({ what }) => {
      if (what === 'get' && !isKnown) throw lost();
      if (what !== 'confirm') return;
      await uploads.cancel(() => true);
      if (replaces !== undefined) room.available.clear(); // its upload has become a version of another file
      throw lost();
    };
    const cancelled: string[] = [];
    const { uploads, run, codes } = uploadsOf(room, { onCancelled: (file) => cancelled.push(file) });
    const description = { name: 'a', size: 1, content_type: 'text/plain', ...(replaces !== undefined && { replaces }) };
    uploads.add([{ file: 'a', upload: 'a', description }]);
    await run();
    expect([codes(), cancelled]).toEqual([expected.codes, expected.cancelled]);
  });

  test('confirms after an abort what is sent, and deletes what is only announced', async () => {
    const room = new Room();
    const stop = new AbortController();
    const sent: Sent = (name, signal) =>
      name === '0'
        ? undefined
        : new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
            if (name === '2') setImmediate(() => stop.abort(new Error('no longer wanted')));
          });
    const late: string[] = [];
    const { add, run, outcomes } = uploadsOf(
      room,
      { parallel: 2, onLate: ({ file }) => void late.push(file) },
      { sent },
    );
    add(...names(6));
    await expect(run(stop.signal)).rejects.toThrow('no longer wanted');
    expect([...outcomes.map(({ file }) => file), ...late]).toEqual(['0']);
    expect([[...room.available], [...room.pending]]).toEqual([['id of 0'], []]);
  });

  test('leaves to the next run what is under way when the service is gone', async () => {
    const room = new Room();
    const memory = new VolatileMemory<string>();
    const first = uploadsOf(room, { memory, isForAll: () => true }, { sent: () => Promise.reject(lost()) });
    first.add('a', 'b');
    await expect(first.run()).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    expect(room.pending.size).toBe(2);
    const next = uploadsOf(room, { memory });
    next.add('a', 'b');
    await next.run();
    const [one, other, ...more] = announcedBy(room);
    expect([other, more]).toEqual([one, []]);
    expect(room.available.size).toBe(2);
  });
});

/** Announced by one request of an earlier run. */
async function begunBefore(memory: UploadMemory<string>, ...files: readonly string[]): Promise<void> {
  await memory.claim(files.map((upload) => ({ upload, again: false })));
  await memory.announce(
    files,
    files.map((name) => ({ name, size: 1, content_type: 'text/plain' })),
  );
  await memory.release(files);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn();
}
