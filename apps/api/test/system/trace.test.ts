import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { aLink, anUpload, aRoom, confirm, put, redeem } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

// Each test starts processes, on machines that may be busy.
/** The system calls of the service during one request. */
type Step = Readonly<{ call: string; path: string; text: string }>;

let place: Place;
let service: ServiceProcess;
const log = (): string => join(place.folder, 'trace');

const CALLS = 'read,write,writev,pwrite64,pwritev,fsync,fdatasync,mkdir,rename,link,unlink';
// -D makes the tracer a grandchild, so that the started process is the service itself.
const STRACE = ['strace', '-D', '-f', '-y', '-s', '200', '-e', `trace=${CALLS}`];

beforeAll(async () => {
  // The only test that sees a commit wait for the disk: a power cut must not lose an answered commit.
  if (spawnSync('strace', ['-V']).status !== 0)
    throw new Error('this test needs strace: `apt-get install strace`, or its like');
  place = await Place.make();
  service = await place.start({}, { command: [...STRACE, '-o', log()] });
}, 120_000);
afterAll(() => place.end());

/** The steps between the arrival of a request and its answer, in order of completion. */
async function steps(request: string): Promise<readonly Step[]> {
  return eventually('the trace', async () => {
    const all = stepsOf(await readFile(log(), 'utf8'));
    const first = all.findIndex(({ call, text }) => call === 'read' && text.includes(`"${request}`));
    const last = all.findIndex(({ text }, index) => index > first && text.includes('"HTTP/1.1 20'));
    return first >= 0 && last > first ? all.slice(first, last) : undefined;
  });
}

/** A call that another thread interrupts takes two lines. It counts where it ends; an answer counts where it begins. */
function stepsOf(trace: string): readonly Step[] {
  const begun = new Map<string, string>();
  const found: Step[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (rest.endsWith('<unfinished ...>') && !rest.includes('"HTTP/1.1')) {
      begun.set(thread, rest.replace('<unfinished ...>', ''));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const whole = resumed ? (begun.get(thread) ?? '') + (resumed[1] ?? '') : rest;
    const text = whole.replace(/ *\) += /, ') = '); // in two lines, the tracer sets spaces before the bracket and the result
    const [, call = '', path = ''] = /^(\w+)\((?:\d+<([^>]*)>)?/.exec(text) ?? [];
    if (call !== '') found.push({ call, path, text });
  }
  return found;
}

const FOLDER_ENTRY = /^(?:mkdir|rename|link)\w*\((?:.*, )?"([^"]+)"(?:, \d+)?\) = 0$/;

const nameOf = (path: string): string => `the name of ${relative(place.data, path)}`;

/** The writes in these steps, and those that a power cut afterwards would lose. */
function durability(all: readonly Step[]): { written: ReadonlySet<string>; lost: readonly string[] } {
  const written = new Set<string>();
  const dirty = new Map<string, string>();
  const lost: string[] = [];
  /** A temporary name is not needed any more. */
  const forget = (path: string): void => {
    if (dirty.get(dirname(path)) === nameOf(path)) dirty.delete(dirname(path));
  };
  for (const { call, path, text } of all) {
    if (!text.includes(place.data) || text.includes('/limits.db')) continue; // a window of the rate limit may be lost
    const entry = FOLDER_ENTRY.exec(text)?.[1];
    if (/^f(data)?sync$/.test(call) && text.endsWith(' = 0')) dirty.delete(path);
    else if (/^p?write/.test(call)) dirty.set(path, relative(place.data, path));
    else if (call === 'unlink') forget(/"([^"]+)"/.exec(text)?.[1] ?? '');
    else if (entry !== undefined) {
      const [, old = ''] = /\("([^"]+)", "/.exec(text) ?? [];
      if (dirty.has(old)) lost.push(`the content of ${relative(place.data, old)} when it got its name`);
      if (call === 'rename') forget(old);
      dirty.set(dirname(entry), nameOf(entry));
    }
    for (const name of dirty.values()) written.add(name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'));
  }
  return { written, lost: [...lost, ...dirty.values()] };
}

describe('when a request is answered, all that was written for it is on the disk:', () => {
  let owner: Caller;
  let room: { id: string };
  let upload: { file_id: string; upload_url: string };

  test('a room and its key', async () => {
    owner = service.as(await place.ownerToken());
    room = await aRoom(owner);
    const { written, lost } = durability(await steps('POST /api/v1/rooms HTTP'));
    expect(lost).toEqual([]);
    expect([...written]).toEqual(
      expect.arrayContaining(['strongroom.db-wal', 'keys/.ID.tmp', 'the name of keys/ID.kek']),
    );
  });

  test('an object that was uploaded', async () => {
    upload = await anUpload(owner, room);
    expect(await put(upload.upload_url)).toBe(200);
    const { written, lost } = durability(await steps('PUT /blobs/'));
    expect(lost).toEqual([]);
    expect([...written]).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^blobs\/tmp\/ID\./),
        expect.stringMatching(/^the name of blobs\/objects\/up\/.*\.blob$/),
      ]),
    );
  });

  test('a file that was confirmed', async () => {
    expect((await confirm(owner, room, upload)).status).toBe(200);
    const { written, lost } = durability(await steps(`POST /api/v1/rooms/${room.id}/files/${upload.file_id}/confirm`));
    expect(lost).toEqual([]);
    expect([...written]).toEqual(
      expect.arrayContaining([
        'strongroom.db-wal',
        expect.stringMatching(/^the name of blobs\/objects\/(?!up\/).*\.blob$/),
      ]),
    );
  });

  test('a download that was spent', async () => {
    const link = await aLink(owner, { id: upload.file_id }, 1);
    expect((await redeem(owner.as(undefined), link.token)).status).toBe(200);
    const { written, lost } = durability(await steps(`POST /api/v1/shares/by-token/${link.token}/download`));
    expect(lost).toEqual([]);
    expect([...written]).toEqual(['strongroom.db-wal']);
  });
});
