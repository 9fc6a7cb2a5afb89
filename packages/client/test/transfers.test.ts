import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_FILE_BYTES, type Progress, Strongroom, type StrongroomOptions } from '@strongroom/client';
import { failure } from './failure.ts';
import { openScratchFiles } from './open-files.ts';
import { type Fault, type Rooms, rooms } from './rooms-stand-in.ts';
import { refusing } from './service-stand-in.ts';
import { notedTime } from './waits.ts';

const TEXT = { name: 'a.txt', content_type: 'text/plain' };
/** More than is written at a time. */
const CONTENT = randomBytes(2_500_000);

let folder: string;
let service: Rooms;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-transfers-'));
});
afterEach(async () => {
  await service.end();
  await rm(folder, { recursive: true });
});

async function meeting(fault?: Fault, options: Partial<StrongroomOptions> = {}): Promise<Strongroom> {
  service = await rooms(fault);
  return new Strongroom({ url: service.url, unwrap: service.unwrap, time: notedTime().time, ...options });
}

/** The three ways up, which must behave alike. */
const WAYS_UP: Readonly<Record<string, (client: Strongroom, options?: object) => Promise<unknown>>> = {
  memory: (client, options) => client.upload('r', TEXT, CONTENT, options),
  file: async (client, options) => {
    const path = join(folder, 'from');
    await writeFile(path, CONTENT);
    return client.uploadFile('r', path, TEXT, options);
  },
  stream: (client, options) =>
    client.uploadStream('r', TEXT, Readable.from([CONTENT.subarray(0, 9), CONTENT.subarray(9)]), options),
};

/** And down; each answers what came. */
const WAYS_DOWN: Readonly<Record<string, (client: Strongroom, options?: object) => Promise<Uint8Array>>> = {
  memory: (client, options) => client.download('f', options),
  file: async (client, options) => {
    const path = join(folder, 'to', 'it');
    await client.downloadFile('f', path, options);
    return readFile(path);
  },
  stream: async (client, options) => buffer(await client.downloadStream('f', options)),
};

const once =
  (wanted: string, reaction: ReturnType<Fault>): Fault =>
  (step, index) =>
    step === wanted && index === 0 ? reaction : undefined;

describe.each(Object.entries(WAYS_UP))('an upload from %s', (_, upload) => {
  test('goes by its steps, and leaves no key', async () => {
    const client = await meeting();
    expect(await upload(client)).toEqual({ id: 'f', status: 'available' });
    expect(service.steps()).toEqual(['POST announce', 'PUT object', 'POST confirm']);
    expect(JSON.parse(String(service.came[0]?.body))).toEqual({ ...TEXT, size: CONTENT.length });
    expect(service.came[1]?.headers).toMatchObject({ 'content-length': `${CONTENT.length}` });
    expect(service.came[1]?.headers.authorization).toBeUndefined();
    expect(service.keys).toEqual([new Uint8Array(32)]);
  });

  test('begins again under another iv when its connection breaks', async () => {
    const client = await meeting(once('PUT object', 'break'));
    await upload(client);
    expect(service.steps()).toEqual(['POST announce', 'PUT object', 'PUT object', 'POST confirm']);
    const [first, second] = service.came.filter(({ method }) => method === 'PUT');
    expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(false);
  });

  test.each(['PUT object', 'POST confirm', 'POST announce'])('waits when %s is not available', async (step) => {
    const client = await meeting(once(step, refusing(503, 'STORAGE_UNAVAILABLE', { 'Retry-After': '1' })));
    await upload(client);
    expect(service.steps().filter((one) => one === step)).toHaveLength(2);
  });

  test('asks for another address, of the same file, when its own has expired', async () => {
    const client = await meeting(once('PUT object', refusing(403, 'URL_EXPIRED')));
    await upload(client);
    expect(service.steps()).toEqual(['POST announce', 'PUT object', 'POST announce', 'PUT object', 'POST confirm']);
    const names = service.came.filter(({ path }) => path.endsWith('/upload-url'));
    expect(new Set(names.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(service.came[3]?.path).toBe('/object/1?signed');
  });

  test('sends again what did not arrive whole', async () => {
    const client = await meeting(once('POST confirm', refusing(409, 'UPLOAD_SIZE_MISMATCH')));
    await upload(client);
    expect(service.steps().filter((step) => step === 'PUT object')).toHaveLength(2);
    expect(service.steps().at(-1)).toBe('POST confirm');
  });

  test('removes what it announced when it fails', async () => {
    const client = await meeting((step) => (step === 'PUT object' ? refusing(507, 'STORAGE_FULL') : undefined));
    expect((await failure(upload(client))).code).toBe('STORAGE_FULL');
    expect(service.steps()).toEqual(['POST announce', 'PUT object', 'DELETE file']);
    expect(service.keys).toEqual([new Uint8Array(32)]);
  });

  test('keeps it where it can be taken up again', async () => {
    const client = await meeting((step) => (step === 'PUT object' ? refusing(507, 'STORAGE_FULL') : undefined));
    const announced: string[] = [];
    const options = { idempotencyKey: 'mine', onAnnounced: (id: string) => announced.push(id) };
    await failure(upload(client, options));
    expect(service.steps()).toEqual(['POST announce', 'PUT object']);
    expect(service.came[0]?.headers['idempotency-key']).toBe('mine');
    expect(announced).toEqual(['f']);
  });

  test('an abort ends it, and what it announced is removed', async () => {
    const stop = new AbortController();
    const client = await meeting((step) => {
      if (step !== 'PUT object') return undefined;
      stop.abort(new Error('no longer wanted'));
      return 'hang';
    });
    await expect(upload(client, { signal: stop.signal })).rejects.toThrow('no longer wanted');
    expect(service.steps()).toEqual(['POST announce', 'PUT object', 'DELETE file']);
  });

  test('tells how far it is', async () => {
    const client = await meeting();
    const told: Progress[] = [];
    await upload(client, { onProgress: (progress: Progress) => told.push(progress) });
    expect(told[0]).toEqual({ transferred: 0, total: CONTENT.length });
    expect(told.at(-1)).toEqual({ transferred: CONTENT.length, total: CONTENT.length });
  });

  test('needs key management', async () => {
    const client = await meeting(undefined, { unwrap: undefined });
    expect((await failure(upload(client))).code).toBe('NO_KEY_MANAGEMENT');
    expect(service.came).toEqual([]);
  });
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(Object.entries(WAYS_DOWN))('a download to %s', (way, download) => {
  /** With something in the room already. */
  async function filled(fault?: Fault, options?: Partial<StrongroomOptions>): Promise<Strongroom> {
    const client = await meeting(fault, options);
    await client.upload('r', TEXT, CONTENT);
    return client;
  }

  test('is what went up, and leaves no key', async () => {
    const client = await filled();
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
    expect(service.steps().slice(3)).toEqual(['GET grant', 'GET object']);
    expect(service.keys).toEqual([new Uint8Array(32), new Uint8Array(32)]);
  });

  test('begins again when its connection breaks in between', async () => {
    const client = await filled(
      (step, index) =>
        step === 'GET object' && index === 0
          ? {
              status: 200,
              bytes: Buffer.from(service.objects[0] ?? []).subarray(0, 300_000),
              headers: { 'Content-Length': `${CONTENT.length}` },
            }
          : undefined,
      { timeout: 200 },
    );
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
    expect(service.steps().filter((step) => step === 'GET object')).toHaveLength(2);
  });

  test('keeps nothing of an attempt that broke, however much that was', async () => {
    const junk = { status: 200, bytes: randomBytes(4_000_000), headers: { 'Content-Length': '5000000' } };
    const client = await filled(once('GET object', junk), { timeout: 200 });
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
  });

  test('asks for another address when its own has expired', async () => {
    const client = await filled(once('GET object', refusing(403, 'URL_EXPIRED')));
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
    expect(service.steps().slice(3)).toEqual(['GET grant', 'GET object', 'GET grant', 'GET object']);
  });

  test('releases nothing that is not authentic', async () => {
    const client = await filled((step) => {
      if (step !== 'GET object') return undefined;
      const bytes = Buffer.from(service.objects[0] ?? []);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return { status: 200, bytes };
    });
    const before = await leftovers();
    expect((await failure(download(client))).code).toBe('CONTENT_NOT_AUTHENTIC');
    expect(await leftovers()).toEqual(before);
    expect(service.keys.at(-1)).toEqual(new Uint8Array(32));
  });

  test('ends with what an object store says', async () => {
    const client = await filled((step) => (step === 'GET object' ? refusing(404, 'OBJECT_NOT_FOUND') : undefined));
    expect(await failure(download(client))).toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 404 });
    await service.end();
    const other = await filled((step) =>
      step === 'GET object' ? { status: 400, bytes: Buffer.from('<Error>signed with SECRET</Error>') } : undefined,
    );
    const refused = await failure(download(other));
    expect(refused).toMatchObject({ code: 'OBJECT_REFUSED', status: 400 });
    expect(refused.message).not.toContain('SECRET');
  });

  test('is ended by an abort, and leaves nothing', async () => {
    const stop = new AbortController();
    const client = await filled((step) => {
      if (step !== 'GET object') return undefined;
      stop.abort(new Error('no longer wanted'));
      return 'hang';
    });
    const before = await leftovers();
    await expect(download(client, { signal: stop.signal })).rejects.toThrow('no longer wanted');
    expect(await leftovers()).toEqual(before);
  });

  test('tells how far it is', async () => {
    const client = await filled();
    const told: Progress[] = [];
    await download(client, { onProgress: (progress: Progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ transferred: CONTENT.length, total: CONTENT.length });
  });

  /** What stands in the folder, and in that of scratch files. */
  async function leftovers(): Promise<readonly string[]> {
    const own = await readdir(folder, { recursive: true });
    return [way, ...(await openScratchFiles()), ...own.filter((name) => name !== 'to')];
  }
});

test('a file that grows or shrinks while it is sent is not uploaded', async () => {
  const path = join(folder, 'changing');
  for (const change of [() => appendFile(path, 'more'), () => truncate(path, 300_000)]) {
    await writeFile(path, CONTENT);
    const client = await meeting();
    let isChanged = false;
    const onProgress = ({ transferred }: Progress) => {
      if (transferred > 0 && !isChanged) {
        isChanged = true;
        changing = change();
      }
    };
    let changing = Promise.resolve();
    const onAnnounced = () => undefined;
    const error = await failure(client.uploadFile('r', path, TEXT, { onProgress, onAnnounced }));
    await changing;
    expect(error.code).toBe('SOURCE_CHANGED');
    expect(service.confirmed()).toBeUndefined();
    expect(service.steps().at(-1)).toBe('DELETE file');
    await service.end();
  }
});

test('what is no file, or not there, is not announced', async () => {
  const client = await meeting();
  expect((await failure(client.uploadFile('r', folder, TEXT))).code).toBe('SOURCE_UNREADABLE');
  expect((await failure(client.uploadFile('r', join(folder, 'no'), TEXT))).code).toBe('SOURCE_UNREADABLE');
  expect(service.came).toEqual([]);
});

test('what is too large is not announced', async () => {
  const client = await meeting();
  const path = join(folder, 'large');
  await writeFile(path, '');
  await truncate(path, MAX_FILE_BYTES + 1);
  expect((await failure(client.uploadFile('r', path, TEXT))).code).toBe('FILE_TOO_LARGE');
  const endless = async function* () {
    for (const piece = Buffer.alloc(8_000_000); ; ) yield piece;
  };
  expect((await failure(client.uploadStream('r', TEXT, endless()))).code).toBe('FILE_TOO_LARGE');
  expect(service.came).toEqual([]);
});

test('what is at the destination stays there, unless one says so', async () => {
  const client = await meeting();
  await client.upload('r', TEXT, CONTENT);
  const path = join(folder, 'there');
  await writeFile(path, 'mine');
  expect((await failure(client.downloadFile('f', path))).code).toBe('DESTINATION_EXISTS');
  expect(service.steps()).not.toContain('GET grant');
  expect(await readFile(path, 'utf8')).toBe('mine');
  await client.downloadFile('f', path, { overwrite: true });
  expect(hashOf(await readFile(path))).toBe(hashOf(CONTENT));
  expect(await readdir(folder)).toEqual(['there']);
});

test('of two downloads to one place at the same moment one is there, and no half', async () => {
  const client = await meeting();
  await client.upload('r', TEXT, CONTENT);
  const path = join(folder, 'one');
  const outcomes = await Promise.allSettled([client.downloadFile('f', path), client.downloadFile('f', path)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(hashOf(await readFile(path))).toBe(hashOf(CONTENT));
  expect(await readdir(folder)).toEqual(['one']);
});

test('a destination that cannot be written to costs nothing', async () => {
  const client = await meeting();
  await writeFile(join(folder, 'file'), '');
  expect((await failure(client.downloadFile('f', join(folder, 'file', 'x')))).code).toBe('DESTINATION_UNWRITABLE');
  expect(service.came).toEqual([]);
});

test('a stream of what is not authentic never begins', async () => {
  const client = await meeting((step) =>
    step === 'GET object' ? { status: 200, bytes: Buffer.from(CONTENT) } : undefined,
  );
  await client.upload('r', TEXT, CONTENT);
  expect((await failure(client.downloadStream('f'))).code).toBe('CONTENT_NOT_AUTHENTIC');
  expect(await openScratchFiles()).toEqual([]);
});

test('a stream that nobody reads leaves nothing when it is destroyed', async () => {
  const client = await meeting();
  await client.upload('r', TEXT, CONTENT);
  const stream = await client.downloadStream('f');
  expect(await openScratchFiles()).toHaveLength(process.platform === 'linux' ? 1 : 0);
  stream.destroy();
  await new Promise((resolve) => stream.once('close', resolve));
  expect(await openScratchFiles()).toEqual([]);
});

test.each([
  ['iv', 'IV_MALFORMED'],
  ['tag', 'TAG_MALFORMED'],
])('a malformed %s is told before a key is asked for', async (field, code) => {
  const client = await meeting((step) =>
    step === 'GET grant'
      ? {
          status: 200,
          json: {
            data: { wrapped_dek: '', kms_key_id: '', iv: 'A'.repeat(16), tag: `${'A'.repeat(22)}==`, [field]: 'AA==' },
          },
        }
      : undefined,
  );
  expect((await failure(client.download('f'))).code).toBe(code);
  expect(service.keys).toEqual([]);
});

test('what unwraps to something else than a key is refused, and zero', async () => {
  const short = new Uint8Array(31).fill(7);
  const client = await meeting(undefined, { unwrap: { unwrap: async () => short } });
  expect((await failure(client.upload('r', TEXT, CONTENT))).code).toBe('KEY_MALFORMED');
  expect(short).toEqual(new Uint8Array(31));
});

test('why a key is not unwrapped is the cause', async () => {
  const cause = new Error('the card is not in the reader');
  const client = await meeting(undefined, { unwrap: { unwrap: () => Promise.reject(cause) } });
  expect(await failure(client.upload('r', TEXT, CONTENT))).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', cause });
});
